import { quoteCharacter } from "../diagnostics/wording.js";
import type { EntityDraft } from "../read/entity/entity-draft.js";
import type { KeyPart, KeyProperty } from "./key-model.js";

/**
 * What no key may hold: `/ \ # ?`, U+0000–1F, U+007F–9F.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#characters-disallowed-in-key-fields
 */
export const forbiddenInKeys = /[/\\#?\u0000-\u001F\u007F-\u009F]/;

const defaultSeparator = "!";

/** Text as a key part of encoding `text`: `~hh` for what keys must not hold, for `%`, `~` and what the separator begins with. */
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

/** Whether a text that the separator follows could be taken for a shorter one: it holds the separator, or ends with what begins one. */
export function holdsSeparator(text: string, separator: string): boolean {
  return (text + separator).indexOf(separator) < text.length;
}

/** What stands between key parts: the default where the definition names none, or an invalid one. */
export function separatorOf(draft: EntityDraft): string {
  return separatorProblem(draft) === undefined ? (draft.separator?.value ?? defaultSeparator) : defaultSeparator;
}

/** The greatest length of a separator in UTF-16 units. */
const maxSeparatorUnits = 8;

/**
 * Why the declared separator cannot join key parts: keys must be able to hold it. Its first character is escaped in values, so `~hh`
 * must reach it, and no encoding may write it itself.
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
  return first === "-" ? guidProblem(draft) : undefined;
}

function guidProblem({ properties, partitionKey, rowKey }: EntityDraft): string | undefined {
  const guids = new Set(properties.list.filter(({ type }) => type === "guid").map(({ name }) => name.value));
  const parts = [...(partitionKey?.parts ?? []), ...(rowKey?.parts ?? [])];
  const guid = parts.find((part) => part.kind === "property" && guids.has(part.property.value));
  return guid?.kind === "property" ? `the guid "${guid.property.value}" in a key holds "-"` : undefined;
}

/** The longest text of a part in UTF-16 units; Infinity where it has no maximum. */
export function maxPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueUnits(part, separator);
  if (values) return Math.max(...values);
  if (part.encoding !== "text" && part.encoding !== "raw") return fixedUnits(part);
  return (part.property.maxLength ?? Number.POSITIVE_INFINITY) * (part.encoding === "text" ? "~hh".length : 1);
}

/** The shortest text of a part in UTF-16 units. */
export function minPartUnits(part: KeyPart, separator: string): number {
  if (part.kind === "literal") return part.text.length;
  const values = valueUnits(part, separator);
  if (values) return Math.min(...values);
  return part.encoding === "text" || part.encoding === "raw" ? 0 : fixedUnits(part);
}

/** The length of every text of an encoding of fixed length: all but `text` and `raw`. */
export function fixedUnits({ encoding, width, property }: KeyProperty): number {
  if (encoding === "guid") return 36;
  if (encoding === "boolean") return 1;
  if (encoding === "pad") return width ?? 0;
  return property.type === "int32" ? 10 : property.type === "int64" ? 20 : 19;
}

function valueUnits({ property, encoding }: KeyProperty, separator: string): number[] | undefined {
  return property.oneOf?.map((value) => (encoding === "text" ? escapeKeyText(value, separator) : value).length);
}
