import { dateAt } from "../../platform/time.js";
import { isInRange } from "../edm/date-time.js";
import { dateOf, isoMilliseconds, isoRemainder, remainderOf } from "../edm/exact-date.js";
import { type Intervals, type KeyCodec, malformedPart, type RoundedCodec, rounded } from "./key-codec.js";
import { escapePattern } from "./text.js";
import { type AnyTimestamp, buckets, intervalsOf, toDate } from "./times.js";

/**
 * Fields of a time, from the year to the fraction of a second. Each has its letter in a format, its position in
 * `2026-11-22T10:00:00.0000000Z`, and the intervals of time during which it stays the same.
 */
const fields: readonly (readonly [letter: string, start: number, intervals: Intervals])[] = [
  ["y", 0, buckets.year],
  ["M", 5, buckets.month],
  ["d", 8, buckets.day],
  ["H", 11, buckets.hour],
  ["m", 14, intervalsOf(60_000)],
  ["s", 17, intervalsOf(1000)],
  ["f", 20, intervalsOf(1)],
];
const fraction = 6;

/** Earliest time, with 7 digits of fraction. It supplies the fields that a format does not have. */
const nothing = "0001-01-01T00:00:00.0000000Z";

interface Field {
  readonly field: number;
  readonly start: number;
  readonly digits: number;
}

type Token = string | Field;

/** Splits a format such as `yyyy-MM-dd'T'HH:mm` into fields and constant text. Two quotes in a row stand for one quote. */
function tokensOf(format: string): Token[] {
  return [...format.matchAll(/'((?:[^']|'')*)'|([yMdHmsf])\2*|([^'])/g)].map(([text, quoted, letter]) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
    if (letter === undefined) return text;
    const field = fields.findIndex(([known]) => known === letter);
    return { field, start: fields[field]?.[1] ?? 0, digits: text.length };
  });
}

/** Returns the codec for timestamps in a format of fixed width, such as `yyyy-MM-dd`, in UTC. */
export function format(layout: string): RoundedCodec {
  return rounded(timeFormat(`format(${JSON.stringify(layout)})`, layout));
}

function timeFormat(form: string, layout: string): Omit<RoundedCodec, "floor"> {
  const tokens = tokensOf(layout);
  const used = tokens.filter((token) => typeof token !== "string");
  const bySize = used.toSorted((one, other) => one.field - other.field);
  const isSorted = used.length > 0 && used.every(({ field }, index) => field === index);
  // A text determines a time only if its format has every field from the year down to the smallest one. Otherwise `smallest` is undefined.
  const [smallest] = bySize.every(({ field }, index) => field === index) ? bySize.slice(-1) : [];
  const intervals = smallest && intervalsOfField(smallest);
  const length = isIso(tokens) ? textOf(tokens, dateAt(0)).length : undefined;
  return {
    form,
    encode: (value: AnyTimestamp) => textOf(tokens, toDate(value)),
    parse: (text) => {
      const iso = length === undefined ? isoIn(tokens, text) : isoOfStart(text, length, tokens.at(-1) === "Z");
      const time = iso?.[19] === "." ? isoMilliseconds(iso) : Number.NaN;
      if (iso === undefined || !isInRange(time)) throw malformedPart(text, `a time as ${layout}`);
      return dateOf(time, isoRemainder(iso));
    },
    pattern: () =>
      tokens.map((token) => (typeof token === "string" ? escapePattern(token) : `[0-9]{${token.digits}}`)).join(""),
    ...(isSorted && { order: "asc" }),
    ...(intervals && { intervals }),
    keeps: (value: AnyTimestamp) => {
      const date = toDate(value);
      if (smallest === undefined) return false;
      if (intervals === undefined) return remainderOf(date) % 10 ** (7 - smallest.digits) === 0;
      return remainderOf(date) === 0 && intervals.start(intervals.at(date.getTime())) === date.getTime();
    },
  };
}

/** Returns the intervals of time within which the text of a field stays the same; undefined if they are shorter than a millisecond. */
function intervalsOfField({ field, digits }: Field): Intervals | undefined {
  if (field !== fraction) return fields[field]?.[2];
  return digits <= 3 ? intervalsOf(10 ** (3 - digits)) : undefined;
}

function textOf(tokens: readonly Token[], date: Date): string {
  // The ISO text of an ExactDate has all 7 digits of fraction, that of a Date has 3.
  const iso = date.toISOString();
  let text = "";
  for (const token of tokens) {
    if (typeof token === "string") text += token;
    else if (token.field !== fraction) text += iso.slice(token.start, token.start + token.digits);
    else text += iso.slice(token.start, -1).padEnd(7, "0").slice(0, token.digits);
  }
  return text;
}

/** Returns whether every text in the format is the beginning of ISO 8601 text, possibly with a `Z` after it. */
function isIso(tokens: readonly Token[]): boolean {
  let at = 0;
  return tokens.every((token, index) => {
    const isZ = token === "Z" && index === tokens.length - 1;
    const fits = typeof token === "string" ? isZ || nothing.startsWith(token, at) : token.start === at;
    at += typeof token === "string" ? token.length : token.digits;
    return fits;
  });
}

/**
 * Converts a date in the format of a key part to ISO 8601 with 7 digits of fraction. Undefined if the text does not have the length or the
 * fixed characters of the format.
 * @param tokens the format
 */
function isoIn(tokens: readonly Token[], text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let iso = nothing;
  let at = 0;
  for (const token of tokens) {
    const length = typeof token === "string" ? token.length : token.digits;
    const found = text.slice(at, at + length);
    at += length;
    if (found.length < length) return undefined;
    if (typeof token !== "string") iso = iso.slice(0, token.start) + found + iso.slice(token.start + length);
    else if (found !== token) return undefined;
  }
  return at === text.length ? iso : undefined;
}

/**
 * Completes a text that is the start of ISO 8601, such as `2026-11-22T10`, or `2026-11-22T10Z` if the format ends with `Z`. If the text
 * already has a fraction and a `Z`, returns it as it is. Returns undefined if the length or the `Z` is not that of the format.
 */
function isoOfStart(text: string | undefined, length: number, endsWithZ: boolean): string | undefined {
  if (text?.length !== length) return undefined;
  if (!endsWithZ) return text + nothing.slice(length);
  if (length > "0001-01-01T00:00:00.Z".length) return text;
  return text.endsWith("Z") ? text.slice(0, -1) + nothing.slice(length - 1) : undefined;
}

/** Codec for timestamps as ISO 8601 with milliseconds. */
export const iso: RoundedCodec = /* @__PURE__ */ rounded(
  /* @__PURE__ */ timeFormat("iso", "yyyy-MM-dd'T'HH:mm:ss.fff'Z'"),
);
/** Codec for timestamps as ISO 8601 with all digits of an Edm.DateTime, so that the key always determines the value. */
export const iso7: KeyCodec = /* @__PURE__ */ (() => {
  const { keeps: _, ...codec } = timeFormat("iso7", "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'");
  return codec;
})();
