import { idOf, readETag } from "../codec/system-properties.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery } from "../errors/table-error.js";
import { decodeTableRow, type StoredTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { RowAddress } from "./entity-reader.js";
import { edmFilter } from "./filter/edm-filter.js";
import type { RowReader } from "./row-reader.js";

/** Returns a reader of rows without an entity definition: whole rows, or only the stored properties in `select`. */
export function tableRowReader(table: string, select?: readonly string[]): RowReader<StoredTableRow> {
  return {
    ...buildReader(table, select),
    isExact: true,
    decode: (row) => decodeTableRow(table, row),
  };
}

/** Returns a reader of the keys and ETags of rows without an entity definition. */
export function tableAddressReader(table: string): RowReader<RowAddress> {
  return { ...buildReader(table, keyNames), decode: (row) => ({ ...idOf(row), $etag: readETag(row) }) };
}

/** Returns a reader of rows without an entity definition as they are stored, for writing them back. */
export function tablePayloadReader(table: string): RowReader<EntityPayload> {
  return { ...buildReader(table, undefined), isExact: true, decode: (row) => row };
}

const keyNames: readonly string[] = ["PartitionKey", "RowKey"];

function buildReader(table: string, select: readonly string[] | undefined) {
  return {
    reads: "table rows",
    table,
    filtered: { name: table, properties: {}, anyProperty: edmFilter },
    select,
    metadata: "minimal",
    isExact: false,
    onMismatch: undefined,
    nameOf: () => table,
    counted: (): RowReader<unknown> => ({
      ...buildReader(table, keyNames),
      metadata: "none",
      decode: (row: EntityPayload) => row,
    }),
  } as const;
}

/** Checks the names of a `select`. Returns them together with those of the keys and Timestamp. @throws TableError `query.invalid-option` */
export function selectedNames(names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (typeof name === "string") continue;
    throw invalidQuery(`select takes names, such as select("a", "b"), not ${formatValue(name)}.`);
  }
  return [...new Set([...keyNames, "Timestamp", ...names])];
}
