import type { PropertyModel } from "../../model/property-model.js";
import type { RuntimeType, RuntimeValue } from "./runtime-names.js";

/** Names that generated code uses for one TypeScript representation of an Edm type, such as Edm.Int64 as bigint. */
interface PropertyRepresentation {
  /** TypeScript type of a value, without brand, `oneOf` and `codes`. */
  readonly type: string;
  /** TypeScript type of the value in JSON. */
  readonly json: string;
  readonly schema: RuntimeValue;
  readonly write: RuntimeValue;
  readonly read: RuntimeValue;
  /**
   * Arguments of the function `read` besides the value. `annotation`: the value's `@odata.type`. `typed`: whether the payload has such
   * annotations at all.
   */
  readonly readBy: readonly ("annotation" | "typed")[];
  readonly condition: RuntimeType;
}

const ordered: RuntimeType = "OrderedCondition";
const annotated = ["annotation"] as const;
const typed = ["annotation", "typed"] as const;

const forms = {
  string: form("string", "string", "string", "writeString", "readString", annotated, "StringCondition"),
  json: form("unknown", "unknown", "json", "writeJson", "readJson", annotated, "EqualityCondition"),
  boolean: form("boolean", "boolean", "boolean", "writeBoolean", "readBoolean", [], "EqualityCondition"),
  int32: form("number", "number", "int32", "writeInt32", "readInt32", [], ordered),
  int64: form("bigint", "string", "int64", "writeInt64", "readInt64", typed, ordered),
  int64Number: form("number", "number", "int64Number", "writeInt64Number", "readInt64Number", typed, ordered),
  int64String: form("string", "string", "int64String", "writeInt64String", "readInt64String", typed, ordered),
  double: form("number", "$.DoubleJson", "double", "writeDouble", "readDouble", typed, ordered),
  dateTime: form("Date", "string", "dateTime", "writeDateTime", "readDateTime", typed, "DateCondition"),
  dateTimeIso: form("string", "string", "dateTimeIso", "writeDateTimeIso", "readDateTimeIso", typed, ordered),
  dateTimeTicks: form("$.Ticks", "string", "dateTimeTicks", "writeDateTimeTicks", "readDateTimeTicks", typed, ordered),
  guid: form("$.Guid", "$.Guid", "guid", "writeGuid", "readGuid", typed, "GuidCondition"),
  binary: form("Uint8Array", "string", "binary", "writeBinary", "readBinary", typed, "BinaryCondition"),
} as const;

function form(
  type: string,
  json: string,
  schema: RuntimeValue,
  write: RuntimeValue,
  read: RuntimeValue,
  readBy: PropertyRepresentation["readBy"],
  condition: RuntimeType,
): PropertyRepresentation {
  return { type, json, schema, write, read, readBy, condition };
}

const suffixes = { bigint: "", number: "Number", string: "String", date: "", iso: "Iso", ticks: "Ticks" } as const;

/**
 * Returns the suffix in the keys of `forms` for the TypeScript type of a property (option `as`), such as `Ticks`; empty for the default
 * type.
 */
function formSuffix(property: PropertyModel): (typeof suffixes)[keyof typeof suffixes] {
  return property.as === undefined ? "" : suffixes[property.as];
}

export function chooseRepresentation(property: PropertyModel): PropertyRepresentation {
  return forms[`${property.type}${formSuffix(property)}` as keyof typeof forms];
}

/** Returns the name of the runtime's function that declares the property in generated code, such as `stringParts`. */
export function chooseDeclaration(property: PropertyModel): RuntimeValue {
  if (!isDescribed(property)) return chooseRepresentation(property).schema;
  if (property.type === "json") return "storedJson";
  return property.type === "binary" ? "binaryParts" : "stringParts";
}

/**
 * Returns whether values are stored in parts, compressed, or checked by a schema. Generated code then writes and reads them with functions
 * that use the property's declaration, such as `$note`.
 */
export function isDescribed({ parts, compress, json }: PropertyModel): boolean {
  return (parts ?? compress ?? json?.schema) !== undefined;
}

/** Returns the TypeScript type of a property's values: `string`, `"EUR" | "USD"`, `CustomerId`, `Address`. */
export function valueType(property: PropertyModel): string {
  const { brand, json } = property;
  if (json !== undefined) return json.text;
  const values = property.codes?.map(([name]) => name) ?? property.oneOf;
  const union = values?.map((value) => JSON.stringify(value)).join(" | ");
  if (brand === undefined) return union ?? chooseRepresentation(property).type;
  return union === undefined ? brand : `(${union}) & ${brand}`;
}

/**
 * Returns a type as one member of a union. A conditional or function type is put in parentheses, because it would otherwise take in the
 * next member.
 */
export function unionArm(type: string): string {
  return /=>|\?|\binfer\b|\bextends\b|\n/.test(type) ? `(${type})` : type;
}

/** Returns the type that a property's value has after `JSON.stringify`. It keeps a brand if JSON does not change the type. */
export function jsonType(property: PropertyModel): string {
  const { type, json } = chooseRepresentation(property);
  return type === json ? valueType(property) : json;
}

/**
 * Returns the type of a condition on the property; undefined for values that the service cannot compare: JSON, parts, and values stored
 * only in keys.
 */
export function conditionType(property: PropertyModel): string | undefined {
  if (property.keyOnly || property.type === "json" || property.parts !== undefined) return undefined;
  if ((property.oneOf ?? property.codes) !== undefined) return `$.OneOfCondition<${valueType(property)}>`;
  const { condition } = chooseRepresentation(property);
  if (condition === "StringCondition") return "$.StringCondition";
  if (condition === "OrderedCondition" || condition === "EqualityCondition")
    return `$.${condition}<${valueType(property)}>`;
  return property.brand === undefined ? `$.${condition}` : `$.OrderedCondition<${property.brand}>`;
}
