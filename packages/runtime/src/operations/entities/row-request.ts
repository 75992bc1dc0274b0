import type { Operation, OperationRequest } from "../../http/operation.js";
import { type Conditional, type EntityWrite, entityPath, type WriteBody } from "../../odata/entity-address.js";
import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../../odata/headers.js";
import type { ETag } from "../../schema/entity-types.js";

/** Operation that writes a row. Its request has the body of its input, and so the same type of body. */
export interface WriteOperation<Input = unknown, Result = ETag>
  extends Operation<EntityWrite & Input, Result, WriteBody> {
  request<Body extends WriteBody>(write: EntityWrite<Body> & Input): OperationRequest<Body>;
}

/** Returns the request that writes a row. @param condition absent for a write without one */
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

/** Returns the request that merges a row. Cosmos DB has no PATCH. */
export function mergeRequest<Body extends WriteBody>(
  write: EntityWrite<Body>,
  condition?: Conditional,
): OperationRequest<Body> {
  return write.kind === "cosmos"
    ? writeRequest("POST", write, tunnelledMergeHeaders, condition)
    : writeRequest("PATCH", write, writeHeaders, condition);
}
