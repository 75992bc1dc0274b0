import { checkOptions, type OptionKind, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { CorsRule, ServiceLogging, ServiceMetrics, ServiceProperties } from "./service-properties.js";

const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"]);

const propertyForms: OptionKinds<ServiceProperties> = {
  logging: "object",
  hourMetrics: "object",
  minuteMetrics: "object",
  cors: "array",
};
const retentionDays = wholeNumber(1, 365);
const loggingForms: OptionKinds<ServiceLogging> = {
  read: "boolean",
  write: "boolean",
  delete: "boolean",
  retentionDays,
};
const metricsKinds: OptionKinds<ServiceMetrics> = { enabled: "boolean", includeApis: "boolean", retentionDays };
const corsForms: OptionKinds<CorsRule> = {
  allowedOrigins: "array",
  allowedMethods: "array",
  allowedHeaders: "array",
  exposedHeaders: "array",
  maxAgeSeconds: wholeNumber(0),
};

/**
 * Checks properties that the service would reject with the bare code InvalidXmlDocument.
 * @throws TableError `administration.invalid`
 * @see https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
 */
export function checkServiceProperties(properties: ServiceProperties): void {
  check("service properties", properties ?? null, propertyForms);
  const { logging, hourMetrics, minuteMetrics, cors } = properties;
  check("logging", logging, loggingForms);
  check("hourMetrics", hourMetrics, metricsKinds);
  check("minuteMetrics", minuteMetrics, metricsKinds);
  if (logging === undefined && hourMetrics === undefined && minuteMetrics === undefined && cors === undefined) {
    throw invalid("nothing is set; pass at least one of logging, hourMetrics, minuteMetrics and cors");
  }
  if (cors !== undefined && cors.length > 5) throw invalid(`cors has ${cors.length} rules; the limit is 5`);
  cors?.forEach(checkRule);
}

function check(of: string, given: object | undefined, known: Readonly<Record<string, OptionKind>>): void {
  checkOptions(of, given, known, "administration.invalid");
}

function checkRule(rule: CorsRule, index: number): void {
  const at = `cors[${index}]`;
  check(at, rule ?? null, corsForms);
  for (const name of ["allowedOrigins", "allowedMethods", "maxAgeSeconds"] as const) {
    if (rule[name] === undefined) throw invalid(`${at} has no ${name}`);
  }
  if (rule.allowedOrigins.length < 1 || rule.allowedOrigins.length > 64) {
    throw invalid(`${at}.allowedOrigins has ${rule.allowedOrigins.length} entries; it must have 1 to 64`);
  }
  if (rule.allowedMethods.length === 0) throw invalid(`${at}.allowedMethods is empty`);
  for (const method of rule.allowedMethods) {
    if (!methods.has(method))
      throw invalid(`${at}.allowedMethods has "${method}"; the service supports ${[...methods].join(", ")}`);
  }
  for (const name of ["allowedOrigins", "allowedHeaders", "exposedHeaders"] as const) {
    for (const entry of rule[name] ?? []) {
      if (typeof entry !== "string") throw invalid(`${at}.${name} has ${formatValue(entry)}, which is not a string`);
      if (entry.length > 256)
        throw invalid(`${at}.${name} has an entry of ${entry.length} characters; the limit is 256`);
      if (!/^[\x21-\x2b\x2d-\x7e]+$/.test(entry))
        throw invalid(`${at}.${name} has an entry with a space, a comma or a non-ASCII character`);
    }
  }
}

function invalid(reason: string): TableError {
  return new TableError("administration.invalid", `The service properties cannot be set: ${reason}.`);
}
