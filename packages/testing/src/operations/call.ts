import type { Environment } from "../account/environment.js";
import type { Grant } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import type { OperationName } from "../faults/fault-request.js";
import type { HeaderFields } from "../http/http-message.js";
import type { MetadataLevel } from "../odata/dialect.js";
import type { EntityBody } from "../odata/read-entity.js";
import type { Target } from "../odata/resource-path.js";
import type { EntityKeys } from "../rules/check-names.js";
import type { StoredEntity } from "../storage/stored-entity.js";

/** An authenticated request for one operation, sent alone or as part of a transaction. */
export interface Call {
  readonly environment: Environment;
  readonly method: string;
  readonly target: Target;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: HeaderFields;
  readonly body: string;
  /** URL of the account, without a slash at the end. */
  readonly endpoint: string;
  readonly secondary: boolean;
  readonly grant: Grant;
  /** OData metadata level that the request asks for; undefined if the request accepts no JSON. */
  readonly level: MetadataLevel | undefined;
  /** Entity to insert, already parsed, if the call is an insert in a transaction; undefined for any other call. */
  inserted?: EntityBody | undefined;
  /** Timestamp of the transaction that this call is part of, in ticks; undefined if the call gets its own Timestamp. */
  readonly ticks?: bigint | undefined;
}

/** Response without the header fields that every response has. */
export interface Reply {
  readonly status: number;
  /** The request's preference, if the operation has applied it, for the header `Preference-Applied`. */
  readonly preference?: string | undefined;
  readonly headers?: readonly string[];
  readonly contentType?: string;
  readonly body?: string;
  /** Keys of the entities on the page of a query. */
  readonly entities?: readonly EntityKeys[];
}

/** One operation of the REST reference. */
export interface Operation {
  readonly name: OperationName;
  /** True if the operation changes stored data. The secondary endpoint rejects such operations. */
  readonly writes: boolean;
  run(call: Call): Reply;
}

/** Returns the name of the table that a call addresses. Rejects a call that addresses no table. */
export function tableOf({ target }: Call): string {
  if (target.kind !== "entities" && target.kind !== "entity" && target.kind !== "table") {
    throw new ServiceError("InvalidUri");
  }
  return target.table;
}

export function keysOf({ target }: Call): EntityKeys {
  if (target.kind !== "entity") throw new ServiceError("InvalidUri");
  return target.keys;
}

/** Returns the metadata level for a response with a body. Rejects a request that accepts no JSON. */
export function requiredLevel(call: Call): MetadataLevel {
  if (call.level === undefined) throw new ServiceError("AtomFormatNotSupported");
  return call.level;
}

export function requireJsonBody(call: Call): void {
  const type = call.headers.get("content-type") ?? "";
  if (/^application\/atom\+xml/i.test(type)) throw new ServiceError("AtomFormatNotSupported");
  if (!/^application\/json\b/i.test(type)) throw new ServiceError("MediaTypeNotSupported");
}

export function requestTicks(call: Call): bigint {
  return call.ticks ?? call.environment.clock.nextTicks();
}

/** Rejects a write whose If-Match does not match the stored entity. */
export function checkCondition(ifMatch: string, entity: StoredEntity): void {
  if (ifMatch !== "*" && ifMatch !== entity.etag) throw new ServiceError("UpdateConditionNotSatisfied");
}

/**
 * Returns the If-Match header of a request; undefined if there is none. Rejects an If-Match that is neither `*` nor an ETag, and a request
 * with If-None-Match.
 */
export function readIfMatch(call: Call): string | undefined {
  if (call.headers.has("if-none-match")) throw new ServiceError("InvalidInput");
  const value = call.headers.get("if-match");
  if (value !== undefined && value !== "*" && !/^[Ww]\/"[^"]*"$/.test(value)) {
    throw new ServiceError(
      "InvalidInput",
      `The etag value '${value}' specified in one of the request headers is not valid.`,
    );
  }
  return value;
}

export type Preference = "return-content" | "return-no-content";

export function readPreference(call: Call): Preference | undefined {
  const value = call.headers.get("prefer");
  return value === "return-content" || value === "return-no-content" ? value : undefined;
}

/** Returns the response to the creation of a table or entity at `location`: 201 with a body, or 204 if the request prefers that. */
export function createdReply(
  call: Call,
  location: string,
  headers: readonly string[],
  body: (level: MetadataLevel) => string,
): Reply {
  const preference = readPreference(call);
  if (preference === "return-no-content") {
    return { status: 204, preference, headers: ["Location", location, "DataServiceId", location, ...headers] };
  }
  const level = requiredLevel(call);
  return {
    status: 201,
    preference,
    headers: [...headers, "Location", location],
    contentType: call.environment.dialect.contentType(level),
    body: body(level),
  };
}
