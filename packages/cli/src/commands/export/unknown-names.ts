import type { TableClient } from "@tablewright/runtime";
import type { ReadOptions } from "../../rows/ranges/read-ranges.js";
import { formatRows } from "../../terminal/progress.js";
import type { Terminal } from "../../terminal/terminal.js";
import { namesOfFilter } from "./where-condition.js";

/** Number of rows of which the property names are compared with the names in a condition. */
const rowsRead = 100;

/** Names that every row has besides its properties. */
const ofEveryRow = ["PartitionKey", "RowKey", "Timestamp"];

/**
 * Warns about each property name in a condition that none of the table's first rows has, because the name may be misspelt. Call this if no
 * row met the condition. The service reports no error for an unknown name: a comparison with it is never true.
 */
export async function warnOfUnknownNames(
  table: TableClient,
  { selection: { where } = {}, signal }: ReadOptions,
  terminal: Terminal,
): Promise<void> {
  if (where === undefined) return;
  const rows = await table.scan({ signal }).take(rowsRead).toArray();
  if (rows.length === 0) return;
  const known = new Set([...ofEveryRow, ...rows.flatMap(({ properties }) => Object.keys(properties))]);
  const unknown = [...namesOfFilter(where)].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  terminal.log(
    `${terminal.colors.yellow("⚠")} No row meets --where, and none of the first ${formatRows(rows.length)} has ${unknown.join(" or ")}. They have: ${[...known].join(", ")}`,
  );
}
