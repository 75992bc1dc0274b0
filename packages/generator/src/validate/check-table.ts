import { quote } from "../diagnostics/quote.js";
import type { Found } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";

/**
 * A table's name.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#table-names
 */
export function checkTable({ entity, report }: CheckContext, { value: table, place }: Found<string>): void {
  if (table.toLowerCase() === "tables") {
    const message = `"${entity}": the service keeps the table name ${quote(table)} for itself, in any case.`;
    report.add("table.reserved-name", place, message, "Choose another name for the table.");
  } else if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(table)) {
    const message = `"${entity}": ${reason(table)} in the table name ${quote(table)}.`;
    const help = "A table name has 3 to 63 characters: an ASCII letter, then ASCII letters and digits.";
    report.add("table.invalid-name", place, message, help);
  }
}

function reason(table: string): string {
  if (table.length < 3 || table.length > 63) return `there are ${table.length} characters`;
  return /^[A-Za-z]/.test(table)
    ? `${quote(/[^A-Za-z0-9]/u.exec(table)?.[0] ?? "")} is not allowed`
    : `${quote(table.charAt(0))} is not allowed at the start`;
}
