import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/**
 * Types ask for a condition; plain JavaScript may leave it out, and without it the service would insert or replace.
 * @throws TableError `write.no-condition`
 */
export function checkIfMatch(entity: string, ifMatch: string | undefined): string {
  if (ifMatch === "*" || (typeof ifMatch === "string" && /^W\/"[^\r\n]*"$/.test(ifMatch))) return ifMatch;
  throw new TableError(
    "write.no-condition",
    `A merge, replace or delete of ${entity} needs ifMatch: the $etag of the row as it was read, or "*" for whatever it is now. It is ${show(ifMatch)}.`,
    { entity },
  );
}
