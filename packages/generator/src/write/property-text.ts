import { stringLiteral } from "../emit/source-text.js";
import type { PropertySource } from "./entity-source.js";

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*$/u;

/** Returns a name as a key of an object literal. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}

/** Returns an access to a member of a named object: `k.total`, or `k["a b"]`. */
export function memberAccess(owner: string, name: string): string {
  return identifier.test(name) ? `${owner}.${name}` : `${owner}[${stringLiteral(name)}]`;
}

/** Returns `edm.string({ maxLength: 64 }).optional()`. @param edm name under which the builders are imported */
export function propertyText(property: PropertySource, edm: string): string {
  const { type, json, optional } = property;
  const typeArgument = json === undefined || json.text === "unknown" ? "" : `<${json.text}>`;
  const options = optionTexts(property).join(", ");
  return `${edm}.${type}${typeArgument}(${options === "" ? "" : `{ ${options} }`})${optional ? ".optional()" : ""}`;
}

function optionTexts(property: PropertySource): string[] {
  const { name, storedName, as, min, max, maxLength, maxBytes, oneOf, brand, keyOnly } = property;
  const { formerly = [], keepFormer, reads = [] } = property;
  const form = as === "bigint" || as === "date" ? undefined : as;
  const options: readonly [string, string | undefined][] = [
    ["name", storedName === name ? undefined : stringLiteral(storedName)],
    ["keyOnly", keyOnly ? "true" : undefined],
    ["as", form && stringLiteral(form)],
    ["min", min === undefined ? undefined : `${min}`],
    ["max", max === undefined ? undefined : `${max}`],
    ["maxLength", maxLength === undefined ? undefined : `${maxLength}`],
    ["length", property.length === undefined ? undefined : `${property.length}`],
    ["pattern", property.pattern === undefined ? undefined : stringLiteral(property.pattern)],
    ["maxBytes", maxBytes === undefined ? undefined : `${maxBytes}`],
    ["oneOf", oneOf && listText(oneOf)],
    ["brand", brand === undefined ? undefined : stringLiteral(brand)],
    ["default", defaultText(property)],
    ["formerly", formerly.length === 0 ? undefined : listText(formerly)],
    ["keepFormer", keepFormer ? "true" : undefined],
    ["reads", reads.length === 0 ? undefined : listText(reads)],
  ];
  return options.flatMap(([option, text]) => (text === undefined ? [] : `${option}: ${text}`));
}

function listText(texts: readonly string[]): string {
  return `[${texts.map(stringLiteral).join(", ")}]`;
}

function defaultText({ type, as, default: value, makeDefault }: PropertySource): string | undefined {
  if (makeDefault !== undefined) return stringLiteral(makeDefault);
  if (value === undefined) return undefined;
  if (type === "json") return `${value}`;
  if (type === "int64") return as === "number" ? `${value}` : as === "string" ? `"${value}"` : `${value}n`;
  if (typeof value === "string") return stringLiteral(value);
  return Object.is(value, -0) ? "-0" : `${value}`;
}
