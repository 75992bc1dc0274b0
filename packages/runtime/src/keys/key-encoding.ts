import { dateTimeIso, dateTimeTicks } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { isoOf, remainderOf, ticksOf } from "../edm/exact-date.js";
import { int64Number, int64String } from "../edm/int64.js";
import { asCoded, type Code, type CodedType } from "../edm/stored/coded-type.js";
import {
  type KeyEncoding,
  type KeyPart,
  malformedPart,
  type PartCodec,
  type PropertyPart,
  type StoredPart,
} from "./key-part.js";
import { findCodec } from "./part-codec.js";

/** Writes one property as key text, as generated code does. For prefixes, ranges and explanations. */
export function keyPartText([, encoding, width = 0, shards, end = "", codes]: PropertyPart, value: unknown): string {
  const stored = codes === undefined || value === undefined || value === null ? value : codes.codeOf(value as string);
  const text = findCodec(encoding).encode(stored as never, end, width);
  return shards === undefined ? text : findCodec(".shard").encode(text as never, "", shards);
}

/**
 * Last value that was read in an encoding. A decoder reads a value from a key, and then checks that the value gives the same text, which is
 * then known.
 */
interface LastRead {
  readonly codec: PartCodec;
  value: unknown;
  /** Milliseconds of a Date, because it can be changed in place. */
  time: number;
  text: string;
}

const lastReads = new Map<KeyEncoding, LastRead>();

function lastReadOf(encoding: KeyEncoding): LastRead {
  let last = lastReads.get(encoding);
  if (last === undefined) {
    last = { codec: findCodec(encoding), value: undefined, time: 0, text: "" };
    lastReads.set(encoding, last);
  }
  return last;
}

/** Writes a value in an encoding that has no function of its own. Generated code calls it. @param end text after the value */
export function keyPart(encoding: KeyEncoding, value: unknown, end = ""): string {
  const last = lastReadOf(encoding);
  if (value !== undefined && value === last.value && !(value instanceof Date && value.getTime() !== last.time))
    return last.text;
  return last.codec.encode(value as never, end, 0);
}

/** Reads the value of key text in an encoding that has no function of its own. Generated code calls it. @throws TableError `key.malformed` */
export function parsePart(text: string, encoding: KeyEncoding, { type }: Pick<StoredPart, "type">): unknown {
  const last = lastReadOf(encoding);
  const value = ofType(last.codec.parse(text, { type, end: "", width: 0 }), text, type);
  // A setter of the Date may have cleared the digits below a millisecond, without a change of the milliseconds.
  const isTime = value instanceof Date;
  last.value = isTime && remainderOf(value) !== 0 ? undefined : value;
  last.time = isTime ? value.getTime() : 0;
  last.text = text;
  return value;
}

/** Reads the value of key text, in the representation that its property declares. @throws TableError `key.malformed` */
export function parseKeyPart(text: string | undefined, encoding: KeyEncoding, part: StoredPart): unknown {
  return ofType(findCodec(encoding).parse(text, part), text, part.type);
}

/** Returns a value in the representation that its property declares. */
function ofType(value: unknown, text: string | undefined, type: EdmType): unknown {
  switch (type) {
    case int64Number:
      return safeNumber(value as bigint, text);
    case int64String:
      return String(value);
    case dateTimeIso:
      return isoOf(value as Date);
    case dateTimeTicks:
      return ticksOf(value as Date);
    default: {
      const codes = asCoded(type);
      return codes === undefined ? value : nameOf(codes, value as Code, text);
    }
  }
}

function nameOf(codes: CodedType, code: Code, text: string | undefined): string {
  const name = codes.nameOf(code);
  if (name === undefined) throw malformedPart(text, `a code of ${codes.names.join(", ")}`);
  return name;
}

function safeNumber(value: bigint, text: string | undefined): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw malformedPart(text, "a number that JavaScript can represent exactly");
  return number;
}

/** Returns whether the text of a part determines its value. */
export function isReversible(part: KeyPart): part is PropertyPart {
  return typeof part !== "string" && part[3] === undefined && !findCodec(part[1]).isDerived;
}

/** Returns whether the texts of a part sort like its values, or in reverse. Only such a part has ranges. */
export function isOrdered(part: PropertyPart): boolean {
  return part[3] === undefined && part[5] === undefined && findCodec(part[1]).order !== undefined;
}
