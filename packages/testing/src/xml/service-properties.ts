import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "../rules/limits.js";
import { type CorsRule, readCorsRules, writeCorsRules } from "./cors-rules.js";
import { childOf, escapeXml, parseXml, requiredChild, type XmlElement } from "./parse-xml.js";

interface Retention {
  readonly days?: number;
}

interface Logging {
  readonly version: string;
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  readonly retention: Retention;
}

interface Metrics {
  readonly version: string;
  readonly enabled: boolean;
  readonly includeApis?: boolean;
  readonly retention: Retention;
}

export interface ServiceProperties {
  readonly logging: Logging;
  readonly hourMetrics: Metrics;
  readonly minuteMetrics: Metrics;
  readonly cors: readonly CorsRule[];
}

/** Service properties of a new account. */
export const defaultProperties: ServiceProperties = {
  logging: { version: "1.0", read: false, write: false, delete: false, retention: {} },
  hourMetrics: { version: "1.0", enabled: true, includeApis: true, retention: { days: 7 } },
  minuteMetrics: { version: "1.0", enabled: false, retention: {} },
  cors: [],
};

/**
 * Returns the service properties after Set Table Service Properties with this body. A section that the body omits, e.g. `Cors`, keeps its
 * current value.
 */
export function updatedProperties(current: ServiceProperties, body: string, limits: Limits): ServiceProperties {
  const root = parseXml(body);
  if (root.name !== "StorageServiceProperties") throw new ServiceError("InvalidXmlDocument");
  let next = current;
  for (const element of root.children) {
    switch (element.name) {
      case "Logging":
        next = { ...next, logging: readLogging(element) };
        break;
      case "HourMetrics":
        next = { ...next, hourMetrics: readMetrics(element) };
        break;
      case "MinuteMetrics":
        next = { ...next, minuteMetrics: readMetrics(element) };
        break;
      case "Cors":
        next = { ...next, cors: readCorsRules(element, limits) };
        break;
      default:
        throw new ServiceError("InvalidXmlDocument");
    }
  }
  return next;
}

function readLogging(element: XmlElement): Logging {
  return {
    version: requiredChild(element, "Version").text,
    read: readBoolean(requiredChild(element, "Read")),
    write: readBoolean(requiredChild(element, "Write")),
    delete: readBoolean(requiredChild(element, "Delete")),
    retention: readRetention(requiredChild(element, "RetentionPolicy")),
  };
}

function readMetrics(element: XmlElement): Metrics {
  const enabled = readBoolean(requiredChild(element, "Enabled"));
  const includeApis = enabled ? requiredChild(element, "IncludeAPIs") : undefined;
  return {
    version: requiredChild(element, "Version").text,
    enabled,
    ...(includeApis === undefined ? {} : { includeApis: readBoolean(includeApis) }),
    retention: readRetention(requiredChild(element, "RetentionPolicy")),
  };
}

function readRetention(element: XmlElement): Retention {
  if (!readBoolean(requiredChild(element, "Enabled"))) return {};
  const days = Number(childOf(element, "Days")?.text);
  if (!Number.isInteger(days) || days < 1 || days > 365) throw new ServiceError("InvalidXmlDocument");
  return { days };
}

function readBoolean(element: XmlElement): boolean {
  if (element.text !== "true" && element.text !== "false") throw new ServiceError("InvalidXmlDocument");
  return element.text === "true";
}

export function writeProperties({ logging, hourMetrics, minuteMetrics, cors }: ServiceProperties): string {
  return [
    `<StorageServiceProperties><Logging><Version>${escapeXml(logging.version)}</Version>`,
    `<Read>${logging.read}</Read><Write>${logging.write}</Write><Delete>${logging.delete}</Delete>`,
    `${writeRetention(logging.retention)}</Logging>`,
    `<HourMetrics>${writeMetrics(hourMetrics)}</HourMetrics>`,
    `<MinuteMetrics>${writeMetrics(minuteMetrics)}</MinuteMetrics>`,
    `${writeCorsRules(cors)}</StorageServiceProperties>`,
  ].join("");
}

function writeMetrics({ version, enabled, includeApis, retention }: Metrics): string {
  const apis = includeApis === undefined ? "" : `<IncludeAPIs>${includeApis}</IncludeAPIs>`;
  return `<Version>${escapeXml(version)}</Version><Enabled>${enabled}</Enabled>${apis}${writeRetention(retention)}`;
}

function writeRetention({ days }: Retention): string {
  const value = days === undefined ? "<Enabled>false</Enabled>" : `<Enabled>true</Enabled><Days>${days}</Days>`;
  return `<RetentionPolicy>${value}</RetentionPolicy>`;
}
