import { binary as binaryType, writeBinary } from "../edm/binary.js";
import { boolean as booleanType, writeBoolean } from "../edm/boolean.js";
import {
  dateTimeIso as dateTimeIsoType,
  dateTimeTicks as dateTimeTicksType,
  dateTime as dateTimeType,
  writeDateTime,
  writeDateTimeIso,
  writeDateTimeTicks,
} from "../edm/date-time.js";
import { double as doubleType, writeDouble } from "../edm/double.js";
import type { EdmName, EdmType } from "../edm/edm-type.js";
import { guid as guidType, writeGuid } from "../edm/guid.js";
import { int32 as int32Type, writeInt32 } from "../edm/int32.js";
import {
  int64Number as int64NumberType,
  int64String as int64StringType,
  int64 as int64Type,
  writeInt64,
  writeInt64Number,
  writeInt64String,
} from "../edm/int64.js";
import { flatText } from "../edm/node-buffer.js";
import type { JsonRules } from "../edm/stored/stored-json.js";
import { json as jsonType, string as stringType, writeJson, writeOneOf, writeString } from "../edm/string.js";
import type { PartLayout, SizeLimits, ValueRules, WritableProperty, WriteMode } from "../edm/writable-property.js";
import type { Evolution } from "./evolution.js";
import { readNames } from "./stored-names.js";

/** Schema of one property at run time. */
export interface PropertySchema extends ValueRules, JsonRules {
  readonly type: EdmType;
  /** Name of the stored property, if it differs from the property's own. */
  readonly name?: string | undefined;
  /** True if the value is stored only in the key. */
  readonly keyOnly?: true | undefined;
  /** Stored names of former definitions, newest first. */
  readonly formerly?: readonly string[] | undefined;
  /** True if former names are written too, and read first. */
  readonly keepFormer?: true | undefined;
  /** Other Edm types that rows may have. */
  readonly reads?: readonly EdmName[] | undefined;
  /** Functions that `formerly` and `reads` need. */
  readonly evolution?: Evolution | undefined;
  /** Stored properties of a value in several parts; absent if it is stored in one property. */
  readonly parts?: PartLayout | undefined;
  /** True if only an insert writes the value. */
  readonly readOnly?: true | undefined;
  /** Write that sets the time: the insert, or every write. `makeDefault` returns it. */
  readonly stamp?: "insert" | "write" | undefined;
  /** True if the JSON of an entity omits the value. */
  readonly hidden?: true | undefined;
}

/** Parts that another program named: `{ count: 15, names: "Data{n}", from: 1 }`. The first part has the property's stored name. */
interface NamedParts {
  readonly count: number;
  /** Names of the parts after the first, with their number for `{n}`. */
  readonly names?: string;
  /** Number of the first part. Default: 0. */
  readonly from?: number;
}

/** Part of a property's definition besides its name and type. */
export interface PropertyOptions extends Omit<PropertySchema, "type" | "parts"> {
  /** Number of parts, named `name`, `name_1` and so on, or their names. */
  readonly parts?: number | NamedParts | undefined;
}

/**
 * Property as generated code declares it, once for each class. All objects have the same fields in the same order, so that the functions
 * that write values find them quickly.
 */
export interface Property extends PropertySchema, WritableProperty {
  /** Name of the property in the class. */
  readonly field: string;
  /** Name of the JSON member with the annotation. */
  readonly annotationName: string;
  /** Stored names, in the order in which they are read. */
  readonly readNames: readonly string[];
  /** Beginnings of the JSON members of the former names, up to their values. */
  readonly formerPrefixes: readonly string[];
  /** Writer that generated code calls for the property. */
  readonly write: Write;
}

/**
 * Writes a value as a JSON member with a leading comma.
 * @throws TableError `value.*` without the names of entity and property
 */
export type Write<Value = unknown> = (property: Property, value: Value, mode: WriteMode, limits: SizeLimits) => string;

/** Declares a property: `$.string("note", { optional: true })`. */
export type Declare = (field: string, options?: PropertyOptions) => Property;

function declare<Value>(type: EdmType<Value>, write: Write<Value>): Declare {
  return (field, options = {}) =>
    buildProperty(type as EdmType, write as Write, field, options, undefined, type as EdmType);
}

/**
 * Builds a property.
 * @param defaultType type that writes the default
 */
export function buildProperty(
  type: EdmType,
  write: Write,
  field: string,
  options: PropertyOptions,
  parts: PartLayout | undefined,
  defaultType: EdmType,
): Property {
  const { name = field, default: value, formerly, oneOf } = options;
  const jsonPrefix = flatText(buildJsonPrefix(name, type.edm));
  return {
    field,
    jsonPrefix,
    stringPrefix: flatText(`${jsonPrefix}"`),
    defaultMember: value === undefined ? "" : flatText(jsonPrefix + defaultType.toJson(value)),
    annotationName: `${name}@odata.type`,
    readNames: readNames(field, options),
    formerPrefixes: (formerly ?? []).map((former) => buildJsonPrefix(former, type.edm)),
    write: oneOf === undefined ? write : (writeOneOf as Write),
    type,
    name,
    optional: options.optional,
    keyOnly: options.keyOnly,
    formerly,
    keepFormer: options.keepFormer,
    reads: options.reads,
    readOnly: options.readOnly,
    stamp: options.stamp,
    hidden: options.hidden,
    evolution: options.evolution,
    default: value,
    makeDefault: options.makeDefault,
    min: options.min,
    max: options.max,
    maxLength: options.maxLength,
    length: options.length,
    pattern: options.pattern,
    oneOf,
    schema: options.schema,
    compress: options.compress,
    parts,
  };
}

export const string: Declare = /* @__PURE__ */ declare(stringType, writeString);
export const json: Declare = /* @__PURE__ */ declare(jsonType, writeJson);
export const boolean: Declare = /* @__PURE__ */ declare(booleanType, writeBoolean);
export const int32: Declare = /* @__PURE__ */ declare(int32Type, writeInt32);
export const int64: Declare = /* @__PURE__ */ declare(int64Type, writeInt64);
export const int64Number: Declare = /* @__PURE__ */ declare(int64NumberType, writeInt64Number);
export const int64String: Declare = /* @__PURE__ */ declare(int64StringType, writeInt64String);
export const double: Declare = /* @__PURE__ */ declare(doubleType, writeDouble);
export const dateTime: Declare = /* @__PURE__ */ declare(dateTimeType, writeDateTime);
export const dateTimeIso: Declare = /* @__PURE__ */ declare(dateTimeIsoType, writeDateTimeIso);
export const dateTimeTicks: Declare = /* @__PURE__ */ declare(dateTimeTicksType, writeDateTimeTicks);
export const guid: Declare = /* @__PURE__ */ declare(guidType, writeGuid);
export const binary: Declare = /* @__PURE__ */ declare(binaryType, writeBinary);

/** Options of an optional property that has no other options. */
export const optional: PropertyOptions = { optional: true };

/** Types that JSON distinguishes without annotations. */
const unannotated: ReadonlySet<string> = new Set(["Edm.String", "Edm.Boolean", "Edm.Int32"]);

/** Writes the beginning of a JSON member, up to its value: `,"name@odata.type":"Edm.Int64","name":`. */
export function buildJsonPrefix(name: string, edm: string): string {
  const quoted = JSON.stringify(name);
  return unannotated.has(edm) ? `,${quoted}:` : `,${JSON.stringify(`${name}@odata.type`)}:"${edm}",${quoted}:`;
}
