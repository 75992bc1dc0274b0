import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";
import type { RowBytes } from "../schema/hooks.js";
import type { ServiceKind } from "../schema/limits.js";
import type { OperationRequest } from "./connection.js";
import type { EntityWrite } from "./entity-address.js";
import { entityWrites, type WriteName } from "./entity-writes.js";
import { writePart } from "./write-part.js";

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

  /** Returns the same write with another `If-Match`. */
  under(ifMatch: string): Write {
    return new Write(this.name, this.target, this, ifMatch, this.companions, this.effects);
  }

  /** Returns the same write with other effects and companions. */
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
  toPart({ endpoint, kind }: { readonly endpoint: string; readonly kind: ServiceKind }): string {
    const write = this.toBytes === undefined ? this : this.alone(this.body);
    return writePart(endpoint, entityWrites[this.name].request(write, kind) as OperationRequest);
  }
}
