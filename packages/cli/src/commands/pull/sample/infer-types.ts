import type { TableClient } from "@tablewright/runtime";
import type { EdmName } from "@tablewright/runtime/edm";
import { buildColumns, type Column, type SampledRow } from "./columns.js";
import { sampleRows } from "./sample-rows.js";

/** Number of rows to sample, spread over the table. */
const sampledRows = 1000;

/**
 * Infers the Edm types of a table's properties from a sample of its rows. Returns for each stored name the type in most of the rows. If the
 * rows have only Int32 and Int64, returns Int64; if they have only Int32 and Double, returns Double.
 * @param isWanted returns whether a row of the sample counts
 */
export async function inferTypes(
  table: TableClient,
  signal: AbortSignal,
  isWanted: (row: SampledRow) => boolean,
): Promise<Readonly<Record<string, EdmName>>> {
  const { rows } = await sampleRows(table, { rows: sampledRows, signal, onProgress: () => undefined });
  const columns = buildColumns(rows.filter(isWanted));
  return Object.fromEntries(columns.map((column) => [column.name, numericType(column)]));
}

function numericType({ types }: Column): EdmName {
  const names = new Set(types.map(([name]) => name));
  const isOnly = (...all: EdmName[]) => [...names].every((name) => all.includes(name));
  if (isOnly("Edm.Int32", "Edm.Int64") && names.has("Edm.Int64")) return "Edm.Int64";
  if (isOnly("Edm.Int32", "Edm.Double") && names.has("Edm.Double")) return "Edm.Double";
  return types[0]?.[0] ?? "Edm.String";
}
