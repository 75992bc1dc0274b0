import { Changeset } from "../batch/changeset.js";
import { isObject } from "../codec/entity-errors.js";
import { copyStoredKeys } from "../codec/keys/stored-keys.js";
import type { Connection } from "../connection/connection.js";
import { partitionIn, schemaIn } from "../connection/mapped-tables.js";
import { schemaOf } from "../connection/schema-of.js";
import { type EntryChange, handedOver, localWrites, takerOf } from "../entries/entry-changes.js";
import { planFrom } from "../entries/plan-from.js";
import { type IndexedWrite, planIndexedInsert } from "../entries/plan-indexed.js";
import { checkOptions } from "../errors/check-options.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError, TransactionError } from "../errors/transaction-error.js";
import type { EntityClass, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, Partition } from "../schema/entity-types.js";
import { planDelete, planInsert, planMerge, planReplace } from "../write/plan-write.js";
import { type PlannedWrite, partOf, setBody } from "../write/planned-write.js";
import type { BuiltTransaction } from "../write/submit-writes.js";
import {
  type FromCondition,
  type Transaction,
  type TransactionCondition,
  transactionConditionForms,
} from "./transaction.js";

/** What the callback of a transaction added. */
export interface CollectedTransaction extends BuiltTransaction {
  /** Of each operation that the callback added, where it stands: those of its index rows follow it. */
  readonly positions: readonly number[];
  /** What changes in the indexes of its entities. */
  readonly changes: readonly EntryChange[];
}

/** The condition of a write; which of both follows from the entity, and is known by type. */
type Condition<T extends EntityTypes> = TransactionCondition | FromCondition<T["entity"]>;

/** Collects the operations of one transaction, and refuses what cannot be sent. */
export class TransactionBuilder<Scope extends string> implements Transaction<Scope> {
  readonly #connection: Connection;
  /** With the table that the transaction writes to. */
  readonly #partition: Partition<Scope>;
  /** Properties whose values come from the partition. */
  readonly #names: readonly string[];
  readonly #operations: PlannedWrite[] = [];
  readonly #positions: number[] = [];
  readonly #changes: EntryChange[] = [];
  readonly #rowKeys = new Set<string>();
  #changeset = new Changeset();
  #isOpen = true;
  #refusal: { readonly error: unknown } | undefined;

  constructor(connection: Connection, partition: Partition<Scope>) {
    this.#connection = connection;
    this.#partition = partitionIn(connection, partition);
    this.#names = Object.keys(partition.values);
  }

  insert<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => {
      const schema = this.#schemaOf(entity);
      const whole = this.#inPartition(schema, row);
      if (schema.indexes !== undefined) return planIndexedInsert(this.#connection, schema, whole);
      return planInsert(this.#connection, schema, "insert", whole);
    });
  }

  insertOrMerge<T extends EntityTypes>(
    entity: EntityClass<T>,
    row: T["inPartition"],
    condition?: FromCondition<unknown>,
  ): void {
    this.#upsert("insertOrMerge", entity, row, condition);
  }

  insertOrReplace<T extends EntityTypes>(
    entity: EntityClass<T>,
    row: T["inPartition"],
    condition?: FromCondition<unknown>,
  ): void {
    this.#upsert("insertOrReplace", entity, row, condition);
  }

  #upsert<T extends EntityTypes>(
    name: "insertOrMerge" | "insertOrReplace",
    entity: EntityClass<T>,
    row: T["inPartition"],
    condition: FromCondition<unknown> | undefined,
  ): void {
    this.#add(() => {
      const schema = this.#schemaOf(entity);
      const planned = planInsert(this.#connection, schema, name, this.#inPartition(schema, row));
      return schema.indexes === undefined ? planned : planFrom(this.#connection, schema, planned, condition);
    });
  }

  merge<T extends EntityTypes>(
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    changes: T["merge"],
    condition: Condition<T>,
  ): void {
    this.#change("merge", entity, condition, (schema, ifMatch) =>
      planMerge(this.#connection, schema, this.#inPartition(schema, rowKey), changes, ifMatch),
    );
  }

  replace<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"], condition: Condition<T>): void {
    this.#change("replace", entity, condition, (schema, ifMatch) =>
      planReplace(this.#connection, schema, this.#inPartition(schema, row), ifMatch),
    );
  }

  delete<T extends EntityTypes>(entity: EntityClass<T>, rowKey: T["rowKey"], condition: Condition<T>): void {
    this.#change("delete", entity, condition, (schema, ifMatch) =>
      planDelete(this.#connection, schema, this.#inPartition(schema, rowKey), ifMatch),
    );
  }

  /** Adds a write of an existing row. */
  #change<T extends EntityTypes>(
    of: string,
    entity: EntityClass<T>,
    condition: Condition<T>,
    plan: (schema: EntitySchema<T>, ifMatch: string | undefined) => PlannedWrite,
  ): void {
    this.#add(() => {
      const schema = this.#schemaOf(entity);
      if (schema.indexes === undefined) return plan(schema, conditionOf(of, condition as TransactionCondition));
      return planFrom(this.#connection, schema, plan(schema, "*"), condition as FromCondition<unknown>);
    });
  }

  /** Ends the collection. @throws the first refusal, also one that the callback caught */
  build(): CollectedTransaction {
    this.#isOpen = false;
    if (this.#refusal !== undefined) throw this.#refusal.error;
    if (this.#operations.length === 0) {
      throw new TableError("transaction.empty", "The transaction has no operations. Add 1 to 100.");
    }
    return {
      operations: this.#operations,
      changeset: this.#changeset,
      positions: this.#positions,
      changes: this.#changes,
    };
  }

  #schemaOf<T extends EntityTypes>(entity: EntityClass<T>): EntitySchema<T> {
    return schemaIn(this.#connection, schemaOf(entity));
  }

  /**
   * The entity or key with the partition's values filled in; values of its own stay, and are compared as part of the key.
   */
  #inPartition(schema: { readonly name: string }, given: object): object {
    if (!isObject(given)) return given;
    const own = given as Record<string, unknown>;
    if (this.#names.every((name) => (own[name] ?? undefined) !== undefined)) return given;
    const entity: Record<string, unknown> = { ...own };
    for (const name of this.#names) entity[name] ??= (this.#partition.values as Record<string, unknown>)[name];
    copyStoredKeys(schema, given, entity);
    return entity;
  }

  #add(plan: () => PlannedWrite | IndexedWrite): void {
    if (!this.#isOpen) {
      throw new TableError(
        "transaction.asynchronous",
        "The transaction was sent when its callback returned. This operation came too late and is not part of it.",
      );
    }
    try {
      const planned = plan();
      const position = this.#operations.length;
      if ("changes" in planned) {
        this.#addOperation(planned.write);
        for (const entry of localWrites(this.#connection, planned.changes)) this.#addEntry(entry, planned.changes);
        this.#changes.push(...planned.changes);
      } else this.#addOperation(planned);
      this.#positions.push(position);
    } catch (thrown) {
      const error = this.#placed(thrown);
      this.#refusal ??= { error };
      throw error;
    }
  }

  /**
   * Adds the write of an index row. Two entities that write one row of a unique index have the same values in it: one before and the
   * other after, which is a single write, or both at a time.
   */
  #addEntry(planned: PlannedWrite, changes: readonly EntryChange[]): void {
    const unique = changes.find(({ index, entry }) => index.unique && entry.name === planned.entity);
    if (unique === undefined || !this.#rowKeys.has(planned.rowKey)) {
      this.#addOperation(planned);
      return;
    }
    const earlier = this.#operations.findIndex(({ rowKey }) => rowKey === planned.rowKey);
    const names = [this.#operations[earlier]?.name, planned.name].sort().join();
    const all = [...this.#changes, ...changes];
    const left = all.find(({ before, entry }) => before?.rowKey === planned.rowKey && entry.name === planned.entity);
    const taken = names === "delete,insert" && left ? takerOf(left, all) : undefined;
    if (taken === undefined) {
      const { schema, index } = unique;
      const reason = `an earlier operation of the transaction writes the same values in the unique index ${index.name} of ${schema.name}; two entities cannot have the same values in it.`;
      throw this.#refused(planned, "transaction.duplicate-row", reason);
    }
    this.#replaceOperation(earlier, handedOver(this.#connection, taken));
  }

  #replaceOperation(position: number, planned: PlannedWrite): void {
    const part = partOf(planned, this.#connection.endpoint);
    this.#changeset = Changeset.of(this.#changeset.parts().with(position, part));
    this.#checkSize(planned);
    setBody(planned, "");
    this.#operations[position] = planned;
  }

  #addOperation(planned: PlannedWrite): void {
    this.#check(planned);
    this.#changeset.add(partOf(planned, this.#connection.endpoint));
    this.#checkSize(planned);
    this.#rowKeys.add(planned.rowKey);
    setBody(planned, "");
    this.#operations.push(planned);
  }

  /** The error with the operation's position. */
  #placed(error: unknown): unknown {
    if (!isTableError(error) || isTransactionError(error)) return error;
    return new TableError(
      error.code,
      `Operation ${this.#positions.length} of the transaction: ${error.message}`,
      error,
    );
  }

  #check(planned: PlannedWrite): void {
    const { table, partitionKey, rowKey } = planned;
    const max = this.#connection.limits.transactionOperations;
    if (table !== this.#partition.table || partitionKey !== this.#partition.partitionKey) {
      const scope = `${this.#partition.table}, PartitionKey ${JSON.stringify(this.#partition.partitionKey)}`;
      const reason = `the transaction writes to ${scope}; all its operations must be in that partition.`;
      throw this.#refused(planned, "transaction.other-partition", reason);
    }
    if (this.#rowKeys.has(rowKey)) {
      const reason = "an earlier operation writes this row; a transaction can write each row only once.";
      throw this.#refused(planned, "transaction.duplicate-row", reason);
    }
    if (this.#operations.length >= max) {
      const reason = `a transaction has at most ${max} operations; use bulk for more, which is not atomic.`;
      throw this.#refused(planned, "transaction.too-many-operations", reason);
    }
  }

  #checkSize(planned: PlannedWrite): void {
    const limit = this.#connection.limits.transactionBytes;
    const { bytes } = this.#changeset;
    if (bytes <= limit) return;
    const size = `with it the transaction has ${bytes} bytes; the limit is ${limit}`;
    const reason = `${size}; use bulk for more, which is not atomic.`;
    throw this.#refused(planned, "transaction.too-large", reason);
  }

  #refused(planned: PlannedWrite, code: ErrorCode, reason: string): TransactionError {
    const { name, entity, partitionKey, rowKey } = planned;
    return new TransactionError(code, reason, {
      index: this.#positions.length,
      operation: name,
      entity,
      key: { partitionKey, rowKey },
    });
  }
}

/** The condition's `ifMatch`; planning the write refuses a missing one. */
function conditionOf(of: string, condition: TransactionCondition | undefined): string | undefined {
  checkOptions(of, condition, transactionConditionForms);
  return condition?.ifMatch;
}
