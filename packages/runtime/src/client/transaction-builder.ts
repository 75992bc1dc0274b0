import type { ErrorCode } from "../errors/error-codes.js";
import { TableError } from "../errors/table-error.js";
import { TransactionError } from "../errors/transaction-error.js";
import { changesetFrameBytes, partFrameBytes, writePart } from "../operations/write-changeset.js";
import type { EntityClass } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Partition } from "../schema/partition.js";
import type { Connection } from "./connection.js";
import { planDelete, planMerge, planReplace, planWrite } from "./plan-write.js";
import { type PlannedWrite, writeOperations } from "./planned-write.js";
import type { Transaction, TransactionCondition } from "./transaction.js";

/** A transaction that fulfils every rule that needs no server. */
export interface BuiltTransaction {
  readonly table: string;
  readonly operations: readonly PlannedWrite[];
  /** The operations as parts of a change set. */
  readonly parts: readonly string[];
}

/** Collects the operations of one transaction, and refuses what cannot be sent. */
export class TransactionBuilder<Scope extends string> implements Transaction<Scope> {
  readonly scope: Scope;
  readonly #connection: Connection;
  readonly #partition: Partition<Scope>;
  /** Properties that the partition gives. */
  readonly #names: readonly string[];
  readonly #operations: PlannedWrite[] = [];
  readonly #parts: string[] = [];
  readonly #rowKeys = new Set<string>();
  #bytes = changesetFrameBytes;
  #isOpen = true;
  #refusal: { readonly error: unknown } | undefined;

  constructor(connection: Connection, partition: Partition<Scope>) {
    this.scope = partition.scope;
    this.#connection = connection;
    this.#partition = partition;
    this.#names = Object.keys(partition.values);
  }

  insert<T extends EntityTypes>({ $schema }: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planWrite(this.#connection, $schema, "insert", this.#inPartition(row)));
  }

  insertOrMerge<T extends EntityTypes>({ $schema }: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planWrite(this.#connection, $schema, "insertOrMerge", this.#inPartition(row)));
  }

  insertOrReplace<T extends EntityTypes>({ $schema }: EntityClass<T>, row: T["inPartition"]): void {
    this.#add(() => planWrite(this.#connection, $schema, "insertOrReplace", this.#inPartition(row)));
  }

  merge<T extends EntityTypes>(
    { $schema }: EntityClass<T>,
    rowKey: T["rowKey"],
    changes: T["merge"],
    condition: TransactionCondition,
  ): void {
    this.#add(() => planMerge(this.#connection, $schema, this.#inPartition(rowKey), changes, condition?.ifMatch));
  }

  replace<T extends EntityTypes>(
    { $schema }: EntityClass<T>,
    row: T["inPartition"],
    condition: TransactionCondition,
  ): void {
    this.#add(() => planReplace(this.#connection, $schema, this.#inPartition(row), condition?.ifMatch));
  }

  delete<T extends EntityTypes>(
    { $schema }: EntityClass<T>,
    rowKey: T["rowKey"],
    condition: TransactionCondition,
  ): void {
    this.#add(() => planDelete(this.#connection, $schema, this.#inPartition(rowKey), condition?.ifMatch));
  }

  /** Ends the collection. @throws the first refusal, also one that the callback caught */
  build(): BuiltTransaction {
    this.#isOpen = false;
    if (this.#refusal !== undefined) throw this.#refusal.error;
    if (this.#operations.length === 0) {
      throw new TableError("transaction.empty", "The transaction has no operation; the service takes 1 to 100.");
    }
    return { table: this.#partition.table, operations: this.#operations, parts: this.#parts };
  }

  /**
   * What is given of an entity, completed by the partition's values; its own stay, and are compared as part of the key.
   */
  #inPartition(given: object): object {
    const entity: Record<string, unknown> = { ...given };
    for (const name of this.#names) entity[name] ??= (this.#partition.values as Record<string, unknown>)[name];
    return entity;
  }

  #add(plan: () => PlannedWrite): void {
    if (!this.#isOpen) {
      throw new TableError(
        "transaction.asynchronous",
        "The transaction was sent when its callback returned; this operation came later and is not part of it.",
      );
    }
    try {
      const planned = plan();
      const part = writePart(this.#connection.endpoint, writeOperations[planned.name].rest.request(planned.write));
      this.#bytes += partFrameBytes + Buffer.byteLength(part);
      this.#check(planned);
      this.#rowKeys.add(planned.write.rowKey);
      this.#operations.push(planned);
      this.#parts.push(part);
    } catch (error) {
      this.#refusal ??= { error };
      throw error;
    }
  }

  #check(planned: PlannedWrite): void {
    const { table, partitionKey, rowKey } = planned.write;
    const { transactionOperations, transactionBytes } = this.#connection.limits;
    const refuse = (code: ErrorCode, reason: string) => this.#refused(planned, code, reason);
    if (table !== this.#partition.table || partitionKey !== this.#partition.partitionKey) {
      const scope = `${this.#partition.table}, PartitionKey ${JSON.stringify(this.#partition.partitionKey)}`;
      throw refuse("transaction.other-partition", `the transaction is of ${scope}; a transaction has one partition.`);
    }
    if (this.#rowKeys.has(rowKey)) {
      throw refuse(
        "transaction.duplicate-row",
        "an earlier operation writes this row; a transaction writes each row once.",
      );
    }
    if (this.#operations.length >= transactionOperations) {
      const limit = `a transaction has at most ${transactionOperations} operations`;
      throw refuse("transaction.too-many-operations", `${limit}; bulk writes any number, though not atomically.`);
    }
    if (this.#bytes > transactionBytes) {
      const size = `with it the transaction has ${this.#bytes} bytes, and the limit is ${transactionBytes}`;
      throw refuse("transaction.too-large", `${size}; bulk writes any number, though not atomically.`);
    }
  }

  #refused({ name, entity, write }: PlannedWrite, code: ErrorCode, reason: string): TransactionError {
    const { partitionKey, rowKey } = write;
    return new TransactionError(code, reason, {
      index: this.#operations.length,
      operation: name,
      entity,
      key: { partitionKey, rowKey },
    });
  }
}
