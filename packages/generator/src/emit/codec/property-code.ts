import type { PartsModel, PropertyModel } from "../../model/property-model.js";
import { isGiven, isModelOption, optionRows } from "../../options/property-options.js";
import { stringLiteral } from "../source-text.js";
import {
  chooseDeclaration,
  chooseRepresentation,
  isDescribed,
  unionArm,
  valueType,
} from "./property-representation.js";
import type { RuntimeValue } from "./runtime-names.js";

/**
 * Returns the name of the constant that declares the property. It starts with `$`, so that it differs from all other constants in generated
 * code.
 */
export function localName(property: PropertyModel): string {
  return `$${property.name}`;
}

/** Emits the default of a property as an expression of the property's type; undefined if it has none. */
export function defaultCode(property: PropertyModel): string | undefined {
  const value = property.default;
  // The constructor also runs for stored rows. A row may be older than the property, and lack it. So an optional property with `onInsert`
  // or `onWrite` does not get the current time as its default.
  const maker = property.stamp !== undefined && property.optional ? undefined : chooseMaker(property);
  if (value === undefined && maker === undefined) return undefined;
  const literal = value === undefined ? `$.${maker}()` : literalCode(value, property);
  return property.brand === undefined ? literal : `(${literal} as ${valueType(property)})`;
}

/**
 * Returns the name of the runtime's function that makes a new default for each entity, such as `randomGuid`; undefined if the property has
 * no such default.
 */
function chooseMaker({ makeDefault, stamp, as }: PropertyModel): RuntimeValue | undefined {
  if (makeDefault === "random") return "randomGuid";
  if ((makeDefault ?? stamp) === undefined) return undefined;
  return as === "ticks" ? "nowTicks" : as === "iso" ? "nowIso" : "now";
}

function literalCode(value: string | number | bigint | boolean, property: PropertyModel): string {
  if (property.type === "json") return String(value).replaceAll('"__proto__":', '["__proto__"]:');
  if (property.as === "date") return `new Date(${stringLiteral(String(value))})`;
  if (property.as === "ticks") return `${ticksOfIso(String(value))}n`;
  if (typeof value === "bigint") {
    if (property.as === "string") return stringLiteral(String(value));
    return property.as === "number" ? String(value) : `${value}n`;
  }
  if (typeof value === "string") return stringLiteral(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Converts a UTC time with up to 7 fractional digits to .NET ticks. */
function ticksOfIso(text: string): bigint {
  const [seconds = "", fraction = ""] = text.slice(0, -1).split(".");
  const milliseconds = BigInt(Date.parse(`${seconds}Z`));
  return 621_355_968_000_000_000n + milliseconds * 10_000n + BigInt(fraction.padEnd(7, "0"));
}

/** Emits the statement that declares the property: `const $note = $.string("note", $.optional);`. Bundlers omit unused declarations. */
export function declarationCode(property: PropertyModel): string {
  const { name, storedName, optional, keyOnly, codes } = property;
  const options: string[] = [];
  if (storedName !== name) options.push(`name: ${stringLiteral(storedName)}`);
  if (optional) options.push("optional: true");
  if (keyOnly) options.push("keyOnly: true");
  if (property.default !== undefined && codes === undefined) {
    const isNew = property.as === "date" ? pure : "";
    options.push(`default: ${isNew}${literalCode(property.default, property)}`);
  }
  if ((property.makeDefault ?? property.stamp) !== undefined) options.push(`makeDefault: $.${chooseMaker(property)}`);
  options.push(...emittedOptions(property));
  if (property.json?.schema !== undefined) options.push(`schema: () => ${property.json.schema}`);
  if (property.stamp !== undefined) options.push(`stamp: ${stringLiteral(property.stamp)}`);
  else if (property.readOnly) options.push("readOnly: true");
  if (!keyOnly && property.formerly.length + property.reads.length > 0) options.push("evolution: $.evolution");
  const given = options.join(", ");
  const rest = given === "" ? "" : given === "optional: true" ? ", $.optional" : `, { ${given} }`;
  const declared = `${pure}$.${chooseDeclaration(property)}(${stringLiteral(name)}${rest})`;
  return `const ${localName(property)} = ${codes === undefined ? declared : codedCode(property, declared, codes)};`;
}

const emittedRows = optionRows.filter(([, { emitted }]) => emitted !== undefined);

/** Emits the options for which `propertyOptions` gives a name in generated declarations (`emitted`). */
function emittedOptions(property: PropertyModel): string[] {
  return emittedRows.flatMap(([name, { emitted, isNotForCodes }]) => {
    const value = isModelOption(name) ? property[name] : undefined;
    if (!isGiven(value) || (isNotForCodes && property.codes !== undefined)) return [];
    if (name === "parts") return property.parts === undefined ? [] : [`parts: ${partsCode(property.parts)}`];
    return [`${emitted}: ${Array.isArray(value) ? listCode(value) : JSON.stringify(value)}`];
  });
}

/** Emits a property with codes: `$.coded($.int32("status"), { open: 0, paid: 1 })`. */
function codedCode(property: PropertyModel, declared: string, codes: NonNullable<PropertyModel["codes"]>): string {
  const members = codes.map(
    ([name, code]) => `${memberName(name)}: ${typeof code === "string" ? stringLiteral(code) : code}`,
  );
  const fallback = property.default === undefined ? "" : `, ${stringLiteral(String(property.default))}`;
  return `${pure}$.coded(${declared}, { ${members.join(", ")} }${fallback})`;
}

function memberName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : stringLiteral(name);
}

function partsCode({ count, names, from }: PartsModel): string {
  return names === undefined ? `${count}` : `{ count: ${count}, names: ${stringLiteral(names)}, from: ${from} }`;
}

function listCode(texts: readonly string[]): string {
  return `[${texts.map(stringLiteral).join(", ")}]`;
}

/** Comment in generated code that lets bundlers remove a call whose result is unused. */
export const pure = "/* @__PURE__ */ ";

/** Emits the expression that writes the property as a JSON member. */
export function writeCode(property: PropertyModel): string {
  const limits = usesLimits(property) ? ", limits" : "";
  const write = isDescribed(property) ? `${localName(property)}.write` : `$.${writer(property)}`;
  const code = `${write}(${localName(property)}, e.${property.name}, mode${limits})`;
  return property.formerly.length > 0 ? `$.withFormerNames(${localName(property)}, ${code}, mode)` : code;
}

/**
 * Returns whether generated code reads the property with `$.readEvolved`. That function gets the property's declaration, because rows may
 * store the value under another name, as another type, in parts or compressed.
 */
function isEvolved(property: PropertyModel): boolean {
  const { keyOnly, formerly, reads } = property;
  return !keyOnly && (formerly.length + reads.length > 0 || isDescribed(property));
}

function writer(property: PropertyModel): RuntimeValue {
  if (property.codes !== undefined) return "writeCode";
  return property.oneOf === undefined ? chooseRepresentation(property).write : "writeOneOf";
}

/**
 * Returns whether the function that writes the property needs the limits of the service: for strings, JSON and binary data, whose size the
 * service limits.
 */
export function usesLimits({ type, oneOf, codes }: PropertyModel): boolean {
  return oneOf === undefined && codes === undefined && (type === "string" || type === "json" || type === "binary");
}

export function usesTyped(property: PropertyModel): boolean {
  return isEvolved(property) || (!property.keyOnly && chooseRepresentation(property).readBy.includes("typed"));
}

/** Emits the expression that reads the property from a row `r`, or from `k`, the values of the row's keys. */
export function readCode(property: PropertyModel): string {
  const { name, storedName, oneOf, json, brand } = property;
  if (property.keyOnly) return `k.${name}`;
  const mayLack = property.optional || property.default !== undefined;
  if (isEvolved(property)) {
    const type = mayLack ? `${unionArm(valueType(property))} | undefined` : valueType(property);
    return `$.readEvolved(r, ${localName(property)}, typed) as ${type}`;
  }
  if (property.codes !== undefined) {
    const given = [cellCode(storedName), annotationCode(property), localName(property), ...(mayLack ? ["true"] : [])];
    return `$.readCode(${given.join(", ")}) as ${valueType(property)}${mayLack ? " | undefined" : ""}`;
  }
  const { read, readBy } = chooseRepresentation(property);
  const given = [cellCode(storedName), ...readBy.map((by) => (by === "typed" ? by : annotationCode(property)))];
  if (oneOf !== undefined) given.push(localName(property));
  if (mayLack) given.push("true");
  const type = json === undefined ? "" : `<${json.text}>`;
  const code = `$.${oneOf === undefined ? read : "readOneOf"}${type}(${given.join(", ")})`;
  // The runtime's readers return the plain type, so a brand or a union of values needs a cast.
  if (brand === undefined && oneOf === undefined) return code;
  return `${code} as ${valueType(property)}${mayLack ? " | undefined" : ""}`;
}

function annotationCode(property: PropertyModel): string {
  return `r[${localName(property)}.annotationName]`;
}

/** Emits the expression that is true if the row lacks the property under its current name and all its former names. */
export function lacksCode(property: PropertyModel): string {
  if (property.formerly.length > 0) return `$.lacks(r, ${localName(property)})`;
  return `${cellCode(property.storedName)} == null`;
}

/**
 * Emits the expression that reads a stored property of the row `r`. Every object inherits names such as `toString`. For such a name the
 * expression calls `$.own`, because `r.toString` is the inherited member if the row lacks the property.
 */
export function cellCode(storedName: string): string {
  const literal = stringLiteral(storedName);
  return storedName in Object.prototype ? `$.own(r, ${literal})` : `r[${literal}]`;
}
