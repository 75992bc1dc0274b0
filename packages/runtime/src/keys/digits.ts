/**
 * The whole number that stands at `at` in `width` digits: NaN where there is anything but digits. A number beyond 2⁵³ is not exact, and
 * equals no value that is.
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

/** The number that a text of exactly `width` digits holds; NaN for any other text. By hand: half the time of a regular expression. */
export function numberOf(text: string | undefined, width: number): number {
  return text?.length === width ? numberAt(text, 0, width) : Number.NaN;
}
