import { keyBoolean, parseBoolean } from "../codec/keys/boolean.js";
import { buckets, keyDay, keyHour, keyMonth, keyYear } from "../codec/keys/bucket.js";
import { iso7Format, isoFormat, timeFormat } from "../codec/keys/date-format.js";
import { hashText, keyLower, keyUpper } from "../codec/keys/derived-text.js";
import { guidFormat, keyGuid, parseGuid } from "../codec/keys/guid.js";
import { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "../codec/keys/int32.js";
import { keyInt64Asc, keyInt64Desc, parseInt64Asc, parseInt64Desc } from "../codec/keys/int64.js";
import type { BucketUnit, PartCodec } from "../codec/keys/key-part.js";
import { decimal, descending, hexadecimal, integers, type Numeral, padded } from "../codec/keys/numeral.js";
import type { Call, KeyForm } from "../codec/keys/part-codec.js";
import { keyShard } from "../codec/keys/shard.js";
import { fixedText, ksuid, ulid } from "../codec/keys/sortable-id.js";
import { endsText, lowerPattern, textPattern } from "../codec/keys/text.js";
import { keyTicksAsc, keyTicksDesc, parseTicksAsc, parseTicksDesc } from "../codec/keys/ticks.js";
import { unitTimes } from "../codec/keys/unit-times.js";
import type { Hooks } from "./hooks.js";

const derived = { isDerived: true, parse: (text: string | undefined) => text } as const;
const digits = (width: number) => () => `[0-9]{${width}}`;

/** Key encoding of booleans. */
export const booleanForms: Hooks = {
  keyForms: { boolean: () => ({ encode: keyBoolean, parse: parseBoolean, pattern: () => "[01]" }) },
};

/** Key encodings of 32-bit integers that sort by their value, ascending or descending. */
export const int32Forms: Hooks = {
  keyForms: {
    int32Asc: () => ({ encode: keyInt32Asc, parse: parseInt32Asc, pattern: digits(10), order: "asc" }),
    int32Desc: () => ({ encode: keyInt32Desc, parse: parseInt32Desc, pattern: digits(10), order: "desc" }),
  },
};

/** Key encoding of strings in lower case. */
export const lowerForms: Hooks = {
  keyForms: { lower: () => ({ ...derived, encode: keyLower, pattern: lowerPattern, endsBefore: endsText }) },
};

/** Key encoding of a value as the number of its shard, such as `.shard(16)`. */
export const shardForms: Hooks = {
  keyForms: {
    shard: () => ({
      ...derived,
      encode: (text: string, _, count) => keyShard(text, count),
      pattern: (_, count) => `[0-9]{${String(count - 1).length}}`,
    }),
  },
};

/** Key encodings of times as .NET ticks, ascending or descending. */
export const ticksForms: Hooks = {
  keyForms: {
    ticksAsc: () => ({ encode: keyTicksAsc, parse: parseTicksAsc, pattern: digits(19), order: "asc" }),
    ticksDesc: () => ({ encode: keyTicksDesc, parse: parseTicksDesc, pattern: digits(19), order: "desc" }),
  },
};

/** Key encodings of 64-bit integers that sort by their value, ascending or descending. */
export const int64Forms: Hooks = {
  keyForms: {
    int64Asc: () => ({ encode: keyInt64Asc, parse: parseInt64Asc, pattern: digits(20), order: "asc" }),
    int64Desc: () => ({ encode: keyInt64Desc, parse: parseInt64Desc, pattern: digits(20), order: "desc" }),
  },
};

/** Key encodings of a time as the interval that contains it: year, month, day or hour. */
export const bucketForms: Hooks = {
  keyForms: /* @__PURE__ */ (() => ({
    year: bucketCodec("year", keyYear, "[0-9]{4}"),
    month: bucketCodec("month", keyMonth, "[0-9]{4}-[0-9]{2}"),
    day: bucketCodec("day", keyDay, "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    hour: bucketCodec("hour", keyHour, "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}"),
  }))(),
};

function bucketCodec(unit: BucketUnit, encode: PartCodec["encode"], pattern: string): KeyForm {
  return () => ({ ...derived, encode, pattern: () => pattern, intervals: buckets[unit] });
}

const number: KeyForm = (calls) => integers(numeralOf(calls));

/** Key encodings of integers as digits: `.text`, `.pad(10)`, `.desc(999)`, `.hex(8)`, `.upper.hex(8)`. */
export const numberForms: Hooks = {
  keyForms: { text: number, pad: number, desc: number, hex: number, upper: number },
};

/** Key encodings of times as the number of whole units since 1970, such as `.seconds.pad(10)`. */
export const unitForms: Hooks = {
  keyForms: /* @__PURE__ */ (() => ({
    milliseconds: unitCodec(1),
    seconds: unitCodec(1000),
    minutes: unitCodec(60_000),
    days: unitCodec(86_400_000),
  }))(),
};

/** Returns the key encoding of times as the number of whole units since 1970. @param length length of the unit, in milliseconds */
function unitCodec(length: number): KeyForm {
  return ([, ...calls]) => unitTimes(length, numeralOf(calls));
}

/** Key encodings of times in a text format, such as `.format("yyyy-MM-dd")`. */
export const formatForms: Hooks = {
  keyForms: {
    format: ([[, argument]]) => timeFormat(JSON.parse(argument) as string),
    iso: () => isoFormat,
    iso7: () => iso7Format,
  },
};

/** Key encodings of strings of a fixed length, ULIDs and KSUIDs. */
export const idForms: Hooks = {
  keyForms: { fixed: ([[, length]]) => fixedText(Number(length)), ulid: () => ulid, ksuid: () => ksuid },
};

/** Key encodings of GUIDs, in the usual format and in others. */
export const guidForms: Hooks = {
  keyForms: {
    guid: () => ({ encode: keyGuid, parse: parseGuid, pattern: () => "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}" }),
    guidN: () => guidFormat("N"),
    guidB: () => guidFormat("B"),
    guidUpper: () => guidFormat("upper"),
  },
};

/** Key encodings of texts that are derived from strings: upper case and hashes. */
export const textForms: Hooks = {
  keyForms: {
    upperText: () => ({ ...derived, encode: keyUpper, pattern: textPattern, endsBefore: endsText }),
    sha256: ([[, length]]) => ({ ...derived, ...hashText("sha256", length === "" ? 64 : Number(length)) }),
    md5: () => ({ ...derived, ...hashText("md5", 32) }),
  },
};

/**
 * Returns the format in which an encoding writes digits: that of its last call, `.pad(10)`, `.desc(999)`, `.hex(8)` or `.upper.hex(8)`;
 * decimal digits without padding for `.text`, or if there is no call.
 */
function numeralOf(calls: readonly Call[]): Numeral {
  const [name, argument] = calls.at(-1) ?? ["text", ""];
  if (name === "pad") return padded(Number(argument));
  if (name === "desc") return descending(BigInt(argument));
  if (name === "hex") return hexadecimal(Number(argument), calls.length > 1);
  return decimal;
}
