import { isDate } from "../../platform/built-ins.js";
import { isoMilliseconds } from "./iso-date.js";
import { outOfRange, wrongType } from "./value-errors.js";

/** .NET ticks: units of 100 ns since 0001-01-01T00:00:00Z. */
export type Ticks = bigint;

const first = Date.UTC(1601, 0, 1);
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const range = "Edm.DateTime ranges from 1601-01-01T00:00:00Z to 9999-12-31T23:59:59.9999999Z";
export const firstTick: bigint = 504_911_232_000_000_000n;
export const lastTick: bigint = 3_155_378_975_999_999_999n;

/** Returns whether Edm.DateTime can represent the timestamp, given in milliseconds since 1970. */
export function isInRange(milliseconds: number): boolean {
  return milliseconds >= first && milliseconds <= last;
}

/** Returns the Date if the service accepts it as an Edm.DateTime. @throws TableError if the service would reject the value */
export function checkDate(value: Date): Date {
  if (!isDate(value)) throw wrongType("Edm.DateTime", "a Date", value);
  if (!isInRange(value.getTime())) throw outOfRange(value, range);
  return value;
}

/** Returns the ISO 8601 text if the service stores it unchanged. @throws TableError if the service would reject or change the value */
export function checkIso(value: string): string {
  if (typeof value !== "string") throw wrongType("Edm.DateTime", "an ISO 8601 string", value);
  const milliseconds = isoMilliseconds(value);
  if (Number.isNaN(milliseconds)) {
    throw outOfRange(value, "Edm.DateTime takes yyyy-mm-ddThh:mm:ssZ in UTC, with up to 7 digits of fraction");
  }
  if (!isInRange(milliseconds)) throw outOfRange(value, range);
  return value;
}

/** Returns the .NET ticks if the service accepts them as an Edm.DateTime. @throws TableError if the service would reject the value */
export function checkTicks(value: Ticks): Ticks {
  if (typeof value !== "bigint") throw wrongType("Edm.DateTime", "a bigint of .NET ticks", value);
  if (value < firstTick || value > lastTick) throw outOfRange(value, range);
  return value;
}
