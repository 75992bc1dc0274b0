import { isInRange } from "../../edm/date-time.js";
import { dateOf, remainderOf } from "../../edm/exact-date.js";
import { malformedPart, type PartCodec } from "../key-part.js";
import { escapePattern } from "../text.js";
import { type Moment, toDate } from "../ticks.js";

/** Field of a time: its letter, from large to small, and its start and length in `2026-11-22T10:00:00.0000000`. */
const fields = [
  ["y", 0, 4],
  ["M", 5, 2],
  ["d", 8, 2],
  ["H", 11, 2],
  ["m", 14, 2],
  ["s", 17, 2],
  ["f", 20, 7],
] as const;

/** Earliest time with 7 digits of a second: the fields that a format lacks. */
const nothing = "0001-01-01T00:00:00.0000000";

/** Constant text of a format, or a field with its number of digits. */
type Token = string | readonly [field: number, digits: number];

/** Splits `yyyy-MM-dd'T'HH:mm`. Two quotes are a quote. */
function tokensOf(format: string): Token[] {
  return [...format.matchAll(/'((?:[^']|'')*)'|([yMdHmsf])\2*|([^'])/g)].map(([text, quoted, letter]) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
    return letter === undefined ? text : [fields.findIndex(([known]) => known === letter), text.length];
  });
}

/** Returns the codec of times in a format of fixed width, in UTC. */
export function timeFormat(format: string): PartCodec {
  const tokens = tokensOf(format);
  const used = tokens.flatMap((token) => (typeof token === "string" ? [] : [token[0]]));
  const isSorted = used.every((field, index) => field === index);
  const sourceOf = (digits: (count: number) => string) =>
    tokens.map((token) => (typeof token === "string" ? escapePattern(token) : digits(token[1]))).join("");
  const pattern = new RegExp(`^${sourceOf((count) => `([0-9]{${count}})`)}$`);
  const encode = (value: Moment) => {
    const date = toDate(value);
    const text = date.toISOString().slice(0, 23) + String(remainderOf(date)).padStart(4, "0");
    return tokens.map((token) => (typeof token === "string" ? token : fieldText(text, token))).join("");
  };
  const parse = (text: string | undefined): Date => {
    const found = text === undefined ? null : pattern.exec(text);
    if (found === null) throw malformedPart(text, `a time as ${format}`);
    let iso = nothing;
    used.forEach((field, index) => {
      const start = fields[field]?.[1] ?? 0;
      const digits = found[index + 1] ?? "";
      iso = iso.slice(0, start) + digits + iso.slice(start + digits.length);
    });
    const time = Date.parse(`${iso.slice(0, 23)}Z`);
    if (!isInRange(time)) throw malformedPart(text, `a time as ${format}`);
    const date = dateOf(time, Number(iso.slice(23)));
    if (encode(date) !== text) throw malformedPart(text, `a time as ${format}`);
    return date;
  };
  return {
    encode,
    parse,
    pattern: () => sourceOf((count) => `[0-9]{${count}}`),
    ...(isSorted && used.length > 0 && { order: "asc" }),
    keeps: (value: Moment) => {
      const date = toDate(value);
      if (!isSorted) return false;
      const kept = parse(encode(date));
      return kept.getTime() === date.getTime() && remainderOf(kept) === remainderOf(date);
    },
  };
}

function fieldText(text: string, [field, digits]: Exclude<Token, string>): string {
  const start = fields[field]?.[1] ?? 0;
  return text.slice(start, start + digits);
}

export const isoFormat: PartCodec = /* @__PURE__ */ timeFormat("yyyy-MM-dd'T'HH:mm:ss.fff'Z'");
/** All digits of an Edm.DateTime, so that the key always determines the value. */
export const iso7Format: PartCodec = /* @__PURE__ */ (() => {
  const { keeps: _, ...format } = timeFormat("yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'");
  return format;
})();
