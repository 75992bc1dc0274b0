import { createHeaders, readHeaders, tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../http/http-message.js";
import type { ETag } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import type { Operation, OperationRequest } from "./connection.js";
import { type EntityAddress, type EntityWrite, entityPath } from "./entity-address.js";
import { toServiceError } from "./to-service-error.js";
import { isEntityMissing, parseWrite } from "./write-response.js";

/** Operation that writes a row. Its request sends the body of the write unchanged, as text or as bytes. */
export type WriteOperation<Result = ETag> = Operation<EntityWrite, Result, string | Uint8Array>;

type WriteRequest = OperationRequest<string | Uint8Array>;

function writeRequest(
  method: OperationRequest["method"],
  write: EntityWrite,
  headers: readonly string[],
): WriteRequest {
  const path = entityPath(write.table, write.partitionKey, write.rowKey);
  return { method, path, query: "", headers, body: bodyOf(write) };
}

/**
 * Returns the request that merges properties into a row: a PATCH, or for Cosmos DB, which has no PATCH, a POST.
 * @param ifMatch the ETag that the row must have; undefined for an unconditional merge
 */
function mergeRequest(write: EntityWrite, kind: ServiceKind | undefined, ifMatch?: string): WriteRequest {
  const headers = kind === "cosmos" ? tunnelledMergeHeaders : writeHeaders;
  const method = kind === "cosmos" ? "POST" : "PATCH";
  return writeRequest(method, write, ifMatch === undefined ? headers : withIfMatch(headers, ifMatch));
}

function bodyOf({ toBytes, body }: EntityWrite): string | Uint8Array {
  return toBytes === undefined ? body : toBytes();
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
    body: bodyOf(write),
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
  request: (write, kind) => mergeRequest(write, kind),
  parse: (response, write) => parseWrite(response, "insertOrMergeEntity", write.table),
};

/**
 * Insert Or Replace Entity. Writes the whole row, whether it exists or not.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
 */
export const insertOrReplaceEntity: WriteOperation = {
  name: "insertOrReplaceEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write, writeHeaders),
  parse: (response, write) => parseWrite(response, "insertOrReplaceEntity", write.table),
};

/**
 * Merge Entity. Changes the given properties and retains the others. Fails with 404 if the row does not exist, with 412 if it has another
 * ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
 */
export const mergeEntity: WriteOperation = {
  name: "mergeEntity",
  readOnly: false,
  request: (write, kind) => mergeRequest(write, kind, write.ifMatch ?? "*"),
  parse: (response, write) => parseWrite(response, "mergeEntity", write.table),
};

/**
 * Update Entity. Replaces the whole row. Fails with 404 if the row does not exist, with 412 if it has another ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
 */
export const updateEntity: WriteOperation = {
  name: "updateEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write, withIfMatch(writeHeaders, write.ifMatch ?? "*")),
  parse: (response, write) => parseWrite(response, "updateEntity", write.table),
};

/**
 * Delete Entity. Returns whether the row existed. If an earlier attempt may have been applied, a missing row counts as deleted by that
 * attempt. If a proxy refused an earlier attempt, a missing row is an error, because nobody knows who deleted it. A missing table is an
 * error.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
 */
export const deleteEntity: Operation<EntityAddress & Pick<EntityWrite, "ifMatch">, boolean, never> = {
  name: "deleteEntity",
  readOnly: false,
  request: (row) => ({
    method: "DELETE",
    path: entityPath(row.table, row.partitionKey, row.rowKey),
    query: "",
    headers: withIfMatch(readHeaders, row.ifMatch ?? "*"),
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
export const entityWrites: Readonly<Record<WriteName, WriteOperation<WriteResult>>> = {
  insert: insertEntity,
  insertOrMerge: insertOrMergeEntity,
  insertOrReplace: insertOrReplaceEntity,
  merge: mergeEntity,
  replace: updateEntity,
  delete: deleteEntity,
};
