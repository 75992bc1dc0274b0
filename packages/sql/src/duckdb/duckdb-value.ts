import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DOUBLE,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TIMESTAMP_NS,
  TIMESTAMPTZ,
  VARCHAR,
} from "@duckdb/node-api";
import { ExactDate } from "@tablewright/runtime/edm";
import type { ColumnType, ColumnValue } from "./column-type.js";

/**
 * For each column type, the DuckDB type of its values in the data chunks that the appender gets. UUIDs are passed as text, because the
 * appender converts text faster than JavaScript can make a bigint of it.
 */
export const chunkTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  VARCHAR,
  BOOLEAN,
  INTEGER,
  BIGINT,
  DOUBLE,
  TIMESTAMP_NS,
  TIMESTAMPTZ,
  UUID: VARCHAR,
  BLOB,
  JSON: VARCHAR,
};

/** Functions that convert a column value to the class that DuckDB's API expects, for types without a matching JavaScript type. */
export const converters: Readonly<Partial<Record<ColumnType, (value: NonNullable<ColumnValue>) => DuckDBValue>>> = {
  TIMESTAMP_NS: (value) => new DuckDBTimestampNanosecondsValue(value as bigint),
  TIMESTAMPTZ: (value) => new DuckDBTimestampTZValue(value as bigint),
  BLOB: (value) => new DuckDBBlobValue(value as Uint8Array),
};

/**
 * Converts a value from DuckDB to JavaScript: dates to ExactDate, bytes to Uint8Array, lists to arrays, and values without a matching
 * JavaScript type to text.
 */
export function plainValue(value: DuckDBValue): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof DuckDBTimestampNanosecondsValue) return dateOf(value, value.nanos, 1n);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return dateOf(value, value.micros, 1000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return dateOf(value, value.millis, 1_000_000n);
  if (value instanceof DuckDBTimestampSecondsValue) return dateOf(value, value.seconds, 1_000_000_000n);
  if (value instanceof DuckDBBlobValue) return Uint8Array.from(value.bytes);
  if (value instanceof DuckDBListValue) return value.items.map(plainValue);
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, each]) => [name, plainValue(each)]));
  if (value instanceof DuckDBMapValue)
    return value.entries.map(({ key, value: each }) => ({ key: plainValue(key), value: plainValue(each) }));
  return String(value);
}

/** Units since 1970 of a timestamp that is infinite. */
const infinity = 2n ** 63n - 1n;

/**
 * Converts a timestamp of DuckDB to an ExactDate, or to text if a Date cannot represent it, such as infinity.
 * @param units the time since 1970 in the timestamp's own unit
 * @param nanoseconds the length of that unit in nanoseconds, such as 1000 for microseconds
 */
function dateOf(value: object, units: bigint, nanoseconds: bigint): ExactDate | string {
  // DuckDB's API converts infinity to text only for TIMESTAMP and TIMESTAMPTZ.
  if (units === infinity) return "infinity";
  if (units === -infinity) return "-infinity";
  const ticks = (units * nanoseconds) / 100n - ((units * nanoseconds) % 100n < 0n ? 1n : 0n);
  const remainder = ((ticks % 10_000n) + 10_000n) % 10_000n;
  const milliseconds = Number((ticks - remainder) / 10_000n);
  return Math.abs(milliseconds) <= 8.64e15 ? new ExactDate(milliseconds, Number(remainder)) : String(value);
}
