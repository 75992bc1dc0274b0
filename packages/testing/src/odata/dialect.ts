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
 * Finds the metadata level that a request asks for, in `$format` or in the first JSON or wildcard item of `Accept`.
 * Returns undefined if the request does not ask for JSON.
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

/** Differences between the responses of Storage and those of Cosmos DB. Differences between the data that they accept are in `Limits`. */
export interface Dialect {
  formatTime(ticks: bigint): string;
  valueJson(value: EdmValue): string;
  contentType(level: MetadataLevel): string;
  /** Returns the part of the metadata URL before `/$metadata` in the response with a single entity. */
  entityMetadata(endpoint: string, table: string): string;
  /** True if the names in `$select` are trimmed and appear in the metadata URL. */
  readonly showsSelection: boolean;
  readonly language: string;
  /** Formats the message of an error as the service sends it. */
  errorMessage(error: ServiceError, context: MessageContext): string;
  /**
   * Returns the metadata level in the content type of an error; undefined if the error is XML. `requested` is undefined if the request
   * accepts no JSON.
   */
  errorLevel(error: ServiceError, method: string, requested: MetadataLevel | undefined): MetadataLevel | undefined;
  /**
   * True if a response repeats the client's request ID (`x-ms-client-request-id`), if the request has one, as its own `x-ms-request-id`.
   */
  readonly keepsClientRequestId: boolean;
  /** True if PATCH, access policies, service properties and statistics are supported. */
  readonly hasStorageOperations: boolean;
  /** True if responses have the header fields Cache-Control, Server and x-ms-version. */
  readonly namesServer: boolean;
  /** Content type of a response 204; undefined if it has none. */
  readonly emptyContentType: string | undefined;
  /** True if an error response confirms the request's preference in `Preference-Applied`. */
  readonly errorsApplyPreference: boolean;
  /** True if a page with as many tables as `$top` allows has a continuation token even if no table follows. */
  readonly fullPagesContinue: boolean;
  /** True if the response to the creation of a table has an ETag. */
  readonly tableETags: boolean;
  /** Line break of MIME lines in the response to a transaction. HTTP lines always end in CR LF. */
  readonly newline: "\r\n" | "\n";
  /**
   * True if each part of a transaction's response has its number, from 1, as `Content-ID`, except the part of an operation that failed: its
   * only header field is `Content-Type`.
   */
  readonly numbersParts: boolean;
  /**
   * True if the message of an error of the storage layer begins with the index of the operation (`0:`), even if the change set has no other
   * operation. The message of a single operation has no index if the table is missing.
   */
  readonly indexesSingleParts: boolean;
  /** True if an invalid change set makes the whole response a 400, rather than one of its parts. */
  readonly rejectsWholeBatch: boolean;
  /** True if `$filter` compares entities as documents of Cosmos DB: see `cosmosFilterFunction`. */
  readonly comparesDocuments: boolean;
  /** True if a query lists entities in the order of their creation, even those that one transaction creates. */
  readonly listsByCreation: boolean;
}

/** Values that the message of an error contains besides the error. */
export interface MessageContext {
  readonly method: string;
  readonly requestId: string;
  /** The service's time, as text. */
  readonly time: string;
}

/** Years whose Cosmos DB for Table can be imitated. Its responses were recorded in both years, and had changed in between. */
export type CosmosYear = 2020 | 2022;

export function findDialect(kind: ServiceKind, year: CosmosYear): Dialect {
  if (kind === "storage") return storage;
  return year === 2020 ? { ...cosmos, ...cosmosIn2020 } : cosmos;
}

const storage: Dialect = {
  formatTime: formatDateTime,
  namesServer: true,
  emptyContentType: undefined,
  errorsApplyPreference: true,
  fullPagesContinue: false,
  indexesSingleParts: false,
  valueJson: (value) => value.json,
  contentType: contentTypeOf,
  entityMetadata: (endpoint) => endpoint,
  showsSelection: true,
  language: "en-US",
  errorMessage: ({ message }, { requestId, time }) => `${message}\nRequestId:${requestId}\nTime:${time}`,
  errorLevel: (_error, _method, requested) => requested,
  keepsClientRequestId: false,
  hasStorageOperations: true,
  tableETags: false,
  newline: "\r\n",
  numbersParts: false,
  rejectsWholeBatch: false,
  comparesDocuments: false,
  listsByCreation: false,
};

const cosmos: Dialect = {
  formatTime: formatDateTimeFull,
  namesServer: false,
  emptyContentType: "application/json",
  errorsApplyPreference: false,
  fullPagesContinue: true,
  indexesSingleParts: true,
  valueJson: ({ type, value, json }) => (type === "Edm.DateTime" ? `"${formatDateTimeFull(value as bigint)}"` : json),
  contentType: (level) => `application/json;odata=${level}`,
  entityMetadata: (endpoint, table) => `${endpoint}/${table}`,
  showsSelection: false,
  language: "en-us",
  errorMessage: (error, context) => cosmosMessage(error, context, "2.14.0 Host/64-bit MicrosoftWindowsNT/10.0.19041.0"),
  // Only the errors of reads and the conflicts (409) have the metadata level that the request asks for, as recorded from the real service.
  errorLevel: ({ status }, method, requested) =>
    method === "GET" || status === 409 ? (requested ?? "fullmetadata") : "fullmetadata",
  keepsClientRequestId: true,
  hasStorageOperations: false,
  tableETags: true,
  newline: "\n",
  numbersParts: true,
  rejectsWholeBatch: true,
  comparesDocuments: true,
  listsByCreation: true,
};

const cosmosIn2020: Partial<Dialect> = {
  namesServer: true,
  emptyContentType: undefined,
  errorMessage: (error, context) => cosmosMessage(error, context, "2.11.0 Host/64-bit MicrosoftWindowsNT/6.2.9200.0"),
};

/** Formats an error message as Cosmos DB does. The messages of errors 400 and 415 also have the activity ID. */
function cosmosMessage(error: ServiceError, { method, requestId }: MessageContext, sdk: string): string {
  const activity =
    error.status === 400 || error.status === 415 ? `\r\nActivityId: ${requestId}, documentdb-dotnet-sdk/${sdk}` : "";
  return `${cosmosText(error, method)}${activity}\nRequestID:${requestId}\n`;
}

function cosmosText({ code, message }: ServiceError, method: string): string {
  if (code === "TableAlreadyExists") return "The specified table already exists.";
  if (code !== "InvalidInput") return message;
  return method === "GET" ? "Request url is invalid." : "One of the input values is invalid.";
}
