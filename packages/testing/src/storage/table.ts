import type { AccessPolicy } from "../xml/access-policies.js";
import { SortedKeys } from "./sorted-keys.js";
import type { StoredEntity } from "./stored-entity.js";

/** Identifies the state that may change an object in place. Any other state copies it first. */
export type Owner = object;

interface Partition {
  readonly owner: Owner;
  readonly entities: Map<string, StoredEntity>;
  readonly rowKeys: SortedKeys;
}

/** A position between entities: the first entity whose keys are not less. */
export interface EntityPosition {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** The entities of one table, ordered by PartitionKey, then RowKey. */
export class Table {
  /** As it was created; lookups ignore the case. */
  readonly name: string;
  /** Ticks of its creation. */
  readonly created: bigint;
  readonly owner: Owner;
  accessPolicies: readonly AccessPolicy[];
  readonly #partitions: Map<string, Partition>;
  readonly #partitionKeys: SortedKeys;

  constructor(name: string, created: bigint, owner: Owner, source?: Table) {
    this.name = name;
    this.created = created;
    this.owner = owner;
    this.accessPolicies = source?.accessPolicies ?? [];
    this.#partitions = new Map(source === undefined ? [] : source.#partitions);
    this.#partitionKeys = source === undefined ? new SortedKeys() : source.#partitionKeys.copy();
  }

  get(partitionKey: string, rowKey: string): StoredEntity | undefined {
    return this.#partitions.get(partitionKey)?.entities.get(rowKey);
  }

  put(entity: StoredEntity): void {
    const partition = this.#ownPartition(entity.partitionKey);
    if (!partition.entities.has(entity.rowKey)) partition.rowKeys.add(entity.rowKey);
    partition.entities.set(entity.rowKey, entity);
  }

  delete(partitionKey: string, rowKey: string): void {
    const partition = this.#ownPartition(partitionKey);
    partition.entities.delete(rowKey);
    partition.rowKeys.delete(rowKey);
    if (partition.entities.size > 0) return;
    this.#partitions.delete(partitionKey);
    this.#partitionKeys.delete(partitionKey);
  }

  /** Entities in order, from a position on. */
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
