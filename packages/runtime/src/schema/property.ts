import { binary as binaryType } from "../edm/binary.js";
import { boolean as booleanType } from "../edm/boolean.js";
import {
  dateTimeIso as dateTimeIsoType,
  dateTimeTicks as dateTimeTicksType,
  dateTime as dateTimeType,
} from "../edm/date-time.js";
import { double as doubleType } from "../edm/double.js";
import type { EdmType } from "../edm/edm-type.js";
import { guid as guidType } from "../edm/guid.js";
import { int32 as int32Type } from "../edm/int32.js";
import { int64Number as int64NumberType, int64String as int64StringType, int64 as int64Type } from "../edm/int64.js";
import { flatText } from "../edm/node-buffer.js";
import { json as jsonType, string as stringType } from "../edm/string.js";
import type { PropertySchema } from "./entity-schema.js";

/** What a definition says of a property besides its name and type. */
export type PropertyOptions = Omit<PropertySchema, "type">;

/**
 * A property as generated code declares it, once for each class. All of them have the same fields in the same order, so that
 * the functions which write values find them without a search.
 */
export interface Property extends PropertySchema {
  /** The class's name of it. */
  readonly field: string;
  /** The JSON member up to its value: comma, annotation and stored name. */
  readonly fragment: string;
  /** The same with the quote that opens a string. */
  readonly opened: string;
  /** The whole member with the default as its value; empty where there is none. */
  readonly filled: string;
  /** The name of the member that holds the annotation. */
  readonly at: string;
}

/** Declares a property: `$.string("note", { optional: true })`. */
type Declare = (field: string, options?: PropertyOptions) => Property;

function declare<Value>(type: EdmType<Value>): Declare {
  return (field, { name = field, optional, keyOnly, default: value, min, max, maxLength, oneOf } = {}) => {
    const fragment = flatText(memberFragment(name, type.edm));
    return {
      field,
      fragment,
      opened: flatText(`${fragment}"`),
      filled: value === undefined ? "" : flatText(fragment + type.toJson(value as Value)),
      at: `${name}@odata.type`,
      type: type as EdmType,
      name,
      optional,
      keyOnly,
      default: value,
      min,
      max,
      maxLength,
      oneOf,
    };
  };
}

export const string: Declare = /* @__PURE__ */ declare(stringType);
export const json: Declare = /* @__PURE__ */ declare(jsonType);
export const boolean: Declare = /* @__PURE__ */ declare(booleanType);
export const int32: Declare = /* @__PURE__ */ declare(int32Type);
export const int64: Declare = /* @__PURE__ */ declare(int64Type);
export const int64Number: Declare = /* @__PURE__ */ declare(int64NumberType);
export const int64String: Declare = /* @__PURE__ */ declare(int64StringType);
export const double: Declare = /* @__PURE__ */ declare(doubleType);
export const dateTime: Declare = /* @__PURE__ */ declare(dateTimeType);
export const dateTimeIso: Declare = /* @__PURE__ */ declare(dateTimeIsoType);
export const dateTimeTicks: Declare = /* @__PURE__ */ declare(dateTimeTicksType);
export const guid: Declare = /* @__PURE__ */ declare(guidType);
export const binary: Declare = /* @__PURE__ */ declare(binaryType);

/** The options of a property that may be absent and has no others. */
export const optional: PropertyOptions = { optional: true };

/** JSON tells these apart by itself. */
const unannotated: ReadonlySet<string> = new Set(["Edm.String", "Edm.Boolean", "Edm.Int32"]);

/** A member of a JSON object up to its value: `,"name@odata.type":"Edm.Int64","name":`. */
export function memberFragment(name: string, edm: string): string {
  const quoted = JSON.stringify(name);
  return unannotated.has(edm) ? `,${quoted}:` : `,${JSON.stringify(`${name}@odata.type`)}:"${edm}",${quoted}:`;
}
