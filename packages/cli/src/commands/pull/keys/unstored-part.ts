import { isTableError } from "@tablewright/runtime";
import { keyText } from "@tablewright/runtime/codegen/v1";
import type { DraftPart } from "./key-part.js";

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const forbidden = /[~/\\#?\u0000-\u001f\u007f-\u009f\p{Surrogate}]/u;
/** Word, perhaps with a version, as people name a kind. */
const word = /^[\p{L}_$.-]+\d{0,2}$/u;

/** Number of rows from which one common text with a letter counts as a literal, unless it looks like a value. */
const manyRows = 20;
/** Text of a guid without hyphens, a hash, or a part of a date with its time. */
const valueLike = /^(?:[0-9a-f]{8,}|\d{2,4}T\d{2}.*|T?\d.*Z)$/i;
/** Range of .NET ticks, also inverted, for the years 1970 to 2100. */
const ticks = [621_355_968_000_000_000n, 662_695_776_000_000_000n] as const;
const lastTick = 3_155_378_975_999_999_999n;
const int32 = 2n ** 31n;
const int64 = 2n ** 63n;

/** Returns whether a text looks like a constant of a program rather than a value. */
export function isWord(text: string): boolean {
  return word.test(text) && text.length <= 64;
}

/** Returns a part that no column makes: a literal if all rows have the same text, else a value that only the key holds. */
export function unstoredPart(texts: readonly string[], separator: string): DraftPart {
  const [first = ""] = texts;
  if (texts.every((text) => text === first) && canBeLiteral(first, texts.length, separator))
    return { kind: "literal", text: first };
  if (texts.every((text) => guid.test(text))) return { kind: "unstored", type: "guid", encoding: "guid" };
  return ticksPart(texts) ?? paddedPart(texts) ?? textPart(texts, separator);
}

function canBeLiteral(text: string, rows: number, separator: string): boolean {
  if (forbidden.test(text) || (text + separator).indexOf(separator) < text.length) return false;
  // Digits alone may be a month or a number that only the sample has in common.
  return text === "" || isWord(text) || (rows >= manyRows && /\p{L}/u.test(text) && !valueLike.test(text));
}

function ticksPart(texts: readonly string[]): DraftPart | undefined {
  if (!texts.every((text) => /^\d{19}$/.test(text))) return undefined;
  const isWithin = (value: bigint) => value >= ticks[0] && value <= ticks[1];
  if (texts.every((text) => isWithin(BigInt(text)))) return { kind: "unstored", type: "dateTime", encoding: "asc" };
  if (texts.every((text) => isWithin(lastTick - BigInt(text))))
    return { kind: "unstored", type: "dateTime", encoding: "desc" };
  return undefined;
}

/** Returns the part for digits of one width, some with leading zeros. */
function paddedPart(texts: readonly string[]): DraftPart | undefined {
  const width = texts[0]?.length ?? 0;
  if (width < 2 || width > 20 || !texts.every((text) => text.length === width && /^\d+$/.test(text))) return undefined;
  if (texts.length < 2 || !texts.some((text) => text.startsWith("0"))) return undefined;
  const fits = (limit: bigint) => texts.every((text) => BigInt(text) < limit);
  if (!fits(int64)) return undefined;
  return { kind: "unstored", type: fits(int32) ? "int32" : "int64", encoding: "pad", width };
}

/** Returns an escaped part if an escape shows it, otherwise a raw one, which reads every text. */
function textPart(texts: readonly string[], separator: string): DraftPart {
  const isEscaped =
    texts.some((text) => /~[0-9a-f]{2}/.test(text)) && texts.every((text) => isKeyText(text, separator));
  return { kind: "unstored", type: "string", encoding: isEscaped ? "text" : "raw" };
}

function isKeyText(text: string, separator: string): boolean {
  const value = text.replace(/~([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return keyText(value, separator) === text;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}
