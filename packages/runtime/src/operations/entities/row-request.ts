import type { OperationRequest } from "../../http/operation.js";
import { type Conditional, type EntityWrite, entityPath } from "../../odata/entity-address.js";
import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../../odata/request-headers.js";

/** Returns the request that writes a row. @param condition absent for a write without one */
export function writeRequest(
  method: OperationRequest["method"],
  write: EntityWrite,
  headers: readonly string[] = writeHeaders,
  condition?: Conditional,
): OperationRequest {
  return {
    method,
    path: entityPath(write.table, write.partitionKey, write.rowKey),
    query: "",
    headers: condition === undefined ? headers : withIfMatch(headers, condition.ifMatch),
    body: write.body,
  };
}

/** Returns the request that merges a row. Cosmos DB has no PATCH. */
export function mergeRequest(write: EntityWrite, condition?: Conditional): OperationRequest {
  return write.kind === "cosmos"
    ? writeRequest("POST", write, tunnelledMergeHeaders, condition)
    : writeRequest("PATCH", write, writeHeaders, condition);
}
