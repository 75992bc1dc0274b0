import { AwaitableBulk } from "../bulk/awaitable-bulk.js";
import {
  type Bulk,
  type BulkInput,
  type BulkItem,
  type BulkOptions,
  type BulkOutcome,
  bulkOptionForms,
} from "../bulk/bulk.js";
import { isObject } from "../codec/entity-errors.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { schemaIn } from "../connection/mapped-tables.js";
import { touchesIndexes } from "../entries/indexed-values.js";
import { planIndexedInsert } from "../entries/plan-indexed.js";
import { checkOptions } from "../errors/check-options.js";
import { IndexClient } from "../indexes/index-client.js";
import type { IndexedResult } from "../indexes/write-indexed.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import type { MakeChange, ModifyOptions } from "../write/modify-entity.js";
import { planDelete, planInsert, planMerge, planReplace } from "../write/plan-write.js";
import type { PlannedWrite } from "../write/planned-write.js";
import { type ConditionalOptions, conditionalOptionForms, type Written } from "../write/write-options.js";
import { EntityClient } from "./entity-client.js";

type Writes = typeof import("../indexes/indexed-writes.js");

let writes: Writes | undefined;

/** Loaded with the first write of an entity with indexes. */
async function loadWrites(): Promise<Writes> {
  writes = await import("../indexes/indexed-writes.js");
  return writes;
}

/**
 * The client of an entity with indexes, which are members of it: `service.entities(Employee).byName`. Every write keeps them. Reads and
 * queries of the entity itself are those of any other.
 */
export class IndexedClient<T extends EntityTypes> extends EntityClient<T> {
  readonly #connection: Connection;
  readonly #schema: EntitySchema<T>;

  constructor(connection: Connection, schema: EntitySchema<T>) {
    super(connection, schema);
    this.#connection = connection;
    this.#schema = schema;
    for (const index of schema.indexes ?? []) {
      const target = { connection, schema, index, entry: schemaIn(connection, index.entry) };
      Object.defineProperty(this, index.name, { value: new IndexClient(target), enumerable: true });
    }
  }

  override async insert(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insert", options, callOptionForms);
    const { saveIndexed } = writes ?? (await loadWrites());
    const indexed = planIndexedInsert(this.#connection, this.#schema, entity);
    return { $etag: (await saveIndexed(this.#connection, indexed, options)) as ETag };
  }

  override async insertOrMerge(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insertOrMerge", options, callOptionForms);
    return this.#write(planInsert(this.#connection, this.#schema, "insertOrMerge", entity), options);
  }

  override async insertOrReplace(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insertOrReplace", options, callOptionForms);
    return this.#write(planInsert(this.#connection, this.#schema, "insertOrReplace", entity), options);
  }

  override async merge(key: T["key"], changes: T["merge"], options: ConditionalOptions): Promise<Written> {
    // The indexes hold nothing of what changes: one request.
    if (!isObject(changes) || !touchesIndexes(this.#schema, changes)) return super.merge(key, changes, options);
    checkOptions("merge", options, conditionalOptionForms);
    return this.#write(planMerge(this.#connection, this.#schema, key, changes, options?.ifMatch), options);
  }

  override async replace(entity: T["init"], options: ConditionalOptions): Promise<Written> {
    checkOptions("replace", options, conditionalOptionForms);
    return this.#write(planReplace(this.#connection, this.#schema, entity, options?.ifMatch), options);
  }

  override async delete(key: T["key"], options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionForms);
    const planned = planDelete(this.#connection, this.#schema, key, options?.ifMatch);
    return (await this.#save(planned, options)).existed;
  }

  override async modify(key: T["key"], change: MakeChange<T>, options: ModifyOptions<T> = {}): Promise<Written> {
    const { modifyEntity } = await import("../write/modify-entity.js");
    const { saveChange } = writes ?? (await loadWrites());
    return modifyEntity(
      this.#connection,
      this.#schema,
      key,
      change,
      options,
      saveChange(this.#connection, this.#schema),
    );
  }

  override bulk<Item extends BulkItem<T>>(items: BulkInput<Item>, options: BulkOptions = {}): Bulk<Item> {
    checkOptions("bulk", options, bulkOptionForms);
    return new AwaitableBulk(this.#schema.name, this.#runBulk(items, options));
  }

  async *#runBulk<Item extends BulkItem<T>>(
    items: BulkInput<Item>,
    options: BulkOptions,
  ): AsyncGenerator<BulkOutcome<Item>, void> {
    const { runIndexedBulk } = await import("../bulk/indexed-bulk.js");
    yield* runIndexedBulk(this.#connection, this.#schema, items, options);
  }

  async #write(planned: PlannedWrite, options: CallOptions | undefined): Promise<Written> {
    return { $etag: (await this.#save(planned, options)).$etag as ETag };
  }

  async #save(planned: PlannedWrite, options: CallOptions | undefined): Promise<IndexedResult> {
    const { writeIndexed } = writes ?? (await loadWrites());
    return writeIndexed(this.#connection, this.#schema, planned, options);
  }
}
