import { writePart } from "../batch/write-part.js";
import type { Operation } from "../http/operation.js";
import type { Conditional, EntityWrite } from "../odata/entity-write.js";
import { deleteEntity } from "../operations/delete-entity.js";
import { insertEntity } from "../operations/insert-entity.js";
import { insertOrMergeEntity } from "../operations/insert-or-merge-entity.js";
import { insertOrReplaceEntity } from "../operations/insert-or-replace-entity.js";
import { mergeEntity } from "../operations/merge-entity.js";
import { updateEntity } from "../operations/update-entity.js";
import type { ETag } from "../schema/entity-types.js";
import type { ServiceKind } from "../schema/limits.js";
import type { AmbiguousWrite } from "./write-evidence.js";

/** The REST operation behind each word of the API, and what it leaves in the row. */
export const writeOperations = {
  insert: { rest: insertEntity, leaves: "whole" },
  insertOrReplace: { rest: insertOrReplaceEntity, leaves: "whole" },
  insertOrMerge: { rest: insertOrMergeEntity, leaves: "part" },
  replace: { rest: updateEntity, leaves: "whole" },
  merge: { rest: mergeEntity, leaves: "part" },
  delete: { rest: deleteEntity, leaves: "gone" },
} as const satisfies Record<string, { rest: Operation<RowWrite, ETag | boolean>; leaves: AmbiguousWrite["leaves"] }>;

export type WriteName = keyof typeof writeOperations;

/** All that the operations on one row ask for. */
export type RowWrite = EntityWrite & Conditional;

/** What a write is made of: a delete has an empty body, an upsert and an insert no use of `ifMatch`. */
export interface WriteFacts extends RowWrite {
  readonly name: WriteName;
  /** Name of the entity's class, or of the table where there is no definition. */
  readonly entity: string;
}

/**
 * A write that was checked and encoded, and not sent. A class, because V8 soon puts what an object literal makes for keeps
 * where only a full collection finds it, and with it the texts that the same loop makes.
 */
export class PlannedWrite implements WriteFacts {
  readonly name: WriteName;
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly body: string;
  readonly kind: ServiceKind;
  readonly ifMatch: string;

  constructor(facts: WriteFacts, body: string = facts.body) {
    this.name = facts.name;
    this.entity = facts.entity;
    this.table = facts.table;
    this.partitionKey = facts.partitionKey;
    this.rowKey = facts.rowKey;
    this.body = body;
    this.kind = facts.kind;
    this.ifMatch = facts.ifMatch;
  }

  /** The same write with another body: none, where it leaves as a part of a change set, which holds it. */
  withBody(body: string): PlannedWrite {
    return new PlannedWrite(this, body);
  }
}

/** The write as a part of a change set. */
export function partOf(write: PlannedWrite, endpoint: string): string {
  return writePart(endpoint, writeOperations[write.name].rest.request(write));
}
