import { deleteEntity } from "../operations/delete-entity.js";
import type { Conditional, EntityWrite } from "../operations/entity-write.js";
import { insertEntity } from "../operations/insert-entity.js";
import { insertOrMergeEntity } from "../operations/insert-or-merge-entity.js";
import { insertOrReplaceEntity } from "../operations/insert-or-replace-entity.js";
import { mergeEntity } from "../operations/merge-entity.js";
import type { Operation } from "../operations/operation.js";
import { updateEntity } from "../operations/update-entity.js";
import { writePart } from "../operations/write-part.js";
import type { ETag } from "../schema/entity-types.js";
import type { DoubtfulWrite } from "./settle-write.js";

/** The REST operation behind each word of the API, and what it leaves in the row. */
export const writeOperations = {
  insert: { rest: insertEntity, leaves: "whole" },
  insertOrReplace: { rest: insertOrReplaceEntity, leaves: "whole" },
  insertOrMerge: { rest: insertOrMergeEntity, leaves: "part" },
  replace: { rest: updateEntity, leaves: "whole" },
  merge: { rest: mergeEntity, leaves: "part" },
  delete: { rest: deleteEntity, leaves: "gone" },
} as const satisfies Record<string, { rest: Operation<RowWrite, ETag | boolean>; leaves: DoubtfulWrite["leaves"] }>;

export type WriteName = keyof typeof writeOperations;

/**
 * All that the operations on one row ask for; a delete has an empty body, an upsert and an insert no use of `ifMatch`.
 */
export type RowWrite = EntityWrite & Conditional;

/** A write that was checked and encoded, and not sent. */
export interface PlannedWrite {
  readonly name: WriteName;
  /** Name of the entity's class, or of the table where there is no definition. */
  readonly entity: string;
  readonly write: RowWrite;
}

/** The write as a part of a change set. */
export function partOf({ name, write }: PlannedWrite, endpoint: string): string {
  return writePart(endpoint, writeOperations[name].rest.request(write));
}

/** What is kept of a write that leaves as a part of a change set, which holds its body. */
export function withoutBody({ name, entity, write }: PlannedWrite): PlannedWrite {
  const { table, partitionKey, rowKey, kind, ifMatch } = write;
  return { name, entity, write: { table, partitionKey, rowKey, kind, ifMatch, body: "" } };
}
