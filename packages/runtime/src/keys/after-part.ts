import { remainderOf } from "../edm/exact-date.js";
import { numberAt } from "./digits.js";
import { epoch, last } from "./ticks.js";

/*
 * What generated `partitionKeyEnd` and `rowKeyEnd` functions call, part after part: where the part ends in a stored key,
 * or -1 where the key holds something else there. They compare without making the text of the part: every row that is read
 * passes here.
 */

/** A literal, or the text of a part. */
export function after(key: string, at: number, text: string): number {
  const end = at + text.length;
  return at >= 0 && key.slice(at, end) === text ? end : -1;
}

/** A whole number from 0 to 2⁵³ − 1, zero-padded to `width` digits. */
export function afterNumber(key: string, at: number, width: number, value: number): number {
  return at >= 0 && numberAt(key, at, width) === value ? at + width : -1;
}

/** A Date as `keyTicksAsc` writes it; none where `onMismatch` left the property absent. */
export function afterTicksAsc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  return afterNumber(key, afterNumber(key, at, 15, date.getTime() + epoch), 4, remainderOf(date));
}

/** A Date as `keyTicksDesc` writes it; none where `onMismatch` left the property absent. */
export function afterTicksDesc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  const remainder = 9999 - remainderOf(date);
  return afterNumber(key, afterNumber(key, at, 15, last - epoch - date.getTime()), 4, remainder);
}
