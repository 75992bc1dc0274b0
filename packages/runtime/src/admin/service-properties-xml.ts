import { child, textOf, type XmlElement } from "../http/parse-xml.js";
import type { CorsRule, ServiceLogging, ServiceMetrics, ServiceProperties } from "./service-properties.js";
import { xmlDeclaration, xmlElement } from "./xml.js";

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
