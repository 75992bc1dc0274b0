import type { Connection } from "../rest/connection.js";
import type { Conditional, EntityAddress, EntityWrite, WriteBody } from "../rest/entity-address.js";
import { entityWrites, type WriteName, type WriteResult } from "../rest/entity-writes.js";
import { writePart } from "../rest/write-part.js";
import type { EntityId, ETag } from "../schema/entity-types.js";
import type { RowBytes } from "../schema/hooks.js";
import type { Written } from "./write-options.js";

export type InsertName = "insert" | "insertOrMerge" | "insertOrReplace";
export type UpdateName = "merge" | "replace";

/** Converts the result of a write other than a delete to the object that client methods return. */
export function written(result: WriteResult): Written {
  return { $etag: result as ETag };
}

/** Input of a write besides the address of the row and its body. */
interface WriteContext extends Conditional {
  readonly encoded: EncodedWrite;
}

/** Input of every operation that writes a row. Each operation uses only some of the members. */
export type RowInput<Body extends WriteBody = WriteBody> = EntityWrite<Body> & WriteContext;

/** Name of an entity class, for messages, and name of its table. Without an entity definition both are the name of the table. */
export interface WriteTarget {
  readonly name: string;
  readonly table: string;
}

/*
 * The following types are classes, because V8 soon allocates the object literals of a busy loop in old space. Only a full collection frees
 * those and their strings, so a bulk would need far more memory.
 */

/** Write without its body: the operation, the row and the condition. This is all that is kept once a change set contains the body. */
export class RowWrite implements EntityAddress {
  readonly name: WriteName;
  readonly entity: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** ETag that the row must have, or `*` for any; undefined for an insert or upsert. */
  readonly ifMatch: string | undefined;

  constructor(name: WriteName, target: WriteTarget, { partitionKey, rowKey }: EntityId, ifMatch: string | undefined) {
    this.name = name;
    this.entity = target.name;
    this.table = target.table;
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.ifMatch = ifMatch;
  }

  /** Returns the same write with another `If-Match`. */
  under(ifMatch: string): RowWrite {
    return new RowWrite(this.name, { name: this.entity, table: this.table }, this, ifMatch);
  }
}

/** Write with the JSON body that it sends. */
export interface EncodedWrite extends RowBytes {
  readonly write: RowWrite;
  /** JSON body; empty for a delete. */
  readonly body: string;
}

/** Further changes that a write implies, such as those to index rows. Only the writer that planned the write uses the details. */
export interface Effects {
  /**
   * True if the other rows that the write changes, such as index rows, depend on the stored row: it is then read before the write is sent.
   */
  readonly needsRow: boolean;
}

/** Write that was checked and encoded, but not sent yet. */
export class PlannedWrite implements EncodedWrite {
  readonly write: RowWrite;
  readonly body: string;
  /** Writes of other rows of the partition that are applied together with this one or not at all. */
  readonly companions: readonly EncodedWrite[];
  readonly effects: Effects | undefined;
  readonly toBytes: RowBytes["toBytes"];

  constructor(
    write: RowWrite,
    body: string,
    companions: readonly EncodedWrite[],
    effects: Effects | undefined,
    toBytes: RowBytes["toBytes"],
  ) {
    this.write = write;
    this.body = body;
    this.companions = companions;
    this.effects = effects;
    this.toBytes = toBytes;
  }
}

const alone: readonly EncodedWrite[] = [];

/** Returns the write with its body, without companions and effects. */
export function withBody(write: RowWrite, body: string, toBytes?: RowBytes["toBytes"]): PlannedWrite {
  return new PlannedWrite(write, body, alone, undefined, toBytes);
}

/** Returns the same write with other effects and companions. */
export function withEffects(
  { write, body, toBytes }: PlannedWrite,
  effects: Effects,
  companions: readonly EncodedWrite[] = alone,
): PlannedWrite {
  return new PlannedWrite(write, body, companions, effects, toBytes);
}

/**
 * Plans a write of one row without companions and effects.
 * @param row keys and body; a delete has no body
 * @param ifMatch condition of a change to an existing row
 */
export function planRow(
  name: WriteName,
  target: WriteTarget,
  row: EntityId & RowBytes & { readonly body?: string },
  ifMatch?: string,
): PlannedWrite {
  return withBody(new RowWrite(name, target, row, ifMatch), row.body ?? "", row.toBytes);
}

/** Returns the input for the operation that sends a write. @param body body of the encoded write, as text or bytes */
export function buildInput<Body extends WriteBody>(
  { kind }: Pick<Connection, "kind">,
  encoded: EncodedWrite,
  body: Body,
): RowInput<Body> {
  const { table, partitionKey, rowKey, ifMatch = "*" } = encoded.write;
  return { table, partitionKey, rowKey, body, kind, ifMatch, encoded };
}

/** Encodes a write as one part of a change set, the body of a transaction. */
export function buildPart(connection: Pick<Connection, "kind" | "endpoint">, encoded: EncodedWrite): string {
  const { write, body } = encoded;
  return writePart(connection.endpoint, entityWrites[write.name].request(buildInput(connection, encoded, body)));
}
