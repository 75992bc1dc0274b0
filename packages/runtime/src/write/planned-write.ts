import { writePart } from "../batch/write-part.js";
import type { EncodedEntity } from "../codec/encode/entity-body.js";
import type { OperationRequest } from "../http/operation.js";
import type { Conditional, EntityAddress, EntityWrite } from "../odata/entity-address.js";
import { deleteEntity } from "../operations/entities/delete-entity.js";
import { insertEntity } from "../operations/entities/insert-entity.js";
import { insertOrMergeEntity } from "../operations/entities/insert-or-merge-entity.js";
import { insertOrReplaceEntity } from "../operations/entities/insert-or-replace-entity.js";
import { mergeEntity } from "../operations/entities/merge-entity.js";
import { updateEntity } from "../operations/entities/update-entity.js";
import type { EntityId } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";

/** The REST operation of each write without a condition; all return the row's new ETag. */
export const insertOperations = {
  insert: insertEntity,
  insertOrMerge: insertOrMergeEntity,
  insertOrReplace: insertOrReplaceEntity,
};

/** The REST operation of each change to an existing row; both return its new ETag. */
export const updateOperations = { merge: mergeEntity, replace: updateEntity };

export type InsertName = keyof typeof insertOperations;
export type UpdateName = keyof typeof updateOperations;

/** Name and table of an entity class; a table without a definition has its name for both. */
export interface WriteTarget {
  readonly name: string;
  readonly table: string;
}

/** A checked and encoded write of one row that has not been sent. */
export type PlannedWrite = PlannedInsert | PlannedUpdate | PlannedDelete;

/*
 * Classes, because V8 soon allocates object literals of a busy loop in old space, where only a full collection frees
 * them, and with them the strings of that loop: a bulk would need far more memory.
 */

/** An insert or upsert: a whole row, or with `insertOrMerge` a part of one. */
export class PlannedInsert implements EntityWrite {
  readonly name: InsertName;
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  body: string;
  readonly kind: ServiceKind;

  constructor(name: InsertName, target: WriteTarget, { partitionKey, rowKey, body }: EncodedEntity, kind: ServiceKind) {
    this.name = name;
    this.entity = target.name;
    this.table = target.table;
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.body = body;
    this.kind = kind;
  }
}

/** A merge or replace of a row that exists. */
export class PlannedUpdate implements EntityWrite, Conditional {
  readonly name: UpdateName;
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  body: string;
  readonly kind: ServiceKind;
  ifMatch: string;

  constructor(
    name: UpdateName,
    target: WriteTarget,
    { partitionKey, rowKey, body }: EncodedEntity,
    kind: ServiceKind,
    ifMatch: string,
  ) {
    this.name = name;
    this.entity = target.name;
    this.table = target.table;
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.body = body;
    this.kind = kind;
    this.ifMatch = ifMatch;
  }
}

export class PlannedDelete implements EntityAddress, Conditional {
  readonly name = "delete";
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  ifMatch: string;

  constructor(target: WriteTarget, { partitionKey, rowKey }: EntityId, ifMatch: string) {
    this.entity = target.name;
    this.table = target.table;
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.ifMatch = ifMatch;
  }
}

/** The write as one part of a change set. */
export function partOf(write: PlannedWrite, endpoint: string): string {
  return writePart(endpoint, requestOf(write));
}

function requestOf(write: PlannedWrite): OperationRequest {
  if (write instanceof PlannedInsert) return insertOperations[write.name].request(write);
  if (write instanceof PlannedUpdate) return updateOperations[write.name].request(write);
  return deleteEntity.request(write);
}

/** Sets the body of a write, which is empty while a change set holds it. A delete has none. */
export function setBody(write: PlannedWrite, body: string): void {
  if (write instanceof PlannedInsert || write instanceof PlannedUpdate) write.body = body;
}
