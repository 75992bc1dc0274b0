import { formatDateTimeFull, ticksOfMilliseconds } from "../edm/date-time.js";
import { jsonString } from "../edm/edm-value.js";
import { frontDoorErrors, type ServiceError } from "../errors/service-error.js";
import type { Dialect, MetadataLevel } from "../odata/dialect.js";
import { escapeXml } from "../xml/parse-xml.js";
import type { Reply } from "./call.js";

/** Properties of a request that decide the format of an error. */
export interface ErrorContext {
  readonly method: string;
  readonly requestId: string;
  readonly now: number;
  readonly dialect: Dialect;
  /** Metadata level; undefined if the request accepts no JSON. Storage then writes the error as XML. */
  readonly level: MetadataLevel | undefined;
  /**
   * True if the Accept header names JSON. Otherwise an error of the front door (see `frontDoorErrors`) is XML, even if a wildcard accepts
   * JSON.
   */
  readonly acceptsJson?: boolean;
  readonly preference?: string | undefined;
}

export function writeError(error: ServiceError, context: ErrorContext): Reply {
  const { dialect, method, requestId } = context;
  const time = formatDateTimeFull(ticksOfMilliseconds(context.now));
  const message = dialect.errorMessage(error, { method, requestId, time });
  const level = dialect.errorLevel(error, method, context.level);
  const code = ["x-ms-error-code", error.code];
  const isFrontDoor = frontDoorErrors.has(error.code);
  if (level === undefined || (isFrontDoor && !context.acceptsJson)) {
    const body = `<?xml version="1.0" encoding="utf-8"?><m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><m:code>${error.code}</m:code><m:message xml:lang="en-US">${escapeXml(message)}</m:message></m:error>`;
    return { status: error.status, headers: [...error.headers, ...code], contentType: "application/xml", body };
  }
  const body = `{"odata.error":{"code":"${error.code}","message":{"lang":"${dialect.language}","value":${jsonString(message)}}}}`;
  if (isFrontDoor) {
    return { status: error.status, headers: [...error.headers, ...code], contentType: "application/json", body };
  }
  return {
    status: error.status,
    preference: dialect.errorsApplyPreference ? appliedPreference(error, context.preference) : undefined,
    headers: error.headers,
    contentType: dialect.contentType(level),
    body,
  };
}

/** Returns the preference that an error response confirms in `Preference-Applied`; undefined for the error of a missing table. */
export function appliedPreference({ code }: ServiceError, preference: string | undefined): string | undefined {
  return code === "TableNotFound" ? undefined : preference;
}
