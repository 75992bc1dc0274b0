import { formatDateTime, formatDateTimeFull } from "../edm/date-time.js";
import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import type { HeaderFields } from "../http/http-message.js";
import type { ServiceKind } from "../rules/limits.js";

export type MetadataLevel = "nometadata" | "minimalmetadata" | "fullmetadata";

const levels = new Map<string, MetadataLevel>([
  ["nometadata", "nometadata"],
  ["minimalmetadata", "minimalmetadata"],
  ["fullmetadata", "fullmetadata"],
]);

/**
 * The level that a request asks for: by `$format`, otherwise by the first JSON or wildcard entry of `Accept`.
 * Undefined if it does not ask for JSON.
 */
export function requestedLevel(headers: HeaderFields, format: string | undefined): MetadataLevel | undefined {
  for (const entry of (format ?? headers.get("accept") ?? "").split(",")) {
    const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    if (type !== "application/json" && type !== "*/*" && type !== "application/*" && type !== "json") continue;
    const odata = parameters.find((parameter) => parameter.startsWith("odata="));
    if (odata === undefined) return "minimalmetadata";
    const level = levels.get(odata.slice("odata=".length));
    if (level === undefined) throw new ServiceError("JsonFormatNotSupported");
    return level;
  }
  return undefined;
}

function contentTypeOf(level: MetadataLevel): string {
  return `application/json;odata=${level};streaming=true;charset=utf-8`;
}

/** How the kinds of service differ in the form of their responses; how they differ in rules is in `Limits`. */
export interface Dialect {
  formatTime(ticks: bigint): string;
  valueJson(value: EdmValue): string;
  contentType(level: MetadataLevel): string;
  /** The URL in front of `$metadata` of a single entity. */
  entityMetadata(endpoint: string, table: string): string;
  /** `$select` is trimmed and shown in the metadata. */
  readonly showsSelection: boolean;
  readonly language: string;
  /** The message of an error as it is sent. */
  errorMessage(text: string, requestId: string, time: string): string;
  /** Whether PATCH, access policies, service properties and statistics are supported. */
  readonly hasStorageOperations: boolean;
  /** Whether the response to the creation of a table has an ETag. */
  readonly tableETags: boolean;
  /** The end of MIME lines in the response to a transaction; HTTP lines end in CR LF. */
  readonly newline: "\r\n" | "\n";
  /** Whether every part of the response to a transaction has its number, from 1. */
  readonly numbersParts: boolean;
}

export const dialects: Record<ServiceKind, Dialect> = {
  storage: {
    formatTime: formatDateTime,
    valueJson: (value) => value.json,
    contentType: contentTypeOf,
    entityMetadata: (endpoint) => endpoint,
    showsSelection: true,
    language: "en-US",
    errorMessage: (text, requestId, time) => `${text}\nRequestId:${requestId}\nTime:${time}`,
    hasStorageOperations: true,
    tableETags: false,
    newline: "\r\n",
    numbersParts: false,
  },
  cosmos: {
    formatTime: formatDateTimeFull,
    valueJson: ({ type, value, json }) => (type === "Edm.DateTime" ? `"${formatDateTimeFull(value as bigint)}"` : json),
    contentType: (level) => `application/json;odata=${level}`,
    entityMetadata: (endpoint, table) => `${endpoint}/${table}`,
    showsSelection: false,
    language: "en-us",
    errorMessage: (text, requestId) => `${text}\nRequestID:${requestId}\n`,
    hasStorageOperations: false,
    tableETags: true,
    newline: "\n",
    numbersParts: true,
  },
};
