import { binary as binaryType, writeBinary } from "../codec/edm/binary.js";
import {
  dateTimeIso as dateTimeIsoType,
  dateTimeTicks as dateTimeTicksType,
  dateTime as dateTimeType,
  writeDateTime,
  writeDateTimeIso,
  writeDateTimeTicks,
} from "../codec/edm/date-time.js";
import {
  buildJsonPrefix,
  type EdmName,
  type EdmType,
  type PartLayout,
  type SizeLimits,
  type ValueRules,
  type WritableProperty,
  type WriteMode,
} from "../codec/edm/edm-type.js";
import { guid as guidType, writeGuid } from "../codec/edm/guid.js";
import {
  boolean as booleanType,
  double as doubleType,
  int32 as int32Type,
  int64Number as int64NumberType,
  int64String as int64StringType,
  int64 as int64Type,
  writeBoolean,
  writeDouble,
  writeInt32,
  writeInt64,
  writeInt64Number,
  writeInt64String,
} from "../codec/edm/numbers.js";
import type { JsonRules } from "../codec/edm/stored-json.js";
import { json as jsonType, string as stringType, writeJson, writeOneOf, writeString } from "../codec/edm/string.js";
import { flatText } from "../platform/node.js";
import type { PropertyHooks } from "./hooks.js";

/** Schema of one property at run time. */
export interface PropertySchema extends ValueRules, JsonRules {
  readonly type: EdmType;
  /** Name under which rows store the property, if it differs from its name in the class. */
  readonly name?: string | undefined;
  /** True if only the key contains the value: it is not stored as a property too. */
  readonly keyOnly?: true | undefined;
  /** Names under which former definitions stored the property, newest first. */
  readonly formerly?: readonly string[] | undefined;
  /** True if programs with the former name still run: writes store the value under the former names too, and reads try those first. */
  readonly keepFormer?: true | undefined;
  /** Other Edm types in which rows may store the value. */
  readonly reads?: readonly EdmName[] | undefined;
  /** Functions that implement `formerly` and `reads`; absent if the property has neither. */
  readonly hooks?: PropertyHooks | undefined;
  /** Stored properties over which the value is split; absent if one property stores it. */
  readonly parts?: PartLayout | undefined;
  /** True if only an insert writes the value. */
  readonly readOnly?: true | undefined;
  /**
   * Writes that set the property to the current time: only the insert, or every write. `makeDefault` returns that time. Absent if no write
   * sets the property by itself.
   */
  readonly stamp?: "insert" | "write" | undefined;
  /** True if `toJSON` omits the value. */
  readonly hidden?: true | undefined;
}

/**
 * Names of the parts of a split value, if another program chose them: `{ count: 15, names: "Data{n}", from: 1 }`. The first part has the
 * property's own stored name.
 */
interface NamedParts {
  readonly count: number;
  /** Stored name of each part after the first, with `{n}` in place of the part's number. */
  readonly names?: string;
  /** Number of the first part. Default: 0. */
  readonly from?: number;
}

/** Options that generated code passes to declare a property, besides its name and type. */
export interface PropertyOptions extends Omit<PropertySchema, "type" | "parts" | "hooks"> {
  /** Functions that implement `formerly` and `reads`. */
  readonly evolution?: PropertyHooks | undefined;
  /** Maximum number of parts, stored as `name`, `name_1` and so on; or that number together with other names for the parts. */
  readonly parts?: number | NamedParts | undefined;
}

/**
 * Property as generated code declares it, once for each class. All these objects have the same fields in the same order, which makes V8
 * access them quickly.
 */
export interface Property extends PropertySchema, WritableProperty {
  /** Name of the property in the class. */
  readonly field: string;
  /** Name of the JSON member that gives the value's Edm type: `placedAt@odata.type`. */
  readonly annotationName: string;
  /** Names under which rows may store the property, in the order in which a read tries them. */
  readonly readNames: readonly string[];
  /** For each former name, the text of its JSON member up to the value. */
  readonly formerPrefixes: readonly string[];
  /** Function that writes a value of the property as a JSON member. */
  readonly write: Write;
}

/**
 * Writes a value as a JSON member with a leading comma.
 * @throws TableError `value.*` without the names of entity and property
 */
export type Write<Value = unknown> = (property: Property, value: Value, mode: WriteMode, limits: SizeLimits) => string;

/** Function with which generated code declares a property: `$.string("note", { optional: true })`. */
export type Declare = (field: string, options?: PropertyOptions) => Property;

function declare<Value>(type: EdmType<Value>, write: Write<Value>): Declare {
  return (field, options = {}) =>
    buildProperty(type as EdmType, write as Write, field, options, undefined, type as EdmType);
}

/**
 * Builds a property, with all fields.
 * @param defaultType Edm type whose `toJson` writes the default value
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
    readNames: options.evolution?.readNames(field, options) ?? [name],
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
    hooks: options.evolution,
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

/** Members of `PropertySchema` that determine the names under which rows store a property. */
interface Stored {
  readonly name?: string | undefined;
  readonly formerly?: readonly string[] | undefined;
  readonly keepFormer?: true | undefined;
}

/** Members of a property that determine its stored names, if its value may be split over several stored properties (`parts`). */
interface StoredInParts extends Stored {
  readonly parts?: { readonly names: readonly string[]; readonly next: string } | undefined;
}

/**
 * Returns every name under which rows may store a property, the current one first. For a value that is split over several stored
 * properties, returns the names of the parts, and the name of one more part: if a row has that one, it was written with more parts.
 */
export function storedNames(field: string, { name = field, formerly = [], parts }: StoredInParts): readonly string[] {
  return parts === undefined ? [name, ...formerly] : [...parts.names, parts.next];
}

/**
 * Returns the names under which rows may store a property, in the order in which a read tries them. The current name comes first, because a
 * value under a former name is older. With `keepFormer` the former names come first: former programs write only those, and current programs
 * write both.
 */
export function readNames(field: string, property: Stored): readonly string[] {
  const { name = field, formerly = [], keepFormer } = property;
  return keepFormer ? [...formerly, name] : [name, ...formerly];
}
