import type { EdmValue } from "@tablewright/runtime/edm";
import type { StoredPart } from "../keys/draft-part.js";
import { isWord } from "../keys/value-shapes.js";
import { type Column, isRequired } from "../sample/columns.js";
import { maxSampledBytes } from "../sample/sample-rows.js";

/** Minimum number of rows from which a column's values allow conclusions. */
const enoughRows = 10;
const maxValues = 5;

/**
 * Returns notes that help the user to check a column's declaration, e.g. how many rows have the column, and what its values look like.
 * @param parts parts of the keys that contain the column's value; if there are any, the notes do not describe its strings
 * @param isOurs true if the keys look like keys that this SDK writes, which escapes strings
 */
export function findNotes(column: Column, parts: readonly StoredPart[], isOurs: boolean): string[] {
  const { type, types, present, values } = column;
  const notes = isRequired(column) ? [] : [`in ${present} of ${values.length} rows`];
  if (types.length > 1) {
    const stored = types.map(([edm, rows]) => `${edm} in ${countOf(rows)}`).join(", ");
    notes.push(type === undefined ? stored : `${stored}; a write stores ${type}`);
  }
  const texts = values.flatMap((value) => (value?.type === "Edm.String" ? [value.value] : []));
  if (texts.length === present && parts.length === 0) notes.push(...textNotes(texts));
  notes.push(...equalColumnNotes(parts));
  if (parts.some(({ isAmbiguous }) => isAmbiguous) && !isOurs) notes.push("its key part may also be .raw");
  if (parts.some(({ isConstant }) => isConstant))
    notes.push("its key part has the same text in all rows: the key may contain a constant or another value instead");
  const digits = parts.find((part) => part.digits !== undefined)?.digits;
  if (digits !== undefined) notes.push(`has ${digits} digits in all rows: its key part may also be .pad(${digits})`);
  return notes;
}

/**
 * Returns a note on the other columns of which the key may contain one instead, because in every row they would result in the same key.
 * Returns an empty list if there is no such column.
 */
function equalColumnNotes(parts: readonly StoredPart[]): string[] {
  const [first, ...others] = new Set(parts.flatMap(({ equal = [] }) => equal));
  if (first === undefined) return [];
  if (others.length === 0) return [`${first} gives the same key in all rows: the key may contain it instead`];
  return [`${[first, ...others].join(", ")} give the same key in all rows: the key may contain one of them instead`];
}

/** Returns a note that explains why a column is not declared: no type reads all of its values. */
export function explainConflict({ name, types }: Column): string {
  const stored = types.map(([type, rows]) => `${type} in ${countOf(rows)}`).join(", ");
  return `${name} is not declared, since no type reads all of its values: ${stored}. It is kept under $extra.`;
}

/** Returns notes on strings that another declaration might suit better, e.g. JSON. */
function textNotes(texts: readonly string[]): string[] {
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

/** Returns a value as a short example on one line, for a report; undefined without a value. */
export function formatExample(value: EdmValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.type === "Edm.Binary") {
    const { byteLength } = value.value;
    return byteLength < maxSampledBytes ? `${byteLength} bytes` : `at least ${byteLength} bytes`;
  }
  const text = value.type === "Edm.DateTime" ? value.value.toISOString() : String(value.value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function countOf(rows: number): string {
  return `${rows} row${rows === 1 ? "" : "s"}`;
}
