import { remainderOf } from "../edm/exact-date.js";
import { numberAt } from "./digits.js";
import { epoch, last } from "./ticks.js";

/*
 * Functions for generated `partitionKeyEnd` and `rowKeyEnd`, called for one part after another. Each returns the end of the part in a
 * stored key; -1 if the key contains another text there. They compare without building the text of the part, because they run for every row
 * that is read.
 */

/** Returns the end of a constant, or of the text of a part, that begins at `at`. */
export function after(key: string, at: number, text: string): number {
  const end = at + text.length;
  return at >= 0 && key.slice(at, end) === text ? end : -1;
}

/** Returns the end of a whole number from 0 to 2⁵³ − 1, zero-padded to `width` digits. */
export function afterNumber(key: string, at: number, width: number, value: number): number {
  return at >= 0 && numberAt(key, at, width) === value ? at + width : -1;
}

/** Returns the end of a Date written by `keyTicksAsc`. `date` is undefined if `onMismatch` left the property absent. */
export function afterTicksAsc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  return afterNumber(key, afterNumber(key, at, 15, date.getTime() + epoch), 4, remainderOf(date));
}

/** Returns the end of a Date written by `keyTicksDesc`. `date` is undefined if `onMismatch` left the property absent. */
export function afterTicksDesc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  const remainder = 9999 - remainderOf(date);
  return afterNumber(key, afterNumber(key, at, 15, last - epoch - date.getTime()), 4, remainder);
}
