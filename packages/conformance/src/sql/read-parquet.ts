import type { TableServiceView } from "@tablewright/runtime";
import { ExactDate } from "@tablewright/runtime/edm";
import { analyze } from "@tablewright/sql";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";

/** Row of a Parquet file, with plain values: microseconds for dates, text for JSON. */
export type ParquetRow = Readonly<Record<string, unknown>>;

/** A reader of Parquet files. */
export type ParquetReader = (path: string, service: TableServiceView) => Promise<ParquetRow[]>;

/** .NET ticks of 1970-01-01. */
const epochTicks = 621_355_968_000_000_000n;

const sorted = (rows: readonly ParquetRow[]) => [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
const keyOf = ({ PartitionKey, RowKey, _deleted }: ParquetRow) => JSON.stringify([PartitionKey, RowKey, _deleted]);

/** Reads a file with DuckDB. */
const readByDuckDb: ParquetReader = async (path, service) => {
  const rows = await analyze(service, {}).sql(`FROM read_parquet('${path}', hive_partitioning = false)`).toArray();
  return sorted(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof ExactDate ? (value.ticks - epochTicks) / 10n : value,
        ]),
      ),
    ),
  );
};

/** Reads a file with hyparquet, which shares no code with DuckDB. */
const readByHyparquet: ParquetReader = async (path) => {
  const file = await asyncBufferFromFile(path);
  const { children } = parquetSchema(await parquetMetadataAsync(file));
  const binary = children.flatMap(({ element }) =>
    element.type === "BYTE_ARRAY" && element.converted_type === undefined ? [element.name] : [],
  );
  const identity = <Value>(value: Value): Value => value;
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const rows = await parquetReadObjects({
    file,
    compressors,
    utf8: false,
    parsers: { timestampFromMicroseconds: identity, jsonFromBytes: text, stringFromBytes: text } as never,
  });
  return sorted(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          binary.includes(name) && value ? Uint8Array.from(value as Uint8Array) : (value ?? null),
        ]),
      ),
    ),
  );
};

/** Names of physical and logical types of a file's columns, as they are in its footer. */
export async function parquetTypesOf(path: string): Promise<Readonly<Record<string, string>>> {
  const { children } = parquetSchema(await parquetMetadataAsync(await asyncBufferFromFile(path)));
  return Object.fromEntries(
    children.map(({ element: { name, type, logical_type, converted_type } }) => {
      const { unit, isAdjustedToUTC } = (logical_type ?? {}) as { unit?: string; isAdjustedToUTC?: boolean };
      const logical = unit === undefined ? (converted_type ?? "") : `${unit} ${isAdjustedToUTC ? "UTC" : "local"}`;
      return [name, `${type} ${logical}`.trim()];
    }),
  );
}

/** Codec of every column, and size of every row group. */
export async function parquetLayoutOf(path: string) {
  const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const codecs = row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec));
  return { codecs: [...new Set(codecs)], rowGroups: row_groups.map(({ num_rows }) => Number(num_rows)) };
}

export const readers: Readonly<Record<string, ParquetReader>> = { DuckDB: readByDuckDb, hyparquet: readByHyparquet };
