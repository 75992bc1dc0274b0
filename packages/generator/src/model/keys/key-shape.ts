import { findTimeFormat, type KeyEncoding } from "./key-encoding.js";
import type { KeyPart, KeyProperty } from "./key-model.js";
import { escapeKeyText, findEscapedCharacter, forbiddenInKeys, maxPadWidth, valueTexts } from "./key-text.js";
import { timeTokens } from "./time-format.js";

type Accepts = (unit: string) => boolean;

/** Set of the texts that a key part can have. It contains every text that a value produces, and perhaps some that none does. */
export type Shape =
  /**
   * Texts of one length. `units` has a test for the UTF-16 code unit at each position. `literals` has the code units at the positions that
   * are constant.
   */
  | { readonly kind: "fixed"; readonly units: readonly Accepts[]; readonly literals: string }
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  /** Decimal numbers without leading zeros, of at most `max` characters. */
  | { readonly kind: "number"; readonly isSigned: boolean; readonly max: number }
  /**
   * Texts of `min` to `max` code units that are followed by `end` in the key. The first occurrence of `end` must be the one after the text.
   * An empty `end` allows every text.
   */
  | {
      readonly kind: "open";
      readonly accepts: Accepts;
      readonly end: string;
      readonly min: number;
      readonly max: number;
    };

const digit: Accepts = (unit) => /^[0-9]$/.test(unit);
const lowerHex: Accepts = (unit) => /^[0-9a-f]$/.test(unit);
const upperHex: Accepts = (unit) => /^[0-9A-F]$/.test(unit);
const legal: Accepts = (unit) => !forbiddenInKeys.test(unit);

/** Returns the set of the texts that a key part can have. */
export function shapeOf(part: KeyPart): Shape {
  if (part.kind === "literal") return { kind: "texts", texts: [part.text] };
  const { encoding, end, property, shards } = part;
  const texts = valueTexts(part);
  if (texts !== undefined) return { kind: "texts", texts };
  const fixed = fixedShape(part);
  if (fixed !== undefined) return fixed;
  const longest = property.length ?? property.maxLength ?? Number.POSITIVE_INFINITY;
  const min = property.length ?? 0;
  if (encoding === "raw") return { kind: "open", accepts: legal, end, min, max: longest };
  if (
    encoding === "text" ||
    encoding === "lower" ||
    (encoding === ".upper" && property.type === "string" && shards === undefined)
  ) {
    const ending = findEscapedCharacter(end);
    const isPlain: Accepts = (unit) => unit === "~" || (unit !== ending && escapeKeyText(unit, "") === unit);
    const accepts: Accepts = encoding === "lower" ? (unit) => isPlain(unit) && !/[A-Z]/.test(unit) : isPlain;
    return { kind: "open", accepts, end: "", min, max: longest * "~hh".length };
  }
  const isSigned = property.type !== "dateTime" && (property.min ?? -1) < 0;
  const most = property.type === "int32" ? 10 : property.type === "int64" ? 19 : 15;
  return { kind: "number", isSigned, max: most + Number(isSigned) };
}

/** Returns the texts of a key part if all of them have one length; otherwise `undefined`. */
function fixedShape(part: KeyProperty): Shape | undefined {
  const { encoding, property, shards, width } = part;
  if (shards !== undefined) return digits(String(shards - 1).length);
  // `checkPad` reports an invalid width. Here it is replaced by a number within the limits.
  if (encoding === "pad") return digits(Math.min(Math.max(Math.trunc(width ?? 0) || 0, 0), maxPadWidth));
  if (encoding === "asc" || encoding === "desc")
    return digits(property.type === "int32" ? 10 : property.type === "int64" ? 20 : 19);
  if (encoding === "boolean") return fixed([(unit) => unit === "0" || unit === "1"]);
  if (property.type === "guid") return guidShape(encoding);
  const format = timeFormatOf(encoding);
  if (format !== undefined) return formatShape(format);
  const [, name, argument] = /\.(\w+)\((\d+)\)$/.exec(encoding) ?? [];
  const count = Math.min(Number(argument), 64);
  if (name === "pad") return digits(count);
  if (name === "desc") return digits((argument ?? "").length);
  if (name === "hex") return fixed(Array<Accepts>(count).fill(encoding.includes("upper") ? upperHex : lowerHex));
  if (/^\.sha256/.test(encoding)) return fixed(Array<Accepts>(argument === undefined ? 64 : count).fill(lowerHex));
  if (encoding === ".md5") return fixed(Array<Accepts>(32).fill(lowerHex));
  return stringShape(part);
}

function stringShape({ encoding, property: { length, pattern } }: KeyProperty): Shape | undefined {
  if (encoding !== "text" && encoding !== "raw") return undefined;
  if (pattern === "ulid")
    return fixed([
      (unit) => /^[0-7]$/.test(unit),
      ...Array<Accepts>(25).fill((unit) => /^[0-9A-HJKMNP-TV-Z]$/.test(unit)),
    ]);
  if (pattern === "ksuid") return fixed(Array<Accepts>(27).fill((unit) => /^[0-9A-Za-z]$/.test(unit)));
  return length === undefined || encoding === "text" ? undefined : fixed(Array<Accepts>(length).fill(legal));
}

const bucketFormats: Readonly<Record<string, string>> = {
  year: "yyyy",
  month: "yyyy-MM",
  day: "yyyy-MM-dd",
  hour: "yyyy-MM-dd'T'HH",
  ".iso": "yyyy-MM-dd'T'HH:mm:ss.fff'Z'",
  ".iso7": "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'",
};

function timeFormatOf(encoding: KeyEncoding): string | undefined {
  return bucketFormats[encoding] ?? findTimeFormat(encoding);
}

function formatShape(format: string): Shape {
  const units = timeTokens(format).flatMap((token): (Accepts | string)[] =>
    "text" in token ? token.text.split("") : Array<Accepts>(token.digits).fill(digit),
  );
  return fixed(units);
}

function guidShape(encoding: KeyEncoding): Shape {
  const hex = encoding === ".upper" ? upperHex : lowerHex;
  const format = findTimeFormat(encoding);
  if (format === "N") return fixed(Array<Accepts>(32).fill(hex));
  const units = [8, 4, 4, 4, 12].flatMap((count, index): (Accepts | string)[] => [
    ...(index > 0 ? ["-"] : []),
    ...Array<Accepts>(count).fill(hex),
  ]);
  return fixed(format === "B" ? ["{", ...units, "}"] : units);
}

function digits(count: number): Shape {
  return fixed(Array<Accepts>(count).fill(digit));
}

/** Builds a shape of fixed length from one element for each position: a test of the code unit, or the code unit itself. */
function fixed(units: readonly (Accepts | string)[]): Shape {
  return {
    kind: "fixed",
    units: units.map((unit) => (typeof unit === "string" ? (other: string) => other === unit : unit)),
    literals: units.filter((unit) => typeof unit === "string").join(""),
  };
}

/** Returns the maximum length of a key part, in UTF-16 code units; Infinity if it has none. */
export function maxPartUnits(part: KeyPart): number {
  const shape = shapeOf(part);
  if (shape.kind === "fixed") return shape.units.length;
  return shape.kind !== "texts" ? shape.max : Math.max(...shape.texts.map(({ length }) => length));
}

/** Returns the minimum length of a key part, in UTF-16 code units. */
export function minPartUnits(part: KeyPart): number {
  const shape = shapeOf(part);
  if (shape.kind === "fixed") return shape.units.length;
  if (shape.kind === "number") return 1;
  return shape.kind === "open" ? shape.min : Math.min(...shape.texts.map(({ length }) => length));
}
