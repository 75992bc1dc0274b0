import { limits } from "@tablewright/runtime";
import { parseTableRow } from "@tablewright/runtime/edm";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { TableService } from "@tablewright/testing";
import type { AnySchema } from "../../../../cli/src/definitions/load-schema.js";
import { indexRowText } from "../../../../cli/src/rows/index-rows.js";

type Dump = ReturnType<TableService["dump"]>;
export type DumpedRow = NonNullable<Dump[string]>[number];

/** Row of a table, as the strict service holds it. */
export interface PlacedRow {
  readonly table: string;
  readonly row: DumpedRow;
}

export function rowsIn(dump: Dump): readonly PlacedRow[] {
  return Object.entries(dump).flatMap(([table, all]) => all.map((row) => ({ table, row })));
}

/**
 * Compares all index rows with the entities that are stored. Those in the partition of their entity have to agree with it at any time. Of
 * those elsewhere none may be missing.
 * @param schemaOf returns the schema of the definition under whose keys an entity is stored; undefined for any other row
 * @param current current schema of the entity, which names its indexes
 */
export function findIndexFaults(
  rows: readonly PlacedRow[],
  schemaOf: (placed: PlacedRow) => AnySchema | undefined,
  current: AnySchema,
): string[] {
  const made = new Map<string, { readonly text: string; readonly isElsewhere: boolean }>();
  for (const placed of rows) {
    const schema = schemaOf(placed);
    for (const { index, table, body, ...id } of schema
      ? encodeIndexRows(schema as never, placed.row as never, limits.storage)
      : []) {
      const text = indexRowText({ ...id, properties: parseTableRow(table, body).properties });
      made.set(JSON.stringify([table, id.partitionKey, id.rowKey]), { text, isElsewhere: isElsewhere(current, index) });
    }
  }
  const faults: string[] = [];
  const stored = new Map<string, string>();
  for (const { table, row } of rows) {
    const [entity, index] = String(row["kind"]).split(".");
    if (entity !== current.kind || index === undefined) continue;
    const key = JSON.stringify([table, row.PartitionKey, row.RowKey]);
    const { partitionKey, rowKey, properties } = parseTableRow(table, JSON.stringify(row));
    stored.set(key, indexRowText({ partitionKey, rowKey, properties }));
    if (!isElsewhere(current, index) && !made.has(key)) faults.push(`the index has ${key}`);
  }
  for (const [key, { text, isElsewhere }] of made) {
    if (!stored.has(key)) faults.push(`the index lacks ${key}`);
    else if (!isElsewhere && stored.get(key) !== text) faults.push(`the index has other values in ${key}`);
  }
  return faults;
}

function isElsewhere({ indexes = [] }: AnySchema, index: string): boolean {
  return indexes.find(({ name }) => name === index)?.global === true;
}
