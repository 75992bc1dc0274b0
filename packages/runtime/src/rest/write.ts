import { createHeaders, readHeaders, tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../http/http-message.js";
import type { EntityId, EntityPayload, ETag } from "../schema/entity-schema.js";
import type { RowBytes } from "../schema/hooks.js";
import type { ServiceKind } from "../schema/limits.js";
import { type Changeset, writePart } from "./changeset.js";
import type { Operation, OperationRequest } from "./connection.js";
import { isEntityMissing, parseWrite } from "./read-response.js";
import { type EntityAddress, entityPath } from "./request-url.js";
import { toServiceError } from "./to-service-error.js";

/** Name of an entity class, for messages, and of its table. Without an entity definition both are the name of the table. */
export interface WriteTarget {
  readonly name: string;
  readonly table: string;
}

/** Further changes that a write implies, such as those to index rows. Only the writer that planned the write uses the details. */
export interface Effects {
  /**
   * True if other rows that the write changes, such as index rows, depend on the stored row. The row is then read before the write is sent.
   */
  readonly needsRow: boolean;
}

const none: readonly Write[] = [];

/** Write of a row, as the operations need it: the address of the row, its body and its condition. */
interface EntityWrite extends EntityAddress {
  /** Whole body of the request. The keys in it equal those of the address. */
  readonly body: string;
  /** Returns the body in UTF-8; absent if the body is short enough to be sent as text. */
  readonly toBytes?: (() => Uint8Array) | undefined;
  /** ETag that the row must have, as the service returned it; `*`, or undefined, for any version. */
  readonly ifMatch?: string | undefined;
}

/** Members of a connection on which a part of a change set depends. */
interface Account {
  readonly endpoint: string;
  readonly kind: ServiceKind;
}

/**
 * Write of one row, checked and encoded. It is planned, joined with others, sent by an operation, and read back. It is a class, because V8
 * soon moves the object literals of a busy loop to old space. Only a full collection frees those and their strings, so a bulk would need
 * far more memory.
 */
export class Write implements EntityWrite, RowBytes {
  readonly name: WriteName;
  readonly target: WriteTarget;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** ETag that the row must have, or `*` for any; undefined for an insert or upsert. */
  readonly ifMatch: string | undefined;
  /** JSON body. Empty for a delete, and once a change set contains the body. */
  readonly body: string;
  readonly toBytes: RowBytes["toBytes"];
  /** Entity or key from which the write was encoded, with the values that the library filled in; undefined if there is none. */
  readonly values: object | undefined;
  /** Writes of other rows of the partition that are applied together with this one or not at all. */
  readonly companions: readonly Write[];
  readonly effects: Effects | undefined;

  /**
   * @param row the keys and the body, and the values that both were encoded from; a delete has no body
   * @param ifMatch the condition of a change to an existing row
   */
  constructor(
    name: WriteName,
    target: WriteTarget,
    row: EntityId & RowBytes & { readonly body?: string; readonly values?: object | undefined },
    ifMatch?: string,
    companions: readonly Write[] = none,
    effects?: Effects,
  ) {
    this.name = name;
    this.target = target;
    this.partitionKey = row.partitionKey;
    this.rowKey = row.rowKey;
    this.ifMatch = ifMatch;
    this.body = row.body ?? "";
    this.toBytes = row.toBytes;
    this.values = row.values;
    this.companions = companions;
    this.effects = effects;
  }

  /** Name of the entity class, or of the table if the row has no definition. */
  get entity(): string {
    return this.target.name;
  }

  get table(): string {
    return this.target.table;
  }

  under(ifMatch: string): Write {
    return new Write(this.name, this.target, this, ifMatch, this.companions, this.effects);
  }

  withEffects(effects: Effects, companions: readonly Write[] = none): Write {
    return new Write(this.name, this.target, this, this.ifMatch, companions, effects);
  }

  /** Returns the same write without companions and effects. @param body the JSON body as one string; by default that of this write */
  alone(body?: string): Write {
    const { name, target, partitionKey, rowKey, ifMatch, values } = this;
    return new Write(name, target, body === undefined ? this : { partitionKey, rowKey, body, values }, ifMatch);
  }

  /** Returns the write without its body, for when a change set contains the body. */
  withoutBody(): Write {
    return this.alone("");
  }

  /** Returns the row as the write will leave it, without its new ETag and Timestamp; undefined if the write deletes the row. */
  rowAfter(row: EntityPayload | undefined): EntityPayload | undefined {
    if (this.name === "delete") return undefined;
    const sent = JSON.parse(this.body) as EntityPayload;
    if (row === undefined || (this.name !== "merge" && this.name !== "insertOrMerge")) return sent;
    const merged: Record<string, unknown> = { ...row };
    // Removes the type annotation of each overwritten property, because the new value may have another type.
    for (const property of Object.keys(sent)) delete merged[`${property}@odata.type`];
    return { ...merged, ...sent } as EntityPayload;
  }

  /** Encodes the write as one part of a change set, the body of a transaction. */
  toPart({ endpoint, kind }: Account): string {
    return writePart(endpoint, this.#request(kind));
  }

  /** Adds the write to a change set, as its last part. */
  addTo(changeset: Changeset, { endpoint, kind }: Account): void {
    changeset.addOperation(endpoint, this.#request(kind));
  }

  #request(kind: ServiceKind): OperationRequest {
    const write = this.toBytes === undefined ? this : this.alone(this.body);
    return entityWrites[this.name].request(write, kind) as OperationRequest;
  }
}

/** Operation that writes a row. Its request sends the body of the write unchanged, as text or as bytes. */
type WriteOperation<Result = ETag> = Operation<EntityWrite, Result, string | Uint8Array>;

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
