import { dateTimeIso, dateTimeTicks } from "../edm/date-time.js";
import { isoOf, ticksOf } from "../edm/exact-date.js";
import { int64Number, int64String } from "../edm/int64.js";
import { type KeyEncoding, type KeyPart, malformedPart, type PropertyPart, type StoredPart } from "./key-part.js";
import { codecOf } from "./part-codec.js";
import { keyShard } from "./shard.js";

/** Writes one property as key text, as generated code does. For prefixes, ranges and explanations. */
export function keyPartText([, encoding, width = 0, shards, end = ""]: PropertyPart, value: unknown): string {
  const text = codecOf(encoding).encode(value as never, end, width);
  return shards === undefined ? text : keyShard(text, shards);
}

/** Writes a value in an encoding that has no function of its own. Generated code calls it. @param end text after the value */
export function keyPart(encoding: KeyEncoding, value: unknown, end = ""): string {
  return codecOf(encoding).encode(value as never, end, 0);
}

/** Reads the value of key text in an encoding that has no function of its own. Generated code calls it. @throws TableError `key.malformed` */
export function parsePart(text: string, encoding: KeyEncoding, { type }: Pick<StoredPart, "type">): unknown {
  return parseKeyPart(text, encoding, { type, end: "", width: 0 });
}

/** Reads the value of key text, in the representation that its property declares. @throws TableError `key.malformed` */
export function parseKeyPart(text: string | undefined, encoding: KeyEncoding, part: StoredPart): unknown {
  const value = codecOf(encoding).parse(text, part);
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

/** Returns whether the text of a part determines its value. */
export function isReversible(part: KeyPart): part is PropertyPart {
  return typeof part !== "string" && part[3] === undefined && !codecOf(part[1]).isDerived;
}

/** Returns whether the texts of a part sort like its values, or in reverse. Only such a part has ranges. */
export function isOrdered(part: PropertyPart): boolean {
  return part[3] === undefined && codecOf(part[1]).order !== undefined;
}
