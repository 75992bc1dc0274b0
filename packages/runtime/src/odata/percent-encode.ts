import { checkUnicode } from "../edm/quote.js";
import { TableError } from "../errors/table-error.js";

/**
 * A text as the value of a query parameter, percent-encoded once as UTF-8.
 * @param name of the parameter, for the error
 * @throws TableError `value.not-unicode`, where `encodeURIComponent` alone throws a URIError that names nothing
 */
export function percentEncode(name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw notUnicode(name, text) ?? cause;
  }
}

function notUnicode(name: string, text: string): TableError | undefined {
  try {
    checkUnicode(text);
    return undefined;
  } catch (error) {
    return new TableError("value.not-unicode", `The query parameter ${name} ${(error as TableError).message}.`);
  }
}
