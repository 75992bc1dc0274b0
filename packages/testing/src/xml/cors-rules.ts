import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "../rules/limits.js";
import { escapeXml, requiredChild, type XmlElement } from "./parse-xml.js";

/** A CORS rule. Its lists are in the order in which the service returns them. */
export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

const maximumBytes = 2048;
const methods = new Set(["DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"]);

/**
 * Reads the rules in a `Cors` element. Rejects invalid rules, and more or longer ones than the service stores.
 * https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
 */
export function readCorsRules(element: XmlElement, limits: Limits): CorsRule[] {
  const rules = element.children.map(readRule);
  const tooLong = Buffer.byteLength(writeCorsRules(rules)) > maximumBytes;
  if (rules.length > limits.corsRules || tooLong) throw new ServiceError("InvalidXmlDocument");
  return rules;
}

function readRule(element: XmlElement): CorsRule {
  if (element.name !== "CorsRule") throw new ServiceError("InvalidXmlDocument");
  const list = (name: string): string[] =>
    requiredChild(element, name)
      .text.split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const rule: CorsRule = {
    origins: list("AllowedOrigins"),
    methods: list("AllowedMethods"),
    allowedHeaders: prefixesLast(list("AllowedHeaders")),
    exposedHeaders: prefixesLast(list("ExposedHeaders")),
    maxAgeSeconds: Number(requiredChild(element, "MaxAgeInSeconds").text),
  };
  const valid =
    rule.origins.length > 0 &&
    rule.origins.length <= 64 &&
    rule.methods.length > 0 &&
    rule.methods.every((method) => methods.has(method)) &&
    [rule.allowedHeaders, rule.exposedHeaders].every(isHeaderList) &&
    Number.isInteger(rule.maxAgeSeconds) &&
    rule.maxAgeSeconds >= 0;
  if (!valid) throw new ServiceError("InvalidXmlDocument");
  return rule;
}

/**
 * Returns whether a rule can have these header names: at most 64 literal ones and 2 prefixes (`x-ms-*`), none longer than 256 characters.
 */
function isHeaderList(names: readonly string[]): boolean {
  const prefixed = names.filter((name) => name.endsWith("*")).length;
  return prefixed <= 2 && names.length - prefixed <= 64 && names.every((name) => name.length <= 256);
}

/** Sorts literal header names first and prefixes (`x-ms-*`) last, as the service does. */
function prefixesLast(headers: readonly string[]): string[] {
  return [...headers.filter((name) => !name.endsWith("*")), ...headers.filter((name) => name.endsWith("*"))];
}

export function writeCorsRules(rules: readonly CorsRule[]): string {
  if (rules.length === 0) return "<Cors />";
  return `<Cors>${rules.map(writeRule).join("")}</Cors>`;
}

function writeRule(rule: CorsRule): string {
  const list = (name: string, items: readonly string[]): string =>
    items.length === 0 ? `<${name} />` : `<${name}>${escapeXml(items.join(","))}</${name}>`;
  return [
    "<CorsRule>",
    list("AllowedMethods", rule.methods),
    list("AllowedOrigins", rule.origins),
    list("AllowedHeaders", rule.allowedHeaders),
    list("ExposedHeaders", rule.exposedHeaders),
    `<MaxAgeInSeconds>${rule.maxAgeSeconds}</MaxAgeInSeconds></CorsRule>`,
  ].join("");
}
