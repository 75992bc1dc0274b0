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

/** One request of one operation, authenticated: alone or as a part of a transaction. */
export interface Call {
  readonly environment: Environment;
  readonly method: string;
  readonly target: Target;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: HeaderFields;
  readonly body: string;
  /** The account's URL, without a slash at the end. */
  readonly endpoint: string;
  readonly secondary: boolean;
  readonly grant: Grant;
  /** Undefined if the request accepts no JSON. */
  readonly level: MetadataLevel | undefined;
  /** The entity of an insert, where the transaction that it is a part of has read it already. */
  readonly inserted?: EntityBody;
  /** Ticks of the transaction that this call is a part of. */
  readonly ticks?: bigint;
}

/** A response without the header fields that every response has. */
export interface Reply {
  readonly status: number;
  readonly headers?: readonly string[];
  readonly contentType?: string;
  readonly body?: string;
  /** The entities of a page. */
  readonly entities?: readonly EntityKeys[];
}

/** One page of the REST reference. */
export interface Operation {
  readonly name: OperationName;
  /** Changes what is stored, so that the secondary refuses it. */
  readonly writes: boolean;
  run(call: Call): Reply;
}

/** The table that a request is addressed to. */
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

/** The metadata level of a response with a body. */
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

/** Refuses a write whose If-Match does not match the stored entity. */
export function checkCondition(ifMatch: string, entity: StoredEntity): void {
  if (ifMatch !== "*" && ifMatch !== entity.etag) throw new ServiceError("UpdateConditionNotSatisfied");
}

/** The If-Match of a request; refuses one that is not an ETag of this service. */
export function ifMatchOf(call: Call): string | undefined {
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

export function preferenceOf(call: Call): Preference | undefined {
  const value = call.headers.get("prefer");
  return value === "return-content" || value === "return-no-content" ? value : undefined;
}

/** The response to a creation at `location`: with its content, or 204 if the request prefers that. */
export function createdReply(
  call: Call,
  location: string,
  headers: readonly string[],
  body: (level: MetadataLevel) => string,
): Reply {
  const preference = preferenceOf(call);
  const applied = preference === undefined ? [] : ["Preference-Applied", preference];
  if (preference === "return-no-content") {
    return { status: 204, headers: [...applied, "Location", location, "DataServiceId", location, ...headers] };
  }
  const level = requiredLevel(call);
  return {
    status: 201,
    headers: [...applied, ...headers, "Location", location],
    contentType: call.environment.dialect.contentType(level),
    body: body(level),
  };
}
