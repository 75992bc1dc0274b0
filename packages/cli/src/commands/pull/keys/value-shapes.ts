import type { UnstoredPart } from "./draft-part.js";

/**
 * Returns whether a text looks like a constant in a program rather than a value: a word, perhaps with a version number of up to two
 * digits.
 */
export function isWord(text: string): boolean {
  return text.length <= 64 && /^[\p{L}_$.-]+\d{0,2}$/u.test(text);
}

/** Format by which a value such as a guid can be recognized, although no column stores it. */
interface ValueShape {
  /** Pattern that the whole text must match. */
  readonly pattern: RegExp;
  readonly part: UnstoredPart;
  /** Returns false for a text that matches the pattern but is not a value of this format, e.g. digits that are not a date. */
  isOne?(text: string): boolean;
}

const unstored = (type: UnstoredPart["type"], encoding: UnstoredPart["encoding"]): UnstoredPart => ({
  kind: "unstored",
  type,
  encoding,
});
const hex = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const lastTick = 3_155_378_975_999_999_999n;
/** Ticks at the start and end of the years 1970 to 2100. A number counts as ticks only if it is in this range. */
const ticks = [621_355_968_000_000_000n, 662_695_776_000_000_000n] as const;
/** Milliseconds since 1970 at the start and end of the years 2001 to 2050. A number counts as milliseconds only if it is in this range. */
const milliseconds = [978_307_200_000n, 2_524_608_000_000n] as const;

function isWithin(value: bigint, [least, most]: readonly [bigint, bigint]): boolean {
  return value >= least && value <= most;
}

/** Date formats that can be recognized although no column stores the date, the longest one first. */
const formats: readonly (readonly [string, RegExp])[] = [
  ["yyyy-MM-dd'T'HH:mm:ss'Z'", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ["yyyy-MM-dd'T'HH:mm:ss", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ["yyyy-MM-dd'T'HH:mm", /^\d{4}-\d\d-\d\dT\d\d:\d\d$/],
  ["yyyy-MM-dd'T'HH", /^\d{4}-\d\d-\d\dT\d\d$/],
  ["yyyy-MM-dd", /^\d{4}-\d\d-\d\d$/],
  ["yyyy-MM", /^\d{4}-(?:0[1-9]|1[0-2])$/],
  ["yyyyMMddHHmmssfff", /^\d{17}$/],
  ["yyyyMMddHHmmss", /^\d{14}$/],
  ["yyyyMMdd'T'HHmmss'Z'", /^\d{8}T\d{6}Z$/],
  ["yyyyMMdd'T'HHmmss", /^\d{8}T\d{6}$/],
  ["yyyyMMdd'T'HHmm", /^\d{8}T\d{4}$/],
  ["yyyyMMdd", /^\d{8}$/],
];

/**
 * Returns whether the digits of a text are a valid date. Without hyphens, the year must be 1990 to 2100, because the digits may also be
 * some other number.
 */
function isDate(text: string): boolean {
  const [year = "", ...rest] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?/.exec(text.replace(/\D/g, ""))?.slice(1) ?? [];
  const [month = "01", day = "01", hour = "00", minute = "00", second = "00"] = rest;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(iso);
  const isOfThese = text.includes("-") ? year >= "1601" : year >= "1990" && year <= "2100";
  return isOfThese && !Number.isNaN(date.getTime()) && date.toISOString() === iso;
}

const shapes: readonly ValueShape[] = [
  { pattern: new RegExp(`^${hex}$`), part: unstored("guid", "guid") },
  { pattern: new RegExp(`^${hex.replaceAll("a-f", "A-F")}$`), part: unstored("guid", ".upper") },
  { pattern: new RegExp(`^\\{${hex}\\}$`), part: unstored("guid", '.format("B")') },
  // A guid without hyphens looks like a hash. It is recognized by the digits at the positions of its version and variant.
  { pattern: /^[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}$/, part: unstored("guid", '.format("N")') },
  { pattern: /^[0-9a-f]{32}$/, part: { ...unstored("string", "raw"), length: 32 } },
  { pattern: /^[0-9a-f]{40}$/, part: { ...unstored("string", "raw"), length: 40 } },
  { pattern: /^[0-9a-f]{64}$/, part: { ...unstored("string", "raw"), length: 64 } },
  { pattern: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, part: { ...unstored("string", "text"), pattern: "ulid" } },
  { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/, part: unstored("dateTime", ".iso7"), isOne: isDate },
  { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, part: unstored("dateTime", ".iso"), isOne: isDate },
  ...formats.map(([format, pattern]) => ({
    pattern,
    part: unstored("dateTime", `.format(${JSON.stringify(format)})`),
    isOne: isDate,
  })),
  { pattern: /^\d{19}$/, part: unstored("dateTime", "asc"), isOne: (text) => isWithin(BigInt(text), ticks) },
  {
    pattern: /^\d{19}$/,
    part: unstored("dateTime", "desc"),
    isOne: (text) => isWithin(lastTick - BigInt(text), ticks),
  },
  {
    pattern: /^\d{13}$/,
    part: unstored("dateTime", ".milliseconds"),
    isOne: (text) => isWithin(BigInt(text), milliseconds),
  },
  ...[8_640_000_000_000_000n, 9_007_199_254_740_991n].map((max) => ({
    pattern: /^\d{16}$/,
    part: unstored("dateTime", `.milliseconds.desc(${max})`),
    isOne: (text: string) => isWithin(max - BigInt(text), milliseconds),
  })),
];

/** Patterns of values at the start of a text. The values contain characters that could also be separators, e.g. `-` in a guid. */
const starts = [
  `\\{${hex}\\}`,
  hex,
  hex.replaceAll("a-f", "A-F"),
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z`,
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?`,
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d`,
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d{4}-\d\d`,
].map((source) => new RegExp(`^${source}(?![0-9A-Za-z])`));

/** Returns the length of the guid or date at the start of each text; undefined if not all texts start with one of the same format. */
export function leadingValues(texts: readonly string[]): number[] | undefined {
  for (const start of starts) {
    const lengths = texts.map((text) => start.exec(text)?.[0].length ?? 0);
    if (!lengths.includes(0)) return lengths;
  }
  return undefined;
}

/** Returns a key part for values that no column stores, if their format shows their type; otherwise undefined. */
export function findShape(texts: readonly string[]): UnstoredPart | undefined {
  const found = shapes.find(
    ({ pattern, isOne }) => texts.every((text) => pattern.test(text)) && texts.every((text) => isOne?.(text) ?? true),
  );
  if (found !== undefined) return isShifted(found.part, texts) ? undefined : found.part;
  return ksuidPart(texts) ?? paddedPart(texts);
}

/**
 * Returns whether all numbers of ticks end with the same four digits, other than 0000. Such numbers are counted from a date other than that
 * of ticks, so they are not read as times.
 */
function isShifted({ encoding }: UnstoredPart, texts: readonly string[]): boolean {
  if (encoding !== "asc" && encoding !== "desc") return false;
  const remainders = new Set(
    texts.map((text) => (encoding === "asc" ? BigInt(text) : lastTick - BigInt(text)) % 10_000n),
  );
  const [only = 0n] = remainders;
  return texts.length > 1 && remainders.size === 1 && only !== 0n;
}

/** Minimum number of different texts that show which characters the values can contain. */
const enough = 10;

function ksuidPart(texts: readonly string[]): UnstoredPart | undefined {
  // In a KSUID, the first base-62 digit grows by one every 45 months from 2014 on, so it is one of 0 to 9 until 2051.
  if (!texts.every((text) => /^[0-9][0-9A-Za-z]{26}$/.test(text)) || new Set(texts).size < enough) return undefined;
  const all = texts.join("");
  return /[a-z]/.test(all) && /[A-Z]/.test(all) ? { ...unstored("string", "text"), pattern: "ksuid" } : undefined;
}

/**
 * Returns a key part for numbers with the same number of digits, of which some have leading zeros; undefined for other texts. If there are
 * few different texts, they may also be hexadecimal numbers, so they become a string of fixed length.
 */
function paddedPart(texts: readonly string[]): UnstoredPart | undefined {
  const width = texts[0]?.length ?? 0;
  if (width < 2 || width > 20 || !texts.every((text) => text.length === width && /^\d+$/.test(text))) return undefined;
  if (!texts.some((text) => text.startsWith("0"))) return undefined;
  const variety = new Set(texts).size;
  if (variety < enough) return width < 8 || variety < 2 ? undefined : { ...unstored("string", "raw"), length: width };
  const fits = (limit: bigint) => texts.every((text) => BigInt(text) < limit);
  if (!fits(2n ** 63n)) return undefined;
  return { ...unstored(fits(2n ** 31n) ? "int32" : "int64", "pad"), width };
}

/** Matches guids within a text. */
export const guids = new RegExp(hex, "gi");

/** Returns whether a whole text has the format of a value: a guid, a date, a hash or an identifier. */
export function isValue(text: string): boolean {
  return shapes.some(({ pattern, isOne }) => pattern.test(text) && (isOne?.(text) ?? true));
}

/** Names for kinds of rows whose keys start with a value instead of a word. The name depends on the format of the key. */
const shapeNames: readonly (readonly [string, RegExp])[] = [
  ["guid", new RegExp(`^\\{?${hex}\\}?$`, "i")],
  ["date", /^\d{4}-\d\d-\d\d(?!\d)/],
  ["ulid", /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ["number", /^\d+$/],
  ["hex", /^(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/],
];

/**
 * Returns a name for the shape of a key, e.g. `date`, or the key itself if it is a word. Keys of the same kind get the same name. For any
 * other key, the name consists of the key's punctuation, with `a` for words and `0` for numbers.
 */
export function shapeName(key: string): string {
  const found = shapeNames.find(([, pattern]) => pattern.test(key));
  if (found !== undefined) return found[0];
  if (isWord(key)) return key;
  return key
    .replace(guids, "guid")
    .replace(/\p{L}[\p{L}\p{Nd}]*/gu, "a")
    .replace(/\p{Nd}+/gu, "0");
}
