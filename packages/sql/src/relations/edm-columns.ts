import { type EdmName, ExactDate } from "@tablewright/runtime/edm";
import { type ColumnType, type ColumnValue, firstNanosecond, lastNanosecond } from "../duckdb/column-type.js";
import { DateOutOfRange } from "./relation.js";

/** DuckDB column type for each Edm type. Each one stores every value of its Edm type without loss, except dates outside of TIMESTAMP_NS. */
export const columnTypes: Readonly<Record<EdmName, ColumnType>> = {
  "Edm.String": "VARCHAR",
  "Edm.Boolean": "BOOLEAN",
  "Edm.Int32": "INTEGER",
  "Edm.Int64": "BIGINT",
  "Edm.Double": "DOUBLE",
  "Edm.DateTime": "TIMESTAMP_NS",
  "Edm.Guid": "UUID",
  "Edm.Binary": "BLOB",
};

/** 1970-01-01 in .NET ticks: 100 ns units since year 1. Subtracting it from ticks gives the time since 1970. */
const epochTicks = 621_355_968_000_000_000n;

/**
 * Converts an Edm.DateTime, given as a Date, ISO text or ticks, to nanoseconds since 1970.
 * @param column the name of the column, for the error
 * @throws DateOutOfRange if TIMESTAMP_NS cannot store the date
 */
function nanosecondsOf(column: string, value: Date | string | bigint): bigint {
  const nanoseconds = (ticksOf(value) - epochTicks) * 100n;
  if (nanoseconds < firstNanosecond || nanoseconds > lastNanosecond) throw new DateOutOfRange(column);
  return nanoseconds;
}

/** Returns a DateTime (Date, ISO text or ticks) as ISO text with all seven digits of the second, so that text order is date order. */
export function dateText(value: Date | string | bigint): string {
  return ExactDate.fromTicks(ticksOf(value)).toISOString();
}

function ticksOf(value: Date | string | bigint): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "string") return ExactDate.fromIso(value).ticks;
  return value instanceof ExactDate ? value.ticks : BigInt(value.getTime()) * 10_000n + epochTicks;
}

/**
 * Converts a property value to the value that DuckDB stores in a column.
 * @param type the DuckDB type of the column: VARCHAR for a DateTime column whose dates do not all fit TIMESTAMP_NS
 * @param value the value of the Edm type, in any representation that the runtime decodes it to; a missing value becomes null
 * @throws DateOutOfRange
 */
export function columnValue(column: string, type: ColumnType, edm: EdmName, value: unknown): ColumnValue {
  if (value === undefined || value === null) return null;
  if (edm === "Edm.DateTime") {
    const date = value as Date | string | bigint;
    return type === "VARCHAR" ? dateText(date) : nanosecondsOf(column, date);
  }
  if (type === "BIGINT") return BigInt(value as bigint | number | string);
  return type === "JSON" ? JSON.stringify(value) : (value as ColumnValue);
}
