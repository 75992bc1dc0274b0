import { Changeset } from "../batch/changeset.js";
import { isObject } from "../codec/entity-errors.js";
import { copyStoredKeys } from "../codec/keys/stored-keys.js";
import type { Connection } from "../connection/connection.js";
import { partitionIn, schemaIn } from "../connection/mapped-tables.js";
import { schemaOf } from "../connection/schema-of.js";
import { checkOptions } from "../errors/check-options.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError, TransactionError } from "../errors/transaction-error.js";
import type { EntityClass, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, Partition } from "../schema/entity-types.js";
import { planDelete, planInsert, planMerge, planReplace } from "../write/plan-write.js";
import { type PlannedWrite, partOf, setBody } from "../write/planned-write.js";
import { type Transaction, type TransactionCondition, transactionConditionForms } from "./transaction.js";

/** A transaction that keeps every rule that can be checked locally. */
export interface BuiltTransaction {
  /** One or more; the change set holds their bodies. */
  readonly operations: readonly PlannedWrite[];
  readonly changeset: Changeset;
}

/** Collects the operations of one transaction, and refuses what cannot be sent. */
export class TransactionBuilder<Scope extends string> implements Transaction<Scope> {
  readonly #connection: Connection;
  /** With the table that the transaction writes to. */
  readonly #partition: Partition<Scope>;
  /** Properties whose values come from the partition. */
  readonly #names: readonly string[];
  readonly #operations: PlannedWrite[] = [];
  readonly #rowKeys = new Set<string>();
  readonly #changeset = new Changeset();
  #isOpen = true;
  #refusal: { readonly error: unknown } | undefined;

  constructor(connection: Connection, partition: Partition<Scope>) {
    this.#connection = connection;
    this.#partition = partitionIn(connection, partition);
    this.#names = Object.keys(partition.values);
  }

  insert<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planInsert(this.#connection, this.#schemaOf(entity), "insert", this.#inPartition(row)));
  }

  insertOrMerge<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planInsert(this.#connection, this.#schemaOf(entity), "insertOrMerge", this.#inPartition(row)));
  }

  insertOrReplace<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planInsert(this.#connection, this.#schemaOf(entity), "insertOrReplace", this.#inPartition(row)));
  }

  merge<T extends EntityTypes>(
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    changes: T["merge"],
    condition: TransactionCondition,
  ): void {
    this.#add(() => {
      const ifMatch = conditionOf("merge", condition);
      return planMerge(this.#connection, this.#schemaOf(entity), this.#inPartition(rowKey), changes, ifMatch);
    });
  }

  replace<T extends EntityTypes>(entity: EntityClass<T>, row: T["inPartition"], condition: TransactionCondition): void {
    this.#add(() => {
      const ifMatch = conditionOf("replace", condition);
      return planReplace(this.#connection, this.#schemaOf(entity), this.#inPartition(row), ifMatch);
    });
  }

  delete<T extends EntityTypes>(entity: EntityClass<T>, rowKey: T["rowKey"], condition: TransactionCondition): void {
    this.#add(() => {
      const ifMatch = conditionOf("delete", condition);
      return planDelete(this.#connection, this.#schemaOf(entity), this.#inPartition(rowKey), ifMatch);
    });
  }

  /** Ends the collection. @throws the first refusal, also one that the callback caught */
  build(): BuiltTransaction {
    this.#isOpen = false;
    if (this.#refusal !== undefined) throw this.#refusal.error;
    if (this.#operations.length === 0) {
      throw new TableError("transaction.empty", "The transaction has no operations. Add 1 to 100.");
    }
    return { operations: this.#operations, changeset: this.#changeset };
  }

  #schemaOf<T extends EntityTypes>(entity: EntityClass<T>): EntitySchema<T> {
    return schemaIn(this.#connection, schemaOf(entity));
  }

  /**
   * The entity or key with the partition's values filled in; values of its own stay, and are compared as part of the key.
   */
  #inPartition(given: object): object {
    if (!isObject(given)) return given;
    const own = given as Record<string, unknown>;
    if (this.#names.every((name) => (own[name] ?? undefined) !== undefined)) return given;
    const entity: Record<string, unknown> = { ...own };
    for (const name of this.#names) entity[name] ??= (this.#partition.values as Record<string, unknown>)[name];
    copyStoredKeys(given, entity);
    return entity;
  }

  #add(plan: () => PlannedWrite): void {
    if (!this.#isOpen) {
      throw new TableError(
        "transaction.asynchronous",
        "The transaction was sent when its callback returned. This operation came too late and is not part of it.",
      );
    }
    try {
      const planned = plan();
      this.#check(planned);
      this.#changeset.add(partOf(planned, this.#connection.endpoint));
      this.#checkSize(planned);
      this.#rowKeys.add(planned.rowKey);
      setBody(planned, "");
      this.#operations.push(planned);
    } catch (thrown) {
      const error = this.#placed(thrown);
      this.#refusal ??= { error };
      throw error;
    }
  }

  /** The error with the operation's position. */
  #placed(error: unknown): unknown {
    if (!isTableError(error) || isTransactionError(error)) return error;
    return new TableError(
      error.code,
      `Operation ${this.#operations.length} of the transaction: ${error.message}`,
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
      index: this.#operations.length,
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
