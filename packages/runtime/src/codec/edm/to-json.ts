import { isBytes, isDate } from "../../platform/built-ins.js";
import { dateAt } from "../../platform/time.js";
import { base64 } from "./binary.js";

/** Edm.Double in JSON. JSON has no NaN and no infinities, so these are the texts that the service writes. −0 becomes 0. */
export type DoubleJson = number | "NaN" | "Infinity" | "-Infinity";

/**
 * Returns the properties and `$kind` of an entity for JSON, which `fromJson` reads. Generated `toJSON` functions call it. Leaves out absent
 * properties, and members that this package adds, such as `$etag`.
 * @param hidden the names of further properties to omit
 */
export function toJson(entity: object, hidden?: readonly string[]): object {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entity)) {
    if (value === undefined || hidden?.includes(name)) continue;
    if (name === "$kind" || !name.startsWith("$")) json[name] = jsonValue(value);
  }
  return json;
}

/** Converts a property's value for `JSON.stringify`: bytes as base64, bigints as text, dates with their 100 ns digits. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (isBytes(value)) return base64(value);
  return isDate(value) ? value.toISOString() : value;
}

interface Serializable<Json> {
  toJSON(): Json;
}

/**
 * Values of an entity, or of a row of `select`, in a plain object: without `hidden` properties, methods, and members of this package such
 * as `$etag`.
 */
export type Plain<Row> = {
  [Name in keyof Row as Name extends "$kind"
    ? Name
    : Name extends `$${string}` | "toJSON"
      ? never
      : Row extends Serializable<infer Json>
        ? Name extends keyof Json
          ? Name
          : never
        : Name]: Row[Name];
};

/**
 * Returns the values of an entity as a plain object, for libraries that serialize values themselves: devalue, superjson, seroval, React
 * Server Components, `structuredClone`, `postMessage`. Most of them reject an instance of a class, and a spread copy would include `hidden`
 * properties. The result lacks the same members as that of `toJSON`, but has bigints, dates and bytes. A `Date` is exact only to the
 * millisecond, because these serializers keep no more.
 * @param row entity, or a row that `select` has read
 */
export function toPlain<Row extends object>(row: Row): Plain<Row> {
  const { toJSON } = row as { readonly toJSON?: () => object };
  const shown = typeof toJSON === "function" ? toJSON.call(row) : row;
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined || !Object.hasOwn(shown, name)) continue;
    if (name === "$kind" || !name.startsWith("$")) plain[name] = plainValue(value);
  }
  return plain as Plain<Row>;
}

function plainValue(value: unknown): unknown {
  if (isDate(value)) return dateAt(value.getTime());
  return isBytes(value) ? new Uint8Array(value) : value;
}
