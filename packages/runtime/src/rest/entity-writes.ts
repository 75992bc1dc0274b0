import { createHeaders, readHeaders, tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../http/headers.js";
import type { Operation, OperationRequest } from "../http/operation.js";
import type { ETag } from "../schema/entity-types.js";
import {
  type Conditional,
  type EntityAddress,
  type EntityWrite,
  entityPath,
  type WriteBody,
} from "./entity-address.js";
import { toServiceError } from "./to-service-error.js";
import { isEntityMissing, parseWrite } from "./write-response.js";

/** Operation that writes a row. Its request sends the body of the input unchanged, so both bodies have the same type (text or bytes). */
export interface WriteOperation<Input = unknown, Result = ETag>
  extends Operation<EntityWrite & Input, Result, WriteBody> {
  request<Body extends WriteBody>(write: EntityWrite<Body> & Input): OperationRequest<Body>;
}

/** Returns the request that writes a row. @param condition ETag that the row must have; undefined for an unconditional write */
function writeRequest<Body extends WriteBody>(
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
function mergeRequest<Body extends WriteBody>(
  write: EntityWrite<Body>,
  condition?: Conditional,
): OperationRequest<Body> {
  return write.kind === "cosmos"
    ? writeRequest("POST", write, tunnelledMergeHeaders, condition)
    : writeRequest("PATCH", write, writeHeaders, condition);
}

/** Insert Entity. Fails with 409 if the row exists. @see https://learn.microsoft.com/rest/api/storageservices/insert-entity */
export const insertEntity: WriteOperation = {
  name: "insertEntity",
  readOnly: false,
  request: (write) => ({
    method: "POST",
    path: `/${write.table}`,
    query: "",
    headers: createHeaders,
    body: write.body,
  }),
  parse: (response, write) => parseWrite(response, "insertEntity", write.table),
};

/**
 * Insert Or Merge Entity. Inserts the row, or changes only the given properties if the row exists.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
 */
export const insertOrMergeEntity: WriteOperation = {
  name: "insertOrMergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write),
  parse: (response, write) => parseWrite(response, "insertOrMergeEntity", write.table),
};

/**
 * Insert Or Replace Entity. Writes the whole row, whether it exists or not.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
 */
export const insertOrReplaceEntity: WriteOperation = {
  name: "insertOrReplaceEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write),
  parse: (response, write) => parseWrite(response, "insertOrReplaceEntity", write.table),
};

/**
 * Merge Entity. Changes the given properties and retains the others. Fails with 404 if the row does not exist, with 412 if it has another
 * ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
 */
export const mergeEntity: WriteOperation<Conditional> = {
  name: "mergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write, write),
  parse: (response, write) => parseWrite(response, "mergeEntity", write.table),
};

/**
 * Update Entity. Replaces the whole row. Fails with 404 if the row does not exist, with 412 if it has another ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
 */
export const updateEntity: WriteOperation<Conditional> = {
  name: "updateEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write, writeHeaders, write),
  parse: (response, write) => parseWrite(response, "updateEntity", write.table),
};

/**
 * Delete Entity. Returns whether the row existed. If an earlier attempt may have been applied, a missing row counts as deleted by that
 * attempt. After attempts that a proxy refused, a missing row is an error, because nobody knows who deleted it. A missing table is an error.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
 */
export const deleteEntity: Operation<EntityAddress & Conditional, boolean, never> = {
  name: "deleteEntity",
  readOnly: false,
  request: (row) => ({
    method: "DELETE",
    path: entityPath(row.table, row.partitionKey, row.rowKey),
    query: "",
    headers: withIfMatch(readHeaders, row.ifMatch),
  }),
  parse(response, row) {
    if (response.status === 204) return true;
    const { ambiguousAttempts: lost } = response;
    const isOnlyRefused = lost?.[0] !== undefined && lost.every(({ isRefused }) => isRefused);
    if (isEntityMissing(response) && !isOnlyRefused) return lost !== undefined;
    throw toServiceError(response, { operation: "deleteEntity", table: row.table });
  },
};

/** Result of a write: the new ETag of the row or, for a delete, whether the row existed. */
export type WriteResult = ETag | boolean;

export type WriteName = "insert" | "insertOrMerge" | "insertOrReplace" | "merge" | "replace" | "delete";

/** The six operations that write a row, by the names of the methods of clients. */
export const entityWrites: Readonly<Record<WriteName, WriteOperation<Conditional, WriteResult>>> = {
  insert: insertEntity,
  insertOrMerge: insertOrMergeEntity,
  insertOrReplace: insertOrReplaceEntity,
  merge: mergeEntity,
  replace: updateEntity,
  delete: deleteEntity,
};
