import { quoteCharacter } from "../diagnostics/wording.js";
import type { EntityDraft } from "../read/entity/entity-draft.js";
import type { KeyPart, KeyProperty } from "./key-model.js";

/**
 * Characters that no key may contain: `/ \ # ?`, U+0000–1F, U+007F–9F.
 * @see
 * https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#characters-disallowed-in-key-fields
 */
export const forbiddenInKeys = /[/\\#?\u0000-\u001F\u007F-\u009F]/;

const defaultSeparator = "!";

/** Maximum number of digits of `.pad`: those of the largest unsigned 64-bit integer, which adopted tables may contain. */
export const maxPadWidth = 20;

/**
 * Encodes text as a key part of encoding `text`: `~hh` for characters forbidden in keys, `%`, `~` and the first character of the
 * separator.
 */
export function escapeKeyText(text: string, separator: string): string {
  const first = separator.charAt(0);
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const plain = unit !== "%" && unit !== "~" && unit !== first && !forbiddenInKeys.test(unit);
    escaped += plain ? unit : `~${unit.charCodeAt(0).toString(16).padStart(2, "0")}`;
  }
  return escaped;
}

/** Returns the end of a text that would be read as the start of the next separator: `":"` of `"a:"` before `"::"`. */
export function startOfSeparator(text: string, separator: string): string | undefined {
  return text.slice((text + separator).indexOf(separator)) || undefined;
}

/** Returns the separator of key parts: the default if the definition names none or an invalid one. */
export function separatorOf(draft: EntityDraft): string {
  return separatorProblem(draft) === undefined ? (draft.separator?.value ?? defaultSeparator) : defaultSeparator;
}

/** Maximum length of a separator, in UTF-16 units. */
const maxSeparatorUnits = 8;

/**
 * Explains why the declared separator cannot join key parts. Keys must be able to contain it. Values escape its first character, so
 * `~hh` must be able to encode that, and no encoding may produce it.
 */
export function separatorProblem(draft: EntityDraft): string | undefined {
  const separator = draft.separator?.value;
  if (separator === undefined) return undefined;
  if (separator === "" || separator.length > maxSeparatorUnits)
    return `it has ${separator.length} UTF-16 units, but must have 1 to ${maxSeparatorUnits}`;
  const forbidden = forbiddenInKeys.exec(separator)?.[0];
  if (forbidden !== undefined) return `no key may hold ${quoteCharacter(forbidden)}`;
  if (separator.includes("~")) return '"~" starts an escape in keys';
  if (/\p{Surrogate}/u.test(separator)) return "it contains a lone surrogate, which cannot be sent";
  const first = separator.charAt(0);
  if (/[0-9a-f]/.test(first)) return "digits and escapes in keys hold 0 to 9 and a to f";
  if (first > "\u00FF")
    return `${quoteCharacter([...separator][0] ?? "")} cannot be escaped in values; the last one that can is U+00FF`;
  return first === "-" || first === "T" ? encodingProblem(first, draft) : undefined;
}

/** Checks the encodings that contain the character: a guid and the dates of buckets contain `-`, those of hours also `T`. */
function encodingProblem(first: "-" | "T", { properties, partitionKey, rowKey }: EntityDraft): string | undefined {
  const guids = new Set(properties.list.filter(({ type }) => type === "guid").map(({ name }) => name.value));
  const buckets = first === "T" ? ["hour"] : ["month", "day", "hour"];
  for (const part of [...(partitionKey?.parts ?? []), ...(rowKey?.parts ?? [])]) {
    if (part.kind === "literal") continue;
    const { value } = part.property;
    if (first === "-" && guids.has(value)) return `the guid "${value}" in a key holds "-"`;
    const format = part.format?.value ?? "";
    if (buckets.includes(format)) return `the ${format} of "${value}" in a key holds "${first}"`;
  }
  return undefined;
}

/** Returns the maximum length of a part in UTF-16 units; Infinity if it has none. */
export function maxPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueTexts(part, separator);
  if (values) return Math.max(...values.map(({ length }) => length));
  if (!isText(part)) return fixedUnits(part);
  return (part.property.maxLength ?? Number.POSITIVE_INFINITY) * (part.encoding === "raw" ? 1 : "~hh".length);
}

/** Returns the minimum length of a part in UTF-16 units. */
export function minPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueTexts(part, separator);
  if (values) return Math.min(...values.map(({ length }) => length));
  return isText(part) ? 0 : fixedUnits(part);
}

/** Returns whether the part is as long as its string. */
function isText({ encoding, shards }: KeyProperty): boolean {
  return shards === undefined && (encoding === "text" || encoding === "raw" || encoding === "lower");
}

const bucketShapes: Readonly<Record<string, string>> = {
  year: "0000",
  month: "0000-00",
  day: "0000-00-00",
  hour: "0000-00-00T00",
};

/** Returns an example text of an encoding of fixed length, in which each digit may be any other; `undefined` if it also has letters. */
export function digitsOf({ encoding, width, shards, property }: KeyProperty): string | undefined {
  if (shards !== undefined) return "0".repeat(String(shards - 1).length);
  // An invalid width has its own diagnostic.
  if (encoding === "pad") return "0".repeat(Math.min(Math.max(width ?? 0, 0), maxPadWidth));
  if (encoding === "asc" || encoding === "desc")
    return "0".repeat(property.type === "int32" ? 10 : property.type === "int64" ? 20 : 19);
  return bucketShapes[encoding];
}

/** Returns the length of every text of an encoding of fixed length: all but `text`, `raw` and `lower`. */
function fixedUnits(part: KeyProperty): number {
  if (part.shards === undefined && part.encoding === "guid") return 36;
  return digitsOf(part)?.length ?? "0".length;
}

/** Returns the texts of a part that can have only a few values. */
export function valueTexts({ property, encoding, shards }: KeyProperty, separator: string): string[] | undefined {
  if (shards !== undefined) return undefined;
  if (encoding === "raw") return property.oneOf?.slice();
  return property.oneOf?.map((value) => escapeKeyText(encoding === "lower" ? lowerCase(value) : value, separator));
}

/** Converts character by character, as the runtime does. */
function lowerCase(text: string): string {
  return [...text].map((character) => (character === "\u0130" ? character : character.toLowerCase())).join("");
}
