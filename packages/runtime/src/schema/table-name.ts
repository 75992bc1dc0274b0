import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { ServiceKind } from "./limits.js";

const storageName = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
/** Characters that a table name in Cosmos cannot contain, such as those that end the path in a URL. Cosmos accepts all others. */
const cosmosForbidden = /[/\\#?\u0000-\u001f\u007f-\u009f]/;
const analytics = /^\$Metrics[A-Za-z]+$/;

/**
 * Purpose for which a table name is checked: to create the table, or for any other call. The service's own `$Metrics…` tables can be read,
 * but not created.
 */
export type TableUse = "create" | "use";

/**
 * Checks a table name against the rules of the service.
 * @throws TableError `table.invalid-name` or `table.reserved-name`
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#table-names
 */
export function checkTableName(name: string, kind: ServiceKind, use: TableUse = "use"): void {
  if (typeof name !== "string")
    throw new TableError("table.invalid-name", `Invalid table name ${formatValue(name)}: expected a string.`);
  if (kind === "cosmos") checkCosmosName(name);
  else checkStorageName(name, use);
}

function checkStorageName(name: string, use: TableUse): void {
  if (name.toLowerCase() === "tables") {
    throw new TableError(
      "table.reserved-name",
      `The table name ${formatValue(name)} is reserved for the list of tables; choose another name.`,
    );
  }
  if (analytics.test(name)) {
    if (use === "use") return;
    throw new TableError(
      "table.reserved-name",
      `The table ${formatValue(name)} is created by the service itself and cannot be created by a client.`,
    );
  }
  if (!storageName.test(name)) {
    throw new TableError(
      "table.invalid-name",
      `Invalid table name ${formatValue(name)}: expected 3 to 63 ASCII letters and digits, starting with a letter; it has ${name.length} characters.`,
    );
  }
}

function checkCosmosName(name: string): void {
  if (name.length > 0 && !cosmosForbidden.test(name)) return;
  throw new TableError(
    "table.invalid-name",
    `Invalid table name ${formatValue(name)}: it is empty, or contains / \\ # ? or a control character.`,
  );
}
