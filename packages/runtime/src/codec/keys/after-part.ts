import { remainderOf } from "../edm/exact-date.js";
import { numberAt } from "./digits.js";
import { epoch, last } from "./ticks.js";

/*
 * Functions for generated `partitionKeyEnd` and `rowKeyEnd`, which compare a stored key with a row's properties, one part of the key after
 * another. Each returns the position in the key after the part, which begins at `at`; -1 if the key contains another text there. They
 * compare without building the text of the part, because they run for every row that is read.
 */

/** Returns the position after `text`, if the key contains it at `at`; otherwise −1. */
export function after(key: string, at: number, text: string): number {
  const end = at + text.length;
  return at >= 0 && key.slice(at, end) === text ? end : -1;
}

/**
 * Returns the position after a whole number from 0 to 2⁵³ − 1, zero-padded to `width` digits, if the key contains it at `at`; otherwise −1.
 */
export function afterNumber(key: string, at: number, width: number, value: number): number {
  return at >= 0 && numberAt(key, at, width) === value ? at + width : -1;
}

/**
 * Returns the position after a Date as `keyTicksAsc` writes it, if the key contains it at `at`; otherwise −1. `date` is undefined if
 * `onMismatch` left the property absent.
 */
export function afterTicksAsc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  return afterNumber(key, afterNumber(key, at, 15, date.getTime() + epoch), 4, remainderOf(date));
}

/**
 * Returns the position after a Date as `keyTicksDesc` writes it, if the key contains it at `at`; otherwise −1. `date` is undefined if
 * `onMismatch` left the property absent.
 */
export function afterTicksDesc(key: string, at: number, date: Date | undefined): number {
  if (date === undefined) return -1;
  const remainder = 9999 - remainderOf(date);
  return afterNumber(key, afterNumber(key, at, 15, last - epoch - date.getTime()), 4, remainder);
}
