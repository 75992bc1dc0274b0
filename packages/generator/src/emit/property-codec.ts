import type { PropertyModel } from "../model/property-model.js";
import { formOf, valueType } from "./property-form.js";
import { fragmentLiteral, stringLiteral } from "./string-literal.js";

/** The name of the constant that holds the values of `oneOf`. No property starts with `$`. */
export function oneOfName(property: PropertyModel): string {
  return `$${property.name}`;
}

/** The default as an expression of the property's type. */
export function defaultCode(property: PropertyModel): string | undefined {
  const value = property.default;
  if (value === undefined) return undefined;
  const literal = literalCode(value, property);
  return property.brand === undefined ? literal : `(${literal} as ${valueType(property)})`;
}

function literalCode(value: string | number | bigint | boolean, property: PropertyModel): string {
  if (typeof value === "bigint") {
    if (property.as === "string") return stringLiteral(String(value));
    return property.as === "number" ? String(value) : `${value}n`;
  }
  if (typeof value === "string") return stringLiteral(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The entry of `properties` in the schema. */
export function schemaCode(property: PropertyModel): string {
  const { storedName, optional, keyOnly, min, max, oneOf } = property;
  const length = property.maxLength ?? property.maxBytes;
  const fields = [`type: $.${formOf(property).schema}`];
  if (storedName !== property.name) fields.push(`name: ${stringLiteral(storedName)}`);
  if (optional) fields.push("optional: true");
  if (keyOnly) fields.push("keyOnly: true");
  if (property.default !== undefined) fields.push(`default: ${literalCode(property.default, property)}`);
  if (min !== undefined) fields.push(`min: ${min}`);
  if (max !== undefined) fields.push(`max: ${max}`);
  if (length !== undefined) fields.push(`maxLength: ${length}`);
  if (oneOf !== undefined) fields.push(`oneOf: ${oneOfName(property)}`);
  return `${property.name}: { ${fields.join(", ")} },`;
}

/** The expression that writes the property as a JSON member. */
export function writeCode(property: PropertyModel): string {
  const { name, storedName, edm, optional, oneOf } = property;
  const annotation = isAnnotated(property)
    ? `,${JSON.stringify(`${storedName}@odata.type`)}:${JSON.stringify(edm)}`
    : "";
  const fragment = fragmentLiteral(`${annotation},${JSON.stringify(storedName)}:`);
  const filled = defaultCode(property);
  const value = filled === undefined ? `e.${name}` : `mode === 0 ? (e.${name} ?? ${filled}) : e.${name}`;
  const mode = optional || filled !== undefined ? "2" : "mode";
  const writer = oneOf === undefined ? formOf(property).write : "writeOneOf";
  return `$.${writer}(${[fragment, value, mode, ...writeLimits(property)].join(", ")})`;
}

/** Strings, booleans and Int32 are what JSON says they are; the others need their type beside them. */
function isAnnotated({ edm }: PropertyModel): boolean {
  return edm !== "Edm.String" && edm !== "Edm.Boolean" && edm !== "Edm.Int32";
}

function writeLimits(property: PropertyModel): string[] {
  const { type, oneOf, min, max, maxLength, maxBytes } = property;
  if (oneOf !== undefined) return [oneOfName(property)];
  if (type === "string") return maxLength === undefined ? ["limits"] : ["limits", String(maxLength)];
  if (type === "binary") return maxBytes === undefined ? ["limits"] : ["limits", String(maxBytes)];
  if (type === "json") return ["limits"];
  if (max !== undefined) return [String(min), String(max)];
  return min === undefined ? [] : [String(min)];
}

export function usesLimits(property: PropertyModel): boolean {
  return writeLimits(property).includes("limits");
}

export function usesMode(property: PropertyModel): boolean {
  return !property.optional;
}

export function usesTyped(property: PropertyModel): boolean {
  return !property.keyOnly && formOf(property).readBy.includes("typed");
}

/**
 * The expression that reads the property from a row `r`.
 * @param key the values of the row's keys, as an expression
 */
export function readCode(property: PropertyModel, key: string): string {
  const { name, storedName, oneOf } = property;
  if (property.keyOnly) return `${key}.${name}`;
  const value = cellCode(storedName);
  const annotation = `r[${stringLiteral(`${storedName}@odata.type`)}]`;
  const { read, readBy } = formOf(property);
  const rest = readBy.map((by) => (by === "annotation" ? annotation : "typed"));
  const json = property.json === undefined ? "" : `<${property.json.text}>`;
  const reader =
    oneOf === undefined
      ? `$.${read}${json}(${[value, ...rest].join(", ")})`
      : `$.readOneOf(${value}, ${annotation}, ${oneOfName(property)})`;
  const cast = castCode(reader, property);
  const absent =
    property.key !== undefined ? `${key}.${name}` : property.optional ? "undefined" : defaultCode(property);
  return absent === undefined ? cast : `${value} == null ? ${absent} : ${cast}`;
}

/** The runtime's readers know no brands. */
export function castCode(code: string, property: PropertyModel): string {
  return property.brand === undefined ? code : `${code} as ${valueType(property)}`;
}

/** Names that every object inherits would be read from the prototype where the row lacks them. */
export function cellCode(storedName: string): string {
  const literal = stringLiteral(storedName);
  return storedName in Object.prototype ? `$.own(r, ${literal})` : `r[${literal}]`;
}
