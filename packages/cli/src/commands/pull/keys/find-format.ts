/**
 * Fields of a date format, from the largest unit to the smallest, each with its position in a time such as `2026-11-22T10:00:00.0000000Z`.
 */
const fields = [
  ["yyyy", 0],
  ["MM", 5],
  ["dd", 8],
  ["HH", 11],
  ["mm", 14],
  ["ss", 17],
  ["fffffff", 20],
  ["fff", 20],
  ["ff", 20],
  ["f", 20],
] as const;

/**
 * First letters of the fields, from the largest unit to the smallest. If a format has a gap between two fields, e.g. a year and a day but
 * no month, it matches only by chance.
 */
const letters = "yMdHmsf";

/**
 * Minimum number of digits in a format without a year. A shorter format may match by chance. A field that is zero in all rows does not count:
 * times at midnight have zeros, as numbers with leading zeros have.
 */
const minDigits = 6;

/**
 * Finds the date format that turns times into these texts, row by row; undefined if there is none. If several formats match, prefers one
 * with its fields in the order from the largest unit to the smallest.
 * @param times times in ISO 8601 with 7 fractional digits
 */
export function findFormat(times: readonly string[], texts: readonly string[]): string | undefined {
  const [first] = texts;
  if (!first || texts.some(({ length }) => length !== first.length)) return undefined;
  const tokens = formatFrom(times, texts, 0, 0, []);
  if (tokens === undefined) return undefined;
  const used = [...letters].map((letter) => tokens.some(({ text, isField }) => isField && text.includes(letter)));
  const isGapless = !used.slice(used.indexOf(true), used.lastIndexOf(true)).includes(false);
  return isGapless && (used[0] || countDigits(tokens, texts) >= minDigits) ? formatText(tokens) : undefined;
}

/** Counts the digits of the fields that are not zero in all texts. */
function countDigits(tokens: readonly Token[], texts: readonly string[]): number {
  let position = 0;
  let count = 0;
  for (const { text, isField } of tokens) {
    const end = position + text.length;
    if (isField && texts.some((each) => /[1-9]/.test(each.slice(position, end)))) count += text.length;
    position = end;
  }
  return count;
}

/** Part of a format: a field such as `yyyy`, or constant text. */
interface Token {
  readonly text: string;
  readonly isField: boolean;
}

/**
 * Adds fields and constant texts to a format until it covers the whole texts. Returns undefined if that is impossible.
 * @param next index in `fields` of the field to try first
 */
function formatFrom(
  times: readonly string[],
  texts: readonly string[],
  position: number,
  next: number,
  tokens: readonly Token[],
): readonly Token[] | undefined {
  const [first = ""] = texts;
  if (position === first.length) return tokens;
  const indexes = [...fields.keys()];
  for (const index of [...indexes.slice(next), ...indexes.slice(0, next)]) {
    const [text, start] = fields[index] as (typeof fields)[number];
    if (tokens.some((token) => token.isField && token.text.includes(text.charAt(0)))) continue;
    const end = position + text.length;
    if (!texts.every((each, row) => each.slice(position, end) === times[row]?.slice(start, start + text.length)))
      continue;
    const found = formatFrom(times, texts, end, index + 1, [...tokens, { text, isField: true }]);
    if (found !== undefined) return found;
  }
  const character = first.charAt(position);
  if (/[^\P{L}TZ]|\d/u.test(character) || texts.some((each) => each.charAt(position) !== character)) return undefined;
  return formatFrom(times, texts, position + 1, next, [...tokens, { text: character, isField: false }]);
}

function formatText(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, isField }) => (isField || !/[TZ']/.test(text) ? text : `'${text.replace("'", "''")}'`))
    .join("");
}
