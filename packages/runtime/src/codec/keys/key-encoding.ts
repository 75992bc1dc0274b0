import { isDate } from "../../platform/built-ins.js";
import { asCoded, type Code, type CodedType } from "../edm/coded-type.js";
import type { EdmType } from "../edm/edm-type.js";
import { isoOf, remainderOf, ticksOf } from "../edm/exact-date.js";
import {
  type KeyEncoding,
  type KeyPart,
  malformedPart,
  type PartCodec,
  type PropertyPart,
  type StoredPart,
} from "./key-part.js";
import { findCodec } from "./part-codec.js";

/**
 * Writes the value of one property as key text, as generated code does. Used for key prefixes, ranges of queries, and explanations of
 * errors.
 */
export function keyPartText([, encoding, width = 0, shards, end = "", codes]: PropertyPart, value: unknown): string {
  const stored = codes === undefined || value === undefined || value === null ? value : codes.codeOf(value as string);
  const text = findCodec(encoding).encode(stored as never, end, width);
  return shards === undefined ? text : findCodec(".shard").encode(text as never, "", shards);
}

/**
 * Last value that was read from key text in one encoding. A decoder reads a value from a key, and then checks that the value gives the same
 * text. This cache makes the text known without encoding the value again.
 */
interface LastRead {
  readonly codec: PartCodec;
  value: unknown;
  /** Milliseconds of `value` if it is a Date, because a Date can be changed in place. */
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

/**
 * Writes a value as key text. Generated code calls it for encodings without their own function, such as `.seconds.pad(10)`. @param end text
 * after the value
 */
export function keyPart(encoding: KeyEncoding, value: unknown, end = ""): string {
  const last = lastReadOf(encoding);
  if (value !== undefined && value === last.value && !(isDate(value) && value.getTime() !== last.time))
    return last.text;
  return last.codec.encode(value as never, end, 0);
}

/**
 * Reads the value of key text. Generated code calls it for encodings without their own function, such as `.seconds.pad(10)`. @throws
 * TableError `key.malformed`
 */
export function parsePart(text: string, encoding: KeyEncoding, { type }: Pick<StoredPart, "type">): unknown {
  const last = lastReadOf(encoding);
  const value = ofType(last.codec.parse(text, { type, end: "", width: 0 }), text, type);
  // An ExactDate is not cached: a setter may clear its digits below a millisecond without changing the milliseconds.
  const isTime = isDate(value);
  last.value = isTime && remainderOf(value) !== 0 ? undefined : value;
  last.time = isTime ? value.getTime() : 0;
  last.text = text;
  return value;
}

/**
 * Reads a property's value from key text, in the representation that the property declares, such as bigint or number. @throws TableError
 * `key.malformed`
 */
export function parseKeyPart(text: string | undefined, encoding: KeyEncoding, part: StoredPart): unknown {
  return ofType(findCodec(encoding).parse(text, part), text, part.type);
}

/** Converts a value that was read from key text to the representation that its property declares, such as a bigint to a string. */
function ofType(value: unknown, text: string | undefined, type: EdmType): unknown {
  switch (type.as) {
    case "number":
      return safeNumber(value as bigint, text);
    case "string":
      return String(value);
    case "iso":
      return isoOf(value as Date);
    case "ticks":
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

/**
 * Returns whether the value of a property can be read from this part of a key. It cannot if the part is constant text or a shard, or if
 * several values have the same text.
 */
export function isReversible(part: KeyPart): part is PropertyPart {
  return typeof part !== "string" && part[3] === undefined && !findCodec(part[1]).isDerived;
}

/**
 * Returns whether the key texts of a part sort like the values of its property, or in reverse. Only such a part can be queried by a range.
 */
export function isOrdered(part: PropertyPart): boolean {
  return part[3] === undefined && part[5] === undefined && findCodec(part[1]).order !== undefined;
}
