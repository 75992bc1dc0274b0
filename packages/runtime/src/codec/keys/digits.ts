/**
 * Reads the whole number in the `width` digits at `at`; NaN if a character is not a digit. A number beyond 2⁵³ is not exact, but never
 * equals a safe integer.
 */
export function numberAt(text: string, at: number, width: number): number {
  let number = 0;
  for (let index = at; index < at + width; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Reads a whole number from a text of exactly `width` digits; NaN for any other text. Handwritten: it takes half the time of a regular
 * expression.
 */
export function parseNumber(text: string | undefined, width: number): number {
  return text?.length === width ? numberAt(text, 0, width) : Number.NaN;
}
