import { type EdmName, ExactDate } from "@tablewright/runtime/edm";
import { type ColumnType, type ColumnValue, firstNanosecond, lastNanosecond } from "../duckdb/column-type.js";
import { DateOutOfRange } from "./relation.js";

/** Column types without loss. */
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

/** .NET ticks of 1970-01-01. */
const epochTicks = 621_355_968_000_000_000n;

/** Returns the value of a DateTime in any representation as nanoseconds since 1970. @throws DateOutOfRange */
function nanosecondsOf(column: string, value: Date | string | bigint): bigint {
  const nanoseconds = (ticksOf(value) - epochTicks) * 100n;
  if (nanoseconds < firstNanosecond || nanoseconds > lastNanosecond) throw new DateOutOfRange(column);
  return nanoseconds;
}

/** Returns the text of a DateTime with all seven digits, so that texts sort as dates. */
export function dateText(value: Date | string | bigint): string {
  return ExactDate.fromTicks(ticksOf(value)).toISOString();
}

function ticksOf(value: Date | string | bigint): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "string") return ExactDate.fromIso(value).ticks;
  return value instanceof ExactDate ? value.ticks : BigInt(value.getTime()) * 10_000n + epochTicks;
}

/** Returns a value as the runtime decodes it, in any representation of its Edm type, for a column. @throws DateOutOfRange */
export function columnValue(column: string, type: ColumnType, edm: EdmName, value: unknown): ColumnValue {
  if (value === undefined || value === null) return null;
  if (edm === "Edm.DateTime") {
    const date = value as Date | string | bigint;
    return type === "VARCHAR" ? dateText(date) : nanosecondsOf(column, date);
  }
  if (type === "BIGINT") return BigInt(value as bigint | number | string);
  return type === "JSON" ? JSON.stringify(value) : (value as ColumnValue);
}
