import { stringLiteral } from "../emit/source-text.js";
import type { PartsModel } from "../model/property-model.js";
import type { PropertySource } from "./entity-source.js";

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*$/u;

/** Returns the source text of a member's name in an object literal, in quotes if it is no identifier. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}

/** Returns the source text of an access to a member: `k.total`, or `k["a b"]` if the name is no identifier. */
export function memberAccess(owner: string, name: string): string {
  return identifier.test(name) ? `${owner}.${name}` : `${owner}[${stringLiteral(name)}]`;
}

/**
 * Returns the source text that declares a property: `edm.string({ maxLength: 64 }).optional()`.
 * @param edm name under which the builders are imported
 */
export function propertyText(property: PropertySource, edm: string): string {
  const { type, json, optional } = property;
  const schema = json?.schema;
  const typeArgument = json === undefined || json.text === "unknown" || schema !== undefined ? "" : `<${json.text}>`;
  const options = optionTexts(property).join(", ");
  const given = [...(schema === undefined ? [] : [schema]), ...(options === "" ? [] : [`{ ${options} }`])].join(", ");
  return `${edm}.${type}${typeArgument}(${given})${optional ? ".optional()" : ""}`;
}

function optionTexts(property: PropertySource): string[] {
  const { storedName, as, maxLength, maxBytes, oneOf, brand, keyOnly, codes } = property;
  // The codes of a property determine its bounds, so `min` and `max` are not written then.
  const { min, max } = codes === undefined ? property : {};
  const { formerly = [], keepFormer, reads = [] } = property;
  const form = as === "bigint" || as === "date" ? undefined : as;
  const options: readonly [string, string | undefined][] = [
    ["name", storedName === defaultName(property) ? undefined : stringLiteral(storedName)],
    ["keyOnly", keyOnly ? "true" : undefined],
    ["as", form && stringLiteral(form)],
    ["min", min === undefined ? undefined : `${min}`],
    ["max", max === undefined ? undefined : `${max}`],
    ["maxLength", maxLength === undefined ? undefined : `${maxLength}`],
    ["length", property.length === undefined ? undefined : `${property.length}`],
    ["pattern", property.pattern === undefined ? undefined : stringLiteral(property.pattern)],
    ["maxBytes", maxBytes === undefined ? undefined : `${maxBytes}`],
    ["oneOf", oneOf && listText(oneOf)],
    ["codes", codes && codesText(codes)],
    ["brand", brand === undefined ? undefined : stringLiteral(brand)],
    ["default", defaultText(property)],
    ["formerly", formerly.length === 0 ? undefined : listText(formerly)],
    ["keepFormer", keepFormer ? "true" : undefined],
    ["reads", reads.length === 0 ? undefined : listText(reads)],
    ["parts", property.parts && partsText(property.parts)],
    ["compress", property.compress && stringLiteral(property.compress)],
    ["onInsert", property.stamp === "insert" ? stringLiteral("now") : undefined],
    ["onWrite", property.stamp === "write" ? stringLiteral("now") : undefined],
    ["readOnly", property.readOnly && property.stamp !== "insert" ? "true" : undefined],
    ["hidden", property.hidden ? "true" : undefined],
  ];
  return options.flatMap(([option, text]) => (text === undefined ? [] : `${option}: ${text}`));
}

/** Returns the stored name that a property has if its definition lacks the option `name`. */
function defaultName({ name, parts }: PropertySource): string {
  return parts?.names === undefined ? name : parts.names.replace("{n}", String(parts.from));
}

function partsText({ count, names, from }: PartsModel): string {
  return names === undefined ? `${count}` : `{ names: ${stringLiteral(names)}, from: ${from}, count: ${count} }`;
}

function listText(texts: readonly string[]): string {
  return `[${texts.map(stringLiteral).join(", ")}]`;
}

function codesText(codes: NonNullable<PropertySource["codes"]>): string {
  const members = codes.map(
    ([name, code]) => `${memberName(name)}: ${typeof code === "string" ? stringLiteral(code) : code}`,
  );
  return `{ ${members.join(", ")} }`;
}

function defaultText({ type, as, default: value, makeDefault }: PropertySource): string | undefined {
  if (makeDefault !== undefined) return stringLiteral(makeDefault);
  if (value === undefined) return undefined;
  if (type === "json") return `${value}`;
  if (type === "int64") return as === "number" ? `${value}` : as === "string" ? `"${value}"` : `${value}n`;
  if (typeof value === "string") return stringLiteral(value);
  return Object.is(value, -0) ? "-0" : `${value}`;
}
