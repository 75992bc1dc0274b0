import type { OperationRequest } from "../../http/operation.js";
import { type Conditional, type EntityAddress, type EntityWrite, entityPath } from "../../odata/entity-address.js";
import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../../odata/request-headers.js";

type Method = OperationRequest["method"];

/** Returns the request to one row. @param condition of the write; absent for a write without one, and for a read */
export function rowRequest(
  method: Method,
  row: EntityAddress & { readonly body?: string },
  headers: readonly string[],
  condition?: Conditional,
): OperationRequest {
  return {
    method,
    path: entityPath(row.table, row.partitionKey, row.rowKey),
    query: "",
    headers: condition === undefined ? headers : withIfMatch(headers, condition.ifMatch),
    body: row.body,
  };
}

/** Returns the request that merges a row. Cosmos DB has no PATCH. */
export function mergeRequest(write: EntityWrite, condition?: Conditional): OperationRequest {
  return write.kind === "cosmos"
    ? rowRequest("POST", write, tunnelledMergeHeaders, condition)
    : rowRequest("PATCH", write, writeHeaders, condition);
}
