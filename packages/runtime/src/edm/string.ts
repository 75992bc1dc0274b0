import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";
import type { EdmType } from "./edm-type.js";
import { checkUnicode, quote } from "./quote.js";
import { malformed, mismatch, wrongType } from "./refuse.js";

export function checkString(value: string): string {
  if (typeof value !== "string") throw wrongType("Edm.String", "a string", value);
  return value;
}

/** @throws TableError `value.not-allowed` */
export function checkOneOf(value: string, values: readonly string[]): string {
  if (!values.includes(checkString(value)))
    throw new TableError("value.not-allowed", `is ${show(value)}; ${choice(values)}`);
  return value;
}

/** A value as the JSON text that is stored in its place. */
export function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new TableError("value.wrong-type", `cannot be written as JSON: ${messageOf(cause)}`, { cause });
  }
  if (text === undefined) throw wrongType("Edm.String", "what JSON can hold", value);
  return text;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function readString(json: unknown, annotation: unknown): string {
  if (typeof json !== "string" || (annotation !== undefined && annotation !== "Edm.String")) {
    throw mismatch("Edm.String", json, annotation);
  }
  return json;
}

export function readOneOf<U extends string>(json: unknown, annotation: unknown, values: readonly U[]): U {
  const text = readString(json, annotation);
  if (!(values as readonly string[]).includes(text)) {
    throw new TableError("decode.not-allowed", `is stored as ${show(text)}; ${choice(values)}`);
  }
  return text as U;
}

export function readJson<T>(json: unknown, annotation: unknown): T {
  const text = readString(json, annotation);
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw malformed("Edm.String", text, messageOf(error));
  }
}

function choice(values: readonly string[]): string {
  return `the definition allows ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

function literal(text: string): string {
  checkUnicode(text);
  return `'${text.replaceAll("'", "''")}'`;
}

export const string: EdmType<string> = {
  edm: "Edm.String",
  toJson: (value) => quote(checkString(value)),
  toLiteral: (value) => literal(checkString(value)),
  fromJson: readString,
};

/** Any value that JSON holds, stored as text. */
export const json: EdmType<unknown> = {
  edm: "Edm.String",
  toJson: (value) => quote(jsonText(value)),
  toLiteral: (value) => literal(jsonText(value)),
  fromJson: readJson,
};
