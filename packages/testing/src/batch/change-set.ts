import { ServiceError } from "../errors/service-error.js";
import { readEntity } from "../odata/read-entity.js";
import { type Call, keysOf, tableOf } from "../operations/call.js";
import { routeCall } from "../operations/route.js";
import type { EntityKeys } from "../rules/check-names.js";
import type { Store } from "../storage/store.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import type { BatchWriter } from "./write-batch.js";

/** One operation of a transaction, with the keys of the entity that it writes. */
export interface Member {
  readonly call: Call;
  readonly keys: EntityKeys;
}

/** Collects the operations of a transaction in order, and checks each one when it is added. */
export class Members {
  readonly list: Member[] = [];
  readonly #rowKeys = new Set<string>();

  /**
   * Adds an operation. Rejects it if its table or partition differs from that of the first operation, or if an earlier operation writes the
   * same entity.
   */
  add(call: Call): void {
    const { target, environment } = call;
    const isWrite =
      (target.kind === "entity" && call.method !== "GET") || (target.kind === "entities" && call.method === "POST");
    if (!isWrite) throw new ServiceError("InvalidInput", "A change set may contain only writes of entities.");
    const table = environment.store.table(tableOf(call));
    const inserted = target.kind === "entity" ? undefined : readEntity(call.body, environment.limits);
    const { partitionKey, rowKey } = target.kind === "entity" ? target.keys : (inserted ?? keysOf(call));
    const [first] = this.list;
    if (first !== undefined) {
      const sameTable = tableOf(first.call) === tableOf(call) || environment.store.find(tableOf(first.call)) === table;
      if (!sameTable || first.keys.partitionKey !== partitionKey) {
        throw new ServiceError("CommandsInBatchActOnDifferentPartitions");
      }
      if (this.#rowKeys.has(rowKey)) throw new ServiceError("InvalidDuplicateRow");
    }
    this.#rowKeys.add(rowKey);
    call.inserted = inserted;
    this.list.push({ call, keys: { partitionKey, rowKey } });
  }
}

/**
 * Performs the operations of a transaction and writes their replies. If an operation fails, undoes the operations before it and throws the
 * error. Calls `begin` with the index of each operation before the operation is performed.
 */
export function runMembers(members: readonly Member[], writer: BatchWriter, begin: (index: number) => void): void {
  const [first] = members;
  if (first === undefined) return;
  const undo = new UndoLog(first.call.environment.store, tableOf(first.call));
  try {
    for (const [index, { call, keys }] of members.entries()) {
      begin(index);
      const operation = routeCall(call);
      undo.record(keys);
      writer.add(operation.run(call), call, index);
    }
  } catch (error) {
    undo.rollBack();
    throw error;
  }
}

/** Records each entity before a transaction changes it, so that a failed transaction can be undone. */
class UndoLog {
  readonly #store: Store;
  readonly #table: string;
  readonly #before: { readonly keys: EntityKeys; readonly entity: StoredEntity | undefined }[] = [];

  constructor(store: Store, table: string) {
    this.#store = store;
    this.#table = table;
  }

  record(keys: EntityKeys): void {
    const entity = this.#store.find(this.#table)?.get(keys.partitionKey, keys.rowKey);
    this.#before.push({ keys, entity });
  }

  rollBack(): void {
    for (const { keys, entity } of this.#before) {
      if (entity !== undefined) this.#store.writable(this.#table).put(entity);
      else if (this.#store.find(this.#table)?.get(keys.partitionKey, keys.rowKey) !== undefined) {
        this.#store.writable(this.#table).delete(keys.partitionKey, keys.rowKey);
      }
    }
  }
}
