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
  errorMessage(error: ServiceError, context: MessageContext): string;
  /** The level that the content type of an error names. `requested` is undefined if the request accepts no JSON. */
  errorLevel(error: ServiceError, method: string, requested: MetadataLevel | undefined): MetadataLevel | undefined;
  /** Whether the ID of a request is the client's, where it sent one. */
  readonly keepsClientRequestId: boolean;
  /** Whether PATCH, access policies, service properties and statistics are supported. */
  readonly hasStorageOperations: boolean;
  /** Whether responses name the server, the version of the protocol, and how long they may be cached. */
  readonly namesServer: boolean;
  /** Content type of a response without content. */
  readonly emptyContentType: string | undefined;
  /** Whether an error keeps the preference of its request as applied. */
  readonly errorsApplyPreference: boolean;
  /** Whether a page of tables that is full has a token, also where no table follows. */
  readonly fullPagesContinue: boolean;
  /** Whether the response to the creation of a table has an ETag. */
  readonly tableETags: boolean;
  /** The end of MIME lines in the response to a transaction; HTTP lines end in CR LF. */
  readonly newline: "\r\n" | "\n";
  /** Whether a part of the response to a transaction has its number, from 1, and the part of an error no header fields. */
  readonly numbersParts: boolean;
  /** Whether an error of the storage layer has its index also where the operation is alone in its change set. */
  readonly indexesSingleParts: boolean;
  /** Whether 400 is the status of the whole response to an invalid change set, in place of a part. */
  readonly refusesWholeBatch: boolean;
  /** Whether a query lists entities in the order of their creation, also of those that one transaction creates. */
  readonly listsByCreation: boolean;
}

/** What the message of an error depends on, besides the error. */
export interface MessageContext {
  readonly method: string;
  readonly requestId: string;
  /** The service's clock, as text. */
  readonly time: string;
}

/** The years whose Cosmos DB for Table can be imitated: its responses changed between the recordings of both. */
export type CosmosYear = 2020 | 2022;

export function dialectOf(kind: ServiceKind, year: CosmosYear): Dialect {
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
  refusesWholeBatch: false,
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
  // Recorded: the requested level only for reads and conflicts.
  errorLevel: ({ status }, method, requested) =>
    method === "GET" || status === 409 ? (requested ?? "fullmetadata") : "fullmetadata",
  keepsClientRequestId: true,
  hasStorageOperations: false,
  tableETags: true,
  newline: "\n",
  numbersParts: true,
  refusesWholeBatch: true,
  listsByCreation: true,
};

const cosmosIn2020: Partial<Dialect> = {
  namesServer: true,
  emptyContentType: undefined,
  errorMessage: (error, context) => cosmosMessage(error, context, "2.11.0 Host/64-bit MicrosoftWindowsNT/6.2.9200.0"),
};

/** A request that Cosmos DB refuses before it looks at what is stored is named by its activity as well. */
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
