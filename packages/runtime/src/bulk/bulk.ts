import { notAnObject } from "../codec/check-entity.js";
import { type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { invalidOption, type TableError, wrongValue } from "../errors/table-error.js";
import type { Write, WriteName, WriteResult } from "../rest/write.js";
import type { AnySchema, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { RowTypes, TableRowTypes } from "../write/row-encoder.js";
import { type WriteOptions, writeOptionKinds } from "../write/write-options.js";
import { addWrittenValues } from "../write/writer.js";

/** One write of a bulk. The name of its first member is that of a method of `EntityClient`: `{ insert: order }`. */
export type BulkItem<T extends RowTypes> =
  | ({ readonly insert: T["init"] } & Unconditional)
  | ({ readonly insertOrMerge: T["init"] } & Unconditional)
  | ({ readonly insertOrReplace: T["init"] } & Unconditional)
  | BulkReplace<T>
  | BulkMerge<T>
  | BulkDelete<T>;

/**
 * Members that an item with an insert or an upsert must not have. These operations have no ETag condition and no separate changes, so the
 * members would be ignored.
 */
interface Unconditional {
  readonly ifMatch?: never;
  readonly changes?: never;
}

export interface BulkReplace<T extends RowTypes> extends BulkCondition {
  readonly replace: T["init"];
  readonly changes?: never;
}

export interface BulkMerge<T extends RowTypes> extends BulkCondition {
  readonly merge: T["key"];
  readonly changes: T["merge"];
}

export interface BulkDelete<T extends RowTypes> extends BulkCondition {
  readonly delete: T["key"];
  readonly changes?: never;
}

interface BulkCondition {
  /** ETag of the row as it was read, or `"*"` for any version of the row. */
  readonly ifMatch: ETag | "*";
}

/**
 * One write of a bulk of rows without a definition. The name of its first member is that of a method of `TableClient`: `{ insert: row }`.
 */
export type TableBulkItem = BulkItem<TableRowTypes>;

/**
 * Items of a bulk. An array is an `Iterable` too. It is listed all the same, because only then does the compiler name the wrong item and
 * property.
 */
export type BulkInput<Item> = readonly Item[] | Iterable<Item> | AsyncIterable<Item>;

/** Outcome of one item of a bulk: it was written, or it failed. */
export type BulkOutcome<Item, T extends RowTypes = RowTypes> = BulkItemWritten<Item, T> | BulkItemFailed<Item>;

/** Outcome of an item that was written. */
export interface BulkItemWritten<Item, T extends RowTypes = RowTypes> {
  readonly ok: true;
  /** Position of the item in the source, from 0. */
  readonly index: number;
  readonly item: Item;
  /** New ETag of the row, as `Written.$etag` of a single write; undefined for a delete. */
  readonly $etag: ETag | undefined;
  /**
   * For a delete, whether the row existed: a missing row is not a failure. If a response was lost, a missing row counts as deleted by this
   * item, whoever deleted it. Undefined for other writes.
   */
  readonly existed: boolean | undefined;
  /**
   * Key of the entity, and the values that the library filled in, such as a random id. Empty for a row without an entity definition. A copy
   * of the outcome lacks this member.
   */
  readonly values: BulkValues<T>;
}

/** Key of an entity, and the values that the library filled in for the operation of its item. */
export type BulkValues<T extends RowTypes> = T extends EntityTypes ? T["key"] & Partial<T["inserted"]> : object;

/** Outcome of an item that was not written, or may not have been written. */
export interface BulkItemFailed<Item> {
  readonly ok: false;
  /** Position of the item in the source, from 0. */
  readonly index: number;
  readonly item: Item;
  /** Error of the item. Its `outcome` is `"unknown"` if the item may have been written nevertheless. */
  readonly error: TableError;
}

/** Result of an awaited bulk. */
export interface BulkCounts {
  /** Number of items that were written. That is all of them, because a single failed item rejects with `bulk.failed`. */
  readonly written: number;
}

/**
 * Bulk that has not started. To start it, iterate over it or await it, once. Until then nothing is written. If an async function returns a
 * bulk, its caller awaits it, and so starts it.
 */
export interface Bulk<Item, T extends RowTypes = RowTypes>
  extends AsyncIterator<BulkOutcome<Item, T>, void>,
    AsyncIterable<BulkOutcome<Item, T>>,
    PromiseLike<BulkCounts> {}

/** Progress of a bulk. */
export interface BulkProgress {
  /** Number of items that have an outcome so far, failed ones included. */
  readonly done: number;
  readonly failed: number;
}

/** Options of a bulk, beside those of every write. */
export interface BulkOptions extends WriteOptions {
  /**
   * Maximum number of requests in flight, each to a different partition. Default 8.
   * @throws TableError `config.invalid-option` unless it is a whole number of at least 1
   */
  readonly concurrency?: number | undefined;
  /** Called after every request. If it throws or its promise rejects, the bulk ends with that error. */
  readonly onProgress?: ((progress: BulkProgress) => void) | undefined;
}

export const bulkOptionKinds: OptionKinds<BulkOptions> = {
  ...writeOptionKinds,
  concurrency: wholeNumber(1),
  onProgress: "function",
};

const operations: readonly WriteName[] = ["insert", "insertOrReplace", "insertOrMerge", "replace", "merge", "delete"];

/**
 * Members that an item may have beside its operation, by operation. An application may add its own members to an item, such as a line
 * number, and gets the item back with them.
 */
const companions: Readonly<Partial<Record<string, readonly string[]>>> = {
  replace: ["ifMatch"],
  merge: ["changes", "ifMatch"],
  delete: ["ifMatch"],
};

const looksLikeCompanion = /^(if[-_]?match|changes?)$/i;

/**
 * Rejects an item of a bulk that is not exactly one write.
 * @throws TableError `value.wrong-type` if it has no operation, or more than one; `config.invalid-option` for an `ifMatch` or `changes`
 * that is misspelt or that the operation does not accept, because the bulk would ignore it
 */
export function checkItem(entity: string, item: object): void {
  const nothing = notAnObject(entity, `An item of a bulk of ${entity}`, item);
  if (nothing !== undefined) throw nothing;
  let first: WriteName | undefined;
  for (const name of operations) {
    if (!(name in item)) continue;
    if (first !== undefined) throw notOne(entity, `${first} and ${name}`);
    first = name;
  }
  if (first === undefined) throw notOne(entity, "no operation");
  const allowed = companions[first] ?? [];
  for (const name in item) {
    if (name !== first && looksLikeCompanion.test(name) && !allowed.includes(name)) throw notTaken(entity, first, name);
  }
}

function notTaken(entity: string, operation: string, name: string): TableError {
  const allowed = companions[operation] ?? [];
  const help =
    allowed.length > 0
      ? `It takes ${allowed.join(" and ")}.`
      : "To write under a condition, use replace, merge or delete.";
  const problem = `An item of a bulk of ${entity} has ${JSON.stringify(name)}, which ${operation} does not take. ${help}`;
  return invalidOption(problem, { entity });
}

function notOne(entity: string, given: string): TableError {
  const problem = `An item of a bulk of ${entity} has ${given}; it must have exactly one of ${operations.join(", ")}.`;
  return wrongValue(problem, { entity });
}

/** Outcome of an item that was written. Its `values` are built only when they are read, so that they cost nothing otherwise. */
export class WrittenItem<Item> implements BulkItemWritten<Item> {
  readonly ok = true;
  readonly index: number;
  readonly item: Item;
  readonly $etag: ETag | undefined;
  readonly existed: boolean | undefined;
  readonly #write: Write | undefined;
  readonly #schema: AnySchema | undefined;

  /** @param write the write of the item; undefined for the deletion of a row that does not exist */
  constructor(
    { index, item }: { readonly index: number; readonly item: Item },
    result: WriteResult | undefined,
    write: Write | undefined,
    schema: AnySchema | undefined,
  ) {
    this.index = index;
    this.item = item;
    this.$etag = typeof result === "string" ? result : undefined;
    this.existed = write === undefined || write.name === "delete" ? result === true : undefined;
    this.#write = write;
    this.#schema = schema;
  }

  get values(): object {
    if (this.#schema === undefined) return {};
    const { name, values } = this.#write ?? {
      name: "delete",
      values: (this.item as { readonly delete?: object }).delete,
    };
    return addWrittenValues({}, this.#schema, name, values);
  }

  /** Returns this outcome for the item that the caller passed. */
  of<Own>(item: Own): WrittenItem<Own> {
    const { index, $etag, existed } = this;
    return new WrittenItem({ index, item }, $etag ?? existed, this.#write, this.#schema);
  }
}
