import { numberAt } from "./digits.js";

/** Returns the position after `text`, if the key contains it at `at`; otherwise −1. */
export function afterText(key: string, at: number, text: string): number {
  return at >= 0 && key.startsWith(text, at) ? at + text.length : -1;
}

/**
 * Returns the position after a whole number from 0 to 2⁵³ − 1, zero-padded to `width` digits, if the key contains it at `at`; otherwise −1.
 */
export function afterNumber(key: string, at: number, width: number, value: number): number {
  return at >= 0 && numberAt(key, at, width) === value ? at + width : -1;
}
