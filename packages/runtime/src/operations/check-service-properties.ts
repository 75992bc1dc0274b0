import { TableError } from "../errors/table-error.js";
import type { CorsRule, ServiceProperties } from "./service-properties.js";

const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"]);

/**
 * Refuses what the service refuses with the bare word InvalidXmlDocument.
 * @throws TableError `administration.invalid`
 * @see https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
 */
export function checkServiceProperties(properties: ServiceProperties): void {
  const { logging, hourMetrics, minuteMetrics, cors } = properties;
  if (logging === undefined && hourMetrics === undefined && minuteMetrics === undefined && cors === undefined) {
    throw invalid("nothing is set; give at least one of logging, hourMetrics, minuteMetrics and cors");
  }
  checkDays("logging", logging?.retentionDays);
  checkDays("hourMetrics", hourMetrics?.retentionDays);
  checkDays("minuteMetrics", minuteMetrics?.retentionDays);
  if (cors !== undefined && cors.length > 5) throw invalid(`cors has ${cors.length} rules; the service keeps 5`);
  cors?.forEach(checkRule);
}

function checkDays(name: string, days: number | undefined): void {
  if (days === undefined || (Number.isInteger(days) && days >= 1 && days <= 365)) return;
  throw invalid(`${name}.retentionDays is ${days}; it is a whole number from 1 to 365`);
}

function checkRule(rule: CorsRule, index: number): void {
  const at = `cors[${index}]`;
  if (rule.allowedOrigins.length < 1 || rule.allowedOrigins.length > 64) {
    throw invalid(`${at}.allowedOrigins has ${rule.allowedOrigins.length} entries; it has 1 to 64`);
  }
  if (rule.allowedMethods.length === 0) throw invalid(`${at}.allowedMethods is empty`);
  for (const method of rule.allowedMethods) {
    if (!methods.has(method))
      throw invalid(`${at}.allowedMethods has "${method}"; the service knows ${[...methods].join(", ")}`);
  }
  if (!Number.isInteger(rule.maxAgeSeconds) || rule.maxAgeSeconds < 0) {
    throw invalid(`${at}.maxAgeSeconds is ${rule.maxAgeSeconds}; it is a whole number of seconds`);
  }
  for (const name of ["allowedOrigins", "allowedHeaders", "exposedHeaders"] as const) {
    for (const entry of rule[name] ?? []) {
      if (entry.length > 256)
        throw invalid(`${at}.${name} has an entry of ${entry.length} characters; 256 is the limit`);
      if (!/^[\x21-\x2b\x2d-\x7e]+$/.test(entry))
        throw invalid(`${at}.${name} has an entry with a blank, a comma or no ASCII`);
    }
  }
}

function invalid(reason: string): TableError {
  return new TableError("administration.invalid", `The service properties cannot be set: ${reason}.`);
}
