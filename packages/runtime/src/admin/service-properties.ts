import { checkOptions, type OptionKind, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { dateAt, parseTime } from "../platform/time.js";
import type { Operation } from "../rest/connection.js";
import { toServiceError } from "../rest/to-service-error.js";
import {
  child,
  loadXmlParser,
  parseXmlResponse,
  textOf,
  type XmlElement,
  xmlBodyHeaders,
  xmlDeclaration,
  xmlElement,
  xmlHeaders,
} from "./xml.js";

/** Settings of the whole Table service of an account. */
export interface ServiceProperties {
  readonly logging?: ServiceLogging | undefined;
  readonly hourMetrics?: ServiceMetrics | undefined;
  readonly minuteMetrics?: ServiceMetrics | undefined;
  /** At most 5 CORS rules. An empty list removes all rules. */
  readonly cors?: readonly CorsRule[] | undefined;
}

/** Settings of the request log that the service keeps. */
export interface ServiceLogging {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  /** Number of days to keep logs, 1 to 365. Absent: forever. */
  readonly retentionDays?: number | undefined;
}

/** Settings of the usage statistics that the service keeps. */
export interface ServiceMetrics {
  readonly enabled: boolean;
  /** True to count each API separately. Ignored unless `enabled` is true. */
  readonly includeApis?: boolean | undefined;
  /** Number of days to keep metrics, 1 to 365. Absent: forever. */
  readonly retentionDays?: number | undefined;
}

/** CORS rule: requests that the service accepts from web pages of other origins. */
export interface CorsRule {
  /** Origins of the web pages, or `*` for all; at most 64. */
  readonly allowedOrigins: readonly string[];
  /** HTTP methods that the pages may use: `DELETE`, `GET`, `HEAD`, `MERGE`, `POST`, `OPTIONS`, `PUT` or `PATCH`. */
  readonly allowedMethods: readonly string[];
  /** Request headers that web pages of these origins may send: names, prefixes such as `x-ms-meta*`, or `*` for all. */
  readonly allowedHeaders?: readonly string[] | undefined;
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Maximum time for which a browser may cache the preflight response, in seconds. */
  readonly maxAgeSeconds: number;
}

/** State of the secondary, the read-only copy of an account in another region. */
export interface ServiceStats {
  /** Status of the replication to the secondary: `live`, `bootstrap` or `unavailable`. */
  readonly status: string;
  /** All writes made before this time have reached the secondary. Undefined if the service reports no time. */
  readonly lastSyncTime: Date | undefined;
}

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

/** Writes the request body of Set Table Service Properties. The service leaves settings that are undefined here as they are. */
export function writeServiceProperties(properties: ServiceProperties): string {
  const { logging, hourMetrics, minuteMetrics, cors } = properties;
  const parts = [
    logging === undefined ? "" : writeLogging(logging),
    hourMetrics === undefined ? "" : writeMetrics("HourMetrics", hourMetrics),
    minuteMetrics === undefined ? "" : writeMetrics("MinuteMetrics", minuteMetrics),
    cors === undefined ? "" : cors.length === 0 ? "<Cors />" : `<Cors>${cors.map(writeRule).join("")}</Cors>`,
  ];
  return `${xmlDeclaration}<StorageServiceProperties>${parts.join("")}</StorageServiceProperties>`;
}

export function readServiceProperties(root: XmlElement): ServiceProperties {
  const logging = child(root, "Logging");
  const cors = child(root, "Cors");
  return {
    logging: logging === undefined ? undefined : readLogging(logging),
    hourMetrics: readMetrics(child(root, "HourMetrics")),
    minuteMetrics: readMetrics(child(root, "MinuteMetrics")),
    cors: cors?.children.filter(({ name }) => name === "CorsRule").map(readRule),
  };
}

const version = xmlElement("Version", "1.0");

function writeLogging(logging: ServiceLogging): string {
  const on =
    xmlElement("Delete", logging.delete) + xmlElement("Read", logging.read) + xmlElement("Write", logging.write);
  return `<Logging>${version}${on}${writeRetention(logging.retentionDays)}</Logging>`;
}

function writeMetrics(name: string, metrics: ServiceMetrics): string {
  const apis = metrics.enabled ? xmlElement("IncludeAPIs", metrics.includeApis ?? false) : "";
  const enabled = xmlElement("Enabled", metrics.enabled);
  return `<${name}>${version}${enabled}${apis}${writeRetention(metrics.retentionDays)}</${name}>`;
}

function writeRetention(days: number | undefined): string {
  return `<RetentionPolicy>${xmlElement("Enabled", days !== undefined)}${xmlElement("Days", days)}</RetentionPolicy>`;
}

function writeRule(rule: CorsRule): string {
  const parts = [
    xmlElement("AllowedOrigins", rule.allowedOrigins.join(",")),
    xmlElement("AllowedMethods", rule.allowedMethods.join(",")),
    xmlElement("MaxAgeInSeconds", rule.maxAgeSeconds),
    xmlElement("ExposedHeaders", (rule.exposedHeaders ?? []).join(",")),
    xmlElement("AllowedHeaders", (rule.allowedHeaders ?? []).join(",")),
  ];
  return `<CorsRule>${parts.join("")}</CorsRule>`;
}

function readLogging(element: XmlElement): ServiceLogging {
  return {
    read: flag(element, "Read"),
    write: flag(element, "Write"),
    delete: flag(element, "Delete"),
    retentionDays: readRetention(element),
  };
}

function readMetrics(element: XmlElement | undefined): ServiceMetrics | undefined {
  if (element === undefined) return undefined;
  return {
    enabled: flag(element, "Enabled"),
    includeApis: child(element, "IncludeAPIs") === undefined ? undefined : flag(element, "IncludeAPIs"),
    retentionDays: readRetention(element),
  };
}

function readRetention(element: XmlElement): number | undefined {
  const policy = child(element, "RetentionPolicy");
  return policy !== undefined && flag(policy, "Enabled") ? whole(child(policy, "Days")) : undefined;
}

function readRule(element: XmlElement): CorsRule {
  return {
    allowedOrigins: list(element, "AllowedOrigins"),
    allowedMethods: list(element, "AllowedMethods"),
    allowedHeaders: list(element, "AllowedHeaders"),
    exposedHeaders: list(element, "ExposedHeaders"),
    maxAgeSeconds: whole(child(element, "MaxAgeInSeconds")) ?? 0,
  };
}

function flag(element: XmlElement, name: string): boolean {
  return textOf(child(element, name))?.toLowerCase() === "true";
}

function whole(element: XmlElement | undefined): number | undefined {
  const text = textOf(element);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function list(element: XmlElement, name: string): readonly string[] {
  return (textOf(child(element, name)) ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/**
 * Get Table Service Properties.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-properties
 */
export const getServiceProperties: Operation<Record<never, never>, ServiceProperties> = {
  name: "getServiceProperties",
  readOnly: true,
  prepare: loadXmlParser,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=properties", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceProperties" });
    return readServiceProperties(parseXmlResponse(response, "StorageServiceProperties"));
  },
};

/**
 * Set Table Service Properties. Settings that are absent from the input stay as they are.
 * @see https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
 */
export const setServiceProperties: Operation<ServiceProperties, void> = {
  name: "setServiceProperties",
  readOnly: false,
  request(properties) {
    checkServiceProperties(properties);
    return {
      method: "PUT",
      path: "/",
      query: "?restype=service&comp=properties",
      headers: xmlBodyHeaders,
      body: writeServiceProperties(properties),
    };
  },
  parse(response) {
    if (response.status !== 202) throw toServiceError(response, { operation: "setServiceProperties" });
  },
};

/**
 * Get Table Service Stats. Only the secondary responds to it, so it works only for accounts with a readable secondary.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
 */
export const getServiceStats: Operation<Record<never, never>, ServiceStats> = {
  name: "getServiceStats",
  readOnly: true,
  secondaryOnly: true,
  prepare: loadXmlParser,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=stats", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceStats" });
    const replication = child(parseXmlResponse(response, "StorageServiceStats"), "GeoReplication");
    const time = parseTime(textOf(child(replication, "LastSyncTime")) ?? "");
    return {
      status: textOf(child(replication, "Status")) ?? "unavailable",
      lastSyncTime: Number.isNaN(time) ? undefined : dateAt(time),
    };
  },
};
