import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../http/headers.js";
import type { Operation, OperationRequest } from "../http/operation.js";
import type { ETag } from "../schema/entity-types.js";
import { type Conditional, type EntityWrite, entityPath, type WriteBody } from "./entity-address.js";

/** Operation that writes a row. Its request sends the body of the input unchanged, so both bodies have the same type (text or bytes). */
export interface WriteOperation<Input = unknown, Result = ETag>
  extends Operation<EntityWrite & Input, Result, WriteBody> {
  request<Body extends WriteBody>(write: EntityWrite<Body> & Input): OperationRequest<Body>;
}

/** Returns the request that writes a row. @param condition ETag that the row must have; undefined for an unconditional write */
export function writeRequest<Body extends WriteBody>(
  method: OperationRequest["method"],
  write: EntityWrite<Body>,
  headers: readonly string[] = writeHeaders,
  condition?: Conditional,
): OperationRequest<Body> {
  return {
    method,
    path: entityPath(write.table, write.partitionKey, write.rowKey),
    query: "",
    headers: condition === undefined ? headers : withIfMatch(headers, condition.ifMatch),
    body: write.body,
  };
}

/** Returns the request that merges properties into a row: a PATCH, or for Cosmos DB, which has no PATCH, a POST. */
export function mergeRequest<Body extends WriteBody>(
  write: EntityWrite<Body>,
  condition?: Conditional,
): OperationRequest<Body> {
  return write.kind === "cosmos"
    ? writeRequest("POST", write, tunnelledMergeHeaders, condition)
    : writeRequest("PATCH", write, writeHeaders, condition);
}
