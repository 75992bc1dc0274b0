import type { EdmValue } from "@tablewright/runtime/edm";
import type { StoredPart } from "../keys/draft-part.js";
import { isWord } from "../keys/value-shapes.js";
import { type Column, isRequired } from "../sample/columns.js";

/** Minimum number of rows for conclusions about the values of a column. */
const enoughRows = 10;
const maxValues = 5;

/**
 * Returns facts to review before relying on the declaration of a column: the share of rows that have it, and the look of its values.
 * @param parts key parts that the column makes; such a column naturally has many values
 * @param isOurs whether keys look like those of this SDK, which escapes strings
 */
export function findDoubts(column: Column, parts: readonly StoredPart[], isOurs: boolean): string[] {
  const { type, types, present, values } = column;
  const doubts = isRequired(column) ? [] : [`in ${present} of ${values.length} rows`];
  if (types.length > 1) {
    const stored = types.map(([edm, rows]) => `${edm} in ${countOf(rows)}`).join(", ");
    doubts.push(type === undefined ? stored : `${stored}; a write stores ${type}`);
  }
  const texts = values.flatMap((value) => (value?.type === "Edm.String" ? [value.value] : []));
  if (texts.length === present && parts.length === 0) doubts.push(...lookOf(texts));
  doubts.push(...equalDoubts(parts));
  if (parts.some(({ isAmbiguous }) => isAmbiguous) && !isOurs) doubts.push("its key may be .raw as well");
  const digits = parts.find((part) => part.digits !== undefined)?.digits;
  if (digits !== undefined) doubts.push(`has ${digits} digits in all rows: its key may be .pad(${digits}) as well`);
  return doubts;
}

/** Names other columns that a key may be made from, because no row distinguishes them. */
function equalDoubts(parts: readonly StoredPart[]): string[] {
  const [first, ...others] = new Set(parts.flatMap(({ equal = [] }) => equal));
  if (first === undefined) return [];
  if (others.length === 0) return [`${first} is equal in all rows: the key may be made of it`];
  return [`${[first, ...others].join(", ")} are equal in all rows: the key may be made of one of them`];
}

/** Explains why a column is not declared. */
export function explainConflict({ name, types }: Column): string {
  const stored = types.map(([type, rows]) => `${type} in ${countOf(rows)}`).join(", ");
  return `${name} is not declared, since no type reads all of its values: ${stored}. It is kept under $extra.`;
}

/** Describes strings that another declaration might suit better. */
function lookOf(texts: readonly string[]): string[] {
  if (texts.every(isJson)) return ["every value is JSON: edm.json<T>() parses it"];
  if (texts.every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text))) return ["every value is a date as text"];
  const distinct = new Set(texts);
  if (texts.length < enoughRows || distinct.size < 2 || distinct.size > maxValues) return [];
  if (![...distinct].every((text) => isWord(text) && text.length <= 32)) return [];
  const list = [...distinct].sort().map((text) => JSON.stringify(text));
  return [`only ${list.join(", ")}`];
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a value as a short example for a report, on one line. */
export function formatExample(value: EdmValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.type === "Edm.Binary") return `${value.value.byteLength} bytes`;
  const text = value.type === "Edm.DateTime" ? value.value.toISOString() : String(value.value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function countOf(rows: number): string {
  return `${rows} row${rows === 1 ? "" : "s"}`;
}
