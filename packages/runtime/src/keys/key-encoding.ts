import { dateTimeIso, dateTimeTicks } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { isoOf, ticksOf } from "../edm/exact-date.js";
import { int64Number, int64String } from "../edm/int64.js";
import { keyBoolean, parseBoolean } from "./boolean.js";
import { keyDay, keyHour, keyMonth, keyYear } from "./bucket.js";
import { keyGuid, parseGuid } from "./guid.js";
import { keyInt32Asc, keyInt32Desc, parseInt32Asc, parseInt32Desc } from "./int32.js";
import { keyInt64Asc, keyInt64Desc, parseInt64Asc, parseInt64Desc } from "./int64.js";
import { type KeyEncoding, malformedPart, type PropertyPart, type ReversibleEncoding } from "./key-part.js";
import { keyPad, parsePad, parsePadInt64 } from "./pad.js";
import { keyShard } from "./shard.js";
import { keyLower, keyRaw, keyText, parseRaw, parseText } from "./text.js";
import { keyTicksAsc, keyTicksDesc, parseTicksAsc, parseTicksDesc } from "./ticks.js";

type Encode = (value: never, separator: string, width: number) => string;

const encoders: Readonly<Record<KeyEncoding, Encode>> = {
  text: keyText,
  raw: keyRaw,
  guid: keyGuid,
  boolean: keyBoolean,
  pad: (value, _, width) => keyPad(value, width),
  int32Asc: keyInt32Asc,
  int32Desc: keyInt32Desc,
  int64Asc: keyInt64Asc,
  int64Desc: keyInt64Desc,
  ticksAsc: keyTicksAsc,
  ticksDesc: keyTicksDesc,
  lower: keyLower,
  year: keyYear,
  month: keyMonth,
  day: keyDay,
  hour: keyHour,
};

/** Writes one property as key text, as generated code does. For prefixes, ranges and explanations. */
export function keyPartText([, encoding, width = 0, shards]: PropertyPart, value: unknown, separator: string): string {
  const text = encoders[encoding](value as never, separator, width);
  return shards === undefined ? text : keyShard(text, shards);
}

/** Part of a key, with what is needed to read it. */
interface StoredPart {
  readonly encoding: ReversibleEncoding;
  readonly type: EdmType;
  readonly separator: string;
  readonly width: number;
}

type Parse = (text: string | undefined, part: StoredPart) => unknown;

const parsers: Readonly<Record<ReversibleEncoding, Parse>> = {
  text: (text, { separator }) => parseText(text, separator),
  raw: (text, { separator }) => parseRaw(text, separator),
  guid: parseGuid,
  boolean: parseBoolean,
  pad: (text, { type, width }) => (type.edm === "Edm.Int32" ? parsePad(text, width) : parsePadInt64(text, width)),
  int32Asc: parseInt32Asc,
  int32Desc: parseInt32Desc,
  int64Asc: parseInt64Asc,
  int64Desc: parseInt64Desc,
  ticksAsc: parseTicksAsc,
  ticksDesc: parseTicksDesc,
};

/** Reads the value of key text, in the representation that its property declares. @throws TableError `key.malformed` */
export function parseKeyPart(text: string | undefined, part: StoredPart): unknown {
  const value = parsers[part.encoding](text, part);
  switch (part.type) {
    case int64Number:
      return safeNumber(value as bigint, text);
    case int64String:
      return String(value);
    case dateTimeIso:
      return isoOf(value as Date);
    case dateTimeTicks:
      return ticksOf(value as Date);
    default:
      return value;
  }
}

function safeNumber(value: bigint, text: string | undefined): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw malformedPart(text, "a number that JavaScript can represent exactly");
  return number;
}
