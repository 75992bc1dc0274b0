import { invalidQuery } from "../../errors/table-error.js";
import { isDate } from "../../platform/built-ins.js";
import type { StringPattern } from "../edm/edm-type.js";
import { checkGuid, type Guid, lowerGuid } from "../edm/guid.js";
import { checkString, stringPatterns } from "../edm/string.js";
import { outOfRange } from "../edm/value-errors.js";
import { type KeyCodec, malformedPart, missingPart } from "./key-codec.js";
import { keyRaw } from "./text.js";

/** Writes a Guid as key text, in lower case, so that a Guid in upper case finds the row. */
function keyGuid(value: Guid): string {
  if (value === undefined || value === null) throw missingPart();
  return checkGuid(value);
}

/** Codec for Guids in the usual format: hyphenated, in lower case. */
export const guidD: KeyCodec = {
  form: "",
  encode: keyGuid,
  parse: (text) => {
    if (text === undefined || lowerGuid(text) !== text) throw malformedPart(text, "a lower-case Guid");
    return text;
  },
  pattern: () => "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
  length: 36,
};

function guidFormat(format: "N" | "B" | "upper"): KeyCodec {
  const [digit, four] = format === "upper" ? ["[0-9A-F]", "(?:[0-9A-F]{4}-){3}"] : ["[0-9a-f]", "(?:[0-9a-f]{4}-){3}"];
  const hyphenated = `${digit}{8}-${four}${digit}{12}`;
  const pattern = format === "N" ? `${digit}{32}` : format === "B" ? `\\{${hyphenated}\\}` : hyphenated;
  const test = new RegExp(`^${pattern}$`);
  return {
    form: format === "upper" ? "upper" : `format("${format}")`,
    encode: (value: Guid) => {
      const guid = keyGuid(value);
      if (format === "N") return guid.replaceAll("-", "");
      return format === "B" ? `{${guid}}` : guid.toUpperCase();
    },
    parse: (text) => {
      if (text === undefined || !test.test(text)) throw malformedPart(text, `a Guid in the format ${format}`);
      if (format === "B") return text.slice(1, -1) as Guid;
      if (format === "upper") return text.toLowerCase() as Guid;
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as Guid;
    },
    pattern: () => pattern,
    length: { N: 32, B: 38, upper: 36 }[format],
    order: "asc",
  };
}

/** Codec for Guids as 32 digits. */
export const guidN: KeyCodec = /* @__PURE__ */ guidFormat("N");
/** Codec for Guids in braces. */
export const guidB: KeyCodec = /* @__PURE__ */ guidFormat("B");
/** Codec for Guids in upper case. */
export const guidUpper: KeyCodec = /* @__PURE__ */ guidFormat("upper");

const legal = "[^/\\\\#?\\u0000-\\u001f\\u007f-\\u009f]";

/** Returns the codec for strings of exactly this length, in UTF-16 units, which are stored in keys as they are. */
export function fixed(length: number): KeyCodec {
  return {
    form: `fixed(${length})`,
    encode: (value: string) => {
      const text = keyRaw(value, "");
      if (text.length !== length) throw outOfRange(value, `the key takes exactly ${length} UTF-16 units`);
      return text;
    },
    parse: (text) => {
      if (text?.length !== length) throw malformedPart(text, `a string of ${length} UTF-16 units`);
      return text;
    },
    pattern: () => `${legal}{${length}}`,
    order: "asc",
    length,
    isWholeText: true,
  };
}

/** Kind of identifier that starts with the time of its creation, and so sorts by it. */
interface SortableId {
  readonly form: StringPattern;
  readonly name: string;
  /** `unit` is the unit of the time in an identifier, and `epoch` the time from which it counts, both in milliseconds. */
  readonly unit: number;
  readonly epoch: number;
  /** Returns the identifier that sorts first among those with this time, in units since `epoch`. */
  first(units: number): string;
}

function sortableId({ form, name, unit, epoch, first }: SortableId): KeyCodec {
  const pattern = stringPatterns[form];
  const test = new RegExp(`^${pattern}$`);
  return {
    form,
    encode: (value: string) => {
      if (value === undefined || value === null) throw missingPart();
      if (!test.test(checkString(value))) throw outOfRange(value, `the key takes a ${name}`);
      return value;
    },
    parse: (text) => {
      if (text === undefined || !test.test(text)) throw malformedPart(text, `a ${name}`);
      return text;
    },
    pattern: () => pattern,
    order: "asc",
    length: first(0).length,
    isWholeText: true,
    timeBound: (operator, time) => {
      if (!isDate(time) || Number.isNaN(time.getTime()))
        throw invalidQuery(`time ${operator} is ${String(time)}, which is not a time`);
      const units = (time.getTime() - epoch) / unit;
      const isAfter = operator === "gt" || operator === "le";
      const bound = first(Math.max(0, isAfter ? Math.floor(units) + 1 : Math.ceil(units)));
      return operator === "ge" || operator === "gt" ? { ge: bound } : { lt: bound };
    },
  };
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function inBase(digits: string, value: bigint, length: number): string {
  const base = BigInt(digits.length);
  let text = "";
  for (let rest = value; text.length < length; rest /= base) text = digits.charAt(Number(rest % base)) + text;
  return text;
}

/** Codec for ULIDs: 48 bits of milliseconds since 1970 and 80 random bits in Crockford's base 32. https://github.com/ulid/spec */
export const ulid: KeyCodec = /* @__PURE__ */ sortableId({
  form: "ulid",
  name: "ULID: 26 characters of 0-9 and A-Z without I, L, O and U",
  unit: 1,
  epoch: 0,
  first: (units) => inBase(crockford, BigInt(units) << 80n, 26),
});

/** Codec for KSUIDs: 32 bits of seconds since 2014-05-13T16:53:20Z and 128 random bits in base 62. https://github.com/segmentio/ksuid */
export const ksuid: KeyCodec = /* @__PURE__ */ sortableId({
  form: "ksuid",
  name: "KSUID: 27 characters of 0-9, A-Z and a-z",
  unit: 1000,
  epoch: 1_400_000_000_000,
  first: (units) => inBase(base62, BigInt(units) << 128n, 27),
});
