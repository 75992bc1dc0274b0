import type { AccessPolicy } from "../xml/access-policies.js";
import { SortedKeys } from "./sorted-keys.js";
import type { StoredEntity } from "./stored-entity.js";

/** Receives a call for each change of a store. */
export interface StoreObserver {
  rowChanged(table: string, partitionKey: string, rowKey: string, isNew: boolean): void;
  /** Reports that a table was created or deleted, or its access policies changed. */
  tableChanged(table: string): void;
  propertiesChanged(): void;
  /** Reports that anything may have changed, e.g. because a snapshot was restored. */
  allChanged(): void;
}

/**
 * Identifies one state of the store; each snapshot begins a new one. A table or partition may be changed in place only in the state that
 * created it. In any other state it is copied first.
 */
export interface Owner {
  readonly observer: StoreObserver | undefined;
}

interface Partition {
  readonly owner: Owner;
  readonly entities: Map<string, StoredEntity>;
  readonly rowKeys: SortedKeys;
}

/** Position in a table, given by two keys: before the first entity whose keys are equal to these or greater. */
export interface EntityPosition {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** The entities of one table, ordered by PartitionKey, then RowKey. */
export class Table {
  /** Name as created. Lookups ignore the case, except on Cosmos DB. */
  readonly name: string;
  /** Time of the creation, in ticks. */
  readonly created: bigint;
  readonly owner: Owner;
  #accessPolicies: readonly AccessPolicy[];
  readonly #partitions: Map<string, Partition>;
  readonly #partitionKeys: SortedKeys;

  constructor(name: string, created: bigint, owner: Owner, source?: Table) {
    this.name = name;
    this.created = created;
    this.owner = owner;
    this.#accessPolicies = source?.accessPolicies ?? [];
    this.#partitions = new Map(source === undefined ? [] : source.#partitions);
    this.#partitionKeys = source === undefined ? new SortedKeys() : source.#partitionKeys.copy();
  }

  get accessPolicies(): readonly AccessPolicy[] {
    return this.#accessPolicies;
  }

  set accessPolicies(policies: readonly AccessPolicy[]) {
    this.#accessPolicies = policies;
    this.owner.observer?.tableChanged(this.name);
  }

  get(partitionKey: string, rowKey: string): StoredEntity | undefined {
    return this.#partitions.get(partitionKey)?.entities.get(rowKey);
  }

  put(entity: StoredEntity): void {
    const partition = this.#ownPartition(entity.partitionKey);
    const isNew = !partition.entities.has(entity.rowKey);
    this.owner.observer?.rowChanged(this.name, entity.partitionKey, entity.rowKey, isNew);
    if (isNew) partition.rowKeys.add(entity.rowKey);
    partition.entities.set(entity.rowKey, entity);
  }

  delete(partitionKey: string, rowKey: string): void {
    this.owner.observer?.rowChanged(this.name, partitionKey, rowKey, false);
    const partition = this.#ownPartition(partitionKey);
    partition.entities.delete(rowKey);
    partition.rowKeys.delete(rowKey);
    if (partition.entities.size > 0) return;
    this.#partitions.delete(partitionKey);
    this.#partitionKeys.delete(partitionKey);
  }

  /** Yields the entities in order from a position on. */
  *from(position: EntityPosition): Generator<StoredEntity> {
    for (const partitionKeys of this.#partitionKeys.from(position.partitionKey)) {
      for (const partitionKey of partitionKeys) {
        const { rowKeys, entities } = this.#partitions.get(partitionKey) as Partition;
        for (const keys of rowKeys.from(partitionKey === position.partitionKey ? position.rowKey : "")) {
          for (const key of keys) yield entities.get(key) as StoredEntity;
        }
      }
    }
  }

  get size(): number {
    let size = 0;
    for (const partition of this.#partitions.values()) size += partition.entities.size;
    return size;
  }

  #ownPartition(key: string): Partition {
    const found = this.#partitions.get(key);
    if (found?.owner === this.owner) return found;
    const partition =
      found === undefined
        ? { owner: this.owner, entities: new Map(), rowKeys: new SortedKeys() }
        : { owner: this.owner, entities: new Map(found.entities), rowKeys: found.rowKeys.copy() };
    this.#partitions.set(key, partition);
    if (found === undefined) this.#partitionKeys.add(key);
    return partition;
  }
}
