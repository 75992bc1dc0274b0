import { stringLiteral } from "../emit/source-text.js";
import type { PartsModel } from "../model/property-model.js";
import { isGiven, type OptionName, optionRows } from "../options/property-options.js";
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
 * Returns the source text that declares a property: `edm.int32({ min: 0 }).optional()`.
 * @param edm the name under which the builders are imported
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
  return optionRows.flatMap(([option, { isNotForCodes }]) => {
    const text = isNotForCodes && property.codes !== undefined ? undefined : optionText(option, property);
    return text === undefined ? [] : [`${option}: ${text}`];
  });
}

/** Returns the source text of an option's value; undefined if the definition needs no such option. */
function optionText(option: OptionName, property: PropertySource): string | undefined {
  const { storedName, as, stamp, codes, parts } = property;
  switch (option) {
    case "name":
      return storedName === defaultName(property) ? undefined : stringLiteral(storedName);
    case "as":
      return as === undefined || as === "bigint" || as === "date" ? undefined : stringLiteral(as);
    case "default":
      return defaultText(property);
    case "onInsert":
      return stamp === "insert" ? stringLiteral("now") : undefined;
    case "onWrite":
      return stamp === "write" ? stringLiteral("now") : undefined;
    case "readOnly":
      return property.readOnly && stamp !== "insert" ? "true" : undefined;
    case "codes":
      return codes && codesText(codes);
    case "parts":
      return parts && partsText(parts);
    default: {
      const value = property[option];
      if (!isGiven(value)) return undefined;
      if (Array.isArray(value)) return listText(value);
      return typeof value === "string" ? stringLiteral(value) : `${value}`;
    }
  }
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
