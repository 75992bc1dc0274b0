import { outOfRange } from "../edm/value-errors.js";
import { keyBoolean, parseBoolean } from "./boolean.js";
import { buckets, keyDay, keyHour, keyMonth, keyYear } from "./bucket.js";
import { iso7Format, isoFormat, timeFormat } from "./formats/date-format.js";
import { hashText, keyLower, keyUpper } from "./formats/derived-text.js";
import { decimal, descending, hexadecimal, integers, type Numeral, padded, times } from "./formats/numeral.js";
import { fixedText, ksuid, ulid } from "./formats/sortable-id.js";
import { guidFormat, keyGuid, parseGuid } from "./guid.js";
import { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "./int32.js";
import { keyInt64Asc, keyInt64Desc, parseInt64Asc, parseInt64Desc } from "./int64.js";
import type { BucketUnit, KeyEncoding, PartCodec, PlainEncoding } from "./key-part.js";
import { keyPad, parsePad, parsePadInt64 } from "./pad.js";
import {
  endsRaw,
  endsText,
  keyRaw,
  keyText,
  lowerPattern,
  parseRaw,
  parseText,
  rawPattern,
  textPattern,
} from "./text.js";
import { keyTicksAsc, keyTicksDesc, parseTicksAsc, parseTicksDesc } from "./ticks.js";

const derived = { isDerived: true, parse: (text: string | undefined) => text } as const;
const digits = (width: number) => () => `[0-9]{${width}}`;

function bucket(unit: BucketUnit, encode: PartCodec["encode"], pattern: string): PartCodec {
  return { ...derived, encode, pattern: () => pattern, intervals: buckets[unit] };
}

const plain: Readonly<Record<PlainEncoding, PartCodec>> = {
  text: { encode: keyText, parse: (text, { end }) => parseText(text, end), pattern: textPattern, endsBefore: endsText },
  raw: { encode: keyRaw, parse: (text, { end }) => parseRaw(text, end), pattern: rawPattern, endsBefore: endsRaw },
  lower: { ...derived, encode: keyLower, pattern: lowerPattern, endsBefore: endsText },
  guid: { encode: keyGuid, parse: parseGuid, pattern: () => "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}" },
  boolean: { encode: keyBoolean, parse: parseBoolean, pattern: () => "[01]" },
  pad: {
    encode: (value, _, width) => keyPad(value, width),
    parse: (text, { type, width }) => (type.edm === "Edm.Int32" ? parsePad(text, width) : parsePadInt64(text, width)),
    pattern: (_, width) => `[0-9]{${width}}`,
    order: "asc",
  },
  int32Asc: { encode: keyInt32Asc, parse: parseInt32Asc, pattern: digits(10), order: "asc" },
  int32Desc: { encode: keyInt32Desc, parse: parseInt32Desc, pattern: digits(10), order: "desc" },
  int64Asc: { encode: keyInt64Asc, parse: parseInt64Asc, pattern: digits(20), order: "asc" },
  int64Desc: { encode: keyInt64Desc, parse: parseInt64Desc, pattern: digits(20), order: "desc" },
  ticksAsc: { encode: keyTicksAsc, parse: parseTicksAsc, pattern: digits(19), order: "asc" },
  ticksDesc: { encode: keyTicksDesc, parse: parseTicksDesc, pattern: digits(19), order: "desc" },
  year: bucket("year", keyYear, "[0-9]{4}"),
  month: bucket("month", keyMonth, "[0-9]{4}-[0-9]{2}"),
  day: bucket("day", keyDay, "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
  hour: bucket("hour", keyHour, "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}"),
};

/** Length of each unit, in milliseconds. */
const units: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1000, minutes: 60_000, days: 86_400_000 };

const codecs = /* @__PURE__ */ new Map<KeyEncoding, PartCodec>(Object.entries(plain) as [PlainEncoding, PartCodec][]);

/** Returns the codec of an encoding. Those of calls are made once. */
export function codecOf(encoding: KeyEncoding): PartCodec {
  let codec = codecs.get(encoding);
  if (codec === undefined) {
    codec = parseEncoding(encoding);
    codecs.set(encoding, codec);
  }
  return codec;
}

/** One call of an encoding: `pad` and `10` of `.pad(10)`. */
type Call = readonly [name: string, argument: string];

function parseEncoding(encoding: string): PartCodec {
  const isExact = encoding.startsWith("exact");
  const calls = [...encoding.matchAll(/\.(\w+)(?:\(("(?:[^"\\]|\\.)*"|\d+)\))?/g)].map(
    ([, name = "", argument = ""]): Call => [name, argument],
  );
  const [first = ["", ""]] = calls;
  const [name, argument] = first;
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  const codec =
    unit !== undefined
      ? times(unit, numeralOf(calls.slice(1)))
      : (textCodecs[name]?.(argument) ?? integers(numeralOf(calls)));
  if (codec.keeps === undefined) return codec;
  return isExact ? exactly(codec) : { ...codec, isDerived: true, floor: (value) => codec.encode(value, "", 0) };
}

/** Returns the codec that rejects times which the text does not keep, so that the key determines the value. */
function exactly(codec: PartCodec): PartCodec {
  return {
    ...codec,
    isExact: true,
    encode: (value, end, width) => {
      const text = codec.encode(value, end, width);
      if (codec.keeps?.(value) !== false) return text;
      throw outOfRange(value, `the key keeps only ${JSON.stringify(text)} of it; round it, or store the property`);
    },
    floor: (value) => codec.encode(value, "", 0),
  };
}

const textCodecs: Readonly<Record<string, (argument: string) => PartCodec>> = {
  format: (argument) => timeFormat(JSON.parse(argument) as string),
  iso: () => isoFormat,
  iso7: () => iso7Format,
  guidN: () => guidFormat("N"),
  guidB: () => guidFormat("B"),
  guidUpper: () => guidFormat("upper"),
  fixed: (argument) => fixedText(Number(argument)),
  ulid: () => ulid,
  ksuid: () => ksuid,
  upperText: () => ({ ...derived, encode: keyUpper, pattern: textPattern, endsBefore: endsText }),
  sha256: (argument) => ({ ...derived, ...hashText("sha256", argument === "" ? 64 : Number(argument)) }),
  md5: () => ({ ...derived, ...hashText("md5", 32) }),
};

/** Returns the numeral that `.pad(10)`, `.desc(999)`, `.hex(8)`, `.upper.hex(8)`, `.text` or nothing name. */
function numeralOf(calls: readonly Call[]): Numeral {
  const [name, argument] = calls.at(-1) ?? ["text", ""];
  if (name === "pad") return padded(Number(argument));
  if (name === "desc") return descending(BigInt(argument));
  if (name === "hex") return hexadecimal(Number(argument), calls.length > 1);
  return decimal;
}
