import type { EntityKeys } from "../rules/check-names.js";
import type { Store } from "../storage/store.js";
import type { StoredEntity } from "../storage/stored-entity.js";

/** Rows as they were before a transaction touched them. */
export class UndoLog {
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
