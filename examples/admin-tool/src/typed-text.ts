import { type EdmValue, edm, type Guid } from "@tablewright/runtime/edm";

/** Parsers of the text after the type. The client checks the values when it sends them. */
const readers: Readonly<Record<string, (text: string) => EdmValue>> = {
  string: edm.of,
  boolean: (text) => edm.of(text === "true"),
  int32: (text) => edm.int32(Number(text)),
  int64: (text) => edm.of(BigInt(text)),
  double: (text) => edm.double(Number(text)),
  date: (text) => edm.of(new Date(text)),
  guid: (text) => edm.guid(text as Guid),
  base64: (text) => edm.of(Buffer.from(text, "base64")),
};

/** A property and its value, as on the command line. */
export interface Assignment {
  readonly name: string;
  readonly value: EdmValue;
}

/** Reads `tries=int32:5`, `due=date:2026-11-23T10:00:00Z` or, for a string, `owner=Ann`. */
export function parseAssignment(text: string): Assignment {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(`Expected name=value, such as tries=int32:5, but got ${text}.`);
  return { name: text.slice(0, at), value: parseValue(text.slice(at + 1)) };
}

function parseValue(text: string): EdmValue {
  const [, type = "", rest = ""] = /^([a-z0-9]+):(.*)$/s.exec(text) ?? [];
  return Object.hasOwn(readers, type) ? (readers[type] as (text: string) => EdmValue)(rest) : edm.of(text);
}

/** Returns assignments as the object that conditions and changes take. */
export function toValues(assignments: readonly Assignment[]): Record<string, EdmValue> {
  return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}
