import { isObject } from "../../codec/check-entity.js";
import { encodeKeyToWrite } from "../../codec/entity-keys.js";
import type { AmbiguousAttempt } from "../../errors/call-errors.js";
import { checkOptions } from "../../errors/check-options.js";
import { formatValue } from "../../errors/format-value.js";
import { invalidOption, TableError, wrongValue } from "../../errors/table-error.js";
import type { Connection } from "../../rest/connection.js";
import { type Effects, Write, type WriteName, type WriteResult } from "../../rest/write.js";
import type { AnySchema, EntityPayload } from "../../schema/entity-schema.js";
import type { RowEncoder, RowTypes } from "../../write/row-encoder.js";
import { entityNotFound } from "../../write/write-errors.js";
import { checkIfMatch, transactionConditionKinds, type WriteOptions } from "../../write/write-options.js";
import type { WriteBatch, WriteItem, Writer } from "../../write/writer.js";
import { rowReadAs } from "../rows-read.js";
import { type IndexRowChange, planIndexRowChanges } from "./index-row-changes.js";
import { joinIndexRowWrites, planLocalWrites } from "./index-row-writes.js";
import { indexedValues, touchesIndexes } from "./indexed-values.js";

type Writes = typeof import("./write-indexed.js");

let writes: Writes | undefined;

async function loadWrites(): Promise<Writes> {
  writes = await import("./write-indexed.js");
  return writes;
}

/** Member that marks writers of index rows, even those of another copy of this package. */
const mark: unique symbol = /* @__PURE__ */ Symbol.for("@tablewright/indexed-writer");

export function isIndexed(writer: Writer): boolean {
  return mark in writer;
}

/**
 * Writer of entities together with their index rows, by the protocol in README.md of this folder. Rows without indexes go to the plain
 * writer.
 */
export class IndexedWriter implements Writer {
  readonly [mark] = true;
  readonly connection: Connection;
  readonly #plain: Writer;

  /** @param plain writer of the rows that have no indexes */
  constructor(plain: Writer) {
    this.connection = plain.connection;
    this.#plain = plain;
  }

  isOnce(options: WriteOptions | undefined): boolean {
    return this.#plain.isOnce(options);
  }

  plan<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>): Write {
    const { schema } = rows;
    if (schema?.indexes === undefined) return this.#plain.plan(rows, item);
    if ("insert" in item) return planIndexedInsert(this.#plain, rows, schema, item.insert);
    const planned = this.#plain.plan(rows, item);
    const changes = "merge" in item ? item.changes : undefined;
    if (changes !== undefined && !touchesIndexes(schema, changes)) return planned;
    return planned.withEffects(new IndexEffects(rows));
  }

  planOperation<T extends RowTypes>(rows: RowEncoder<T>, item: WriteItem<T>, condition: unknown): Write {
    const { schema } = rows;
    if (schema?.indexes === undefined) return this.#plain.planOperation(rows, item, condition);
    if ("insert" in item) {
      checkOptions("insert", condition as object | undefined, {});
      return this.plan(rows, item);
    }
    const ifMatch = ifMatchOf(condition);
    if (ifMatch !== undefined && !("insertOrMerge" in item) && !("insertOrReplace" in item)) {
      checkOptions(Object.keys(item)[0] ?? "merge", condition as object, transactionConditionKinds);
      return this.plan(rows, { ...item, ifMatch });
    }
    const planned = this.#plain.plan(rows, { ...item, ifMatch: "*" });
    const row = rowReadFrom(this.connection, schema, planned, condition);
    return this.#planOver(rows, planned, row);
  }

  needsRow(rows: RowEncoder, name: WriteName, changes?: object): boolean {
    const { schema } = rows;
    if (schema?.indexes === undefined || name === "insert") return this.#plain.needsRow(rows, name, changes);
    return changes === undefined || touchesIndexes(schema, changes) || this.#plain.needsRow(rows, name, changes);
  }

  complete(rows: RowEncoder, planned: Write, row: EntityPayload | undefined): Write | undefined {
    if (rows.schema?.indexes === undefined) return this.#plain.complete(rows, planned, row);
    // The caller's ETag is outdated, and a row never has the same ETag twice. So the service will reject this write anyway, and no changes
    // of index rows are needed.
    if (isOutdated(planned, row)) return planned.alone();
    if (row === undefined && planned.name === "delete") return undefined;
    return this.#planOver(rows, planned, row);
  }

  /** Plans a write and its changes of index rows, from the entity's row as it was read. @throws TableError `entity.not-found` */
  #planOver(rows: RowEncoder, planned: Write, row: EntityPayload | undefined): Write {
    const conditional = conditionalWrite(planned, row);
    const write = conditional && this.#plain.complete(rows, conditional, row);
    if (write === undefined || rows.schema === undefined) throw entityNotFound(rows.name, planned);
    return planIndexed(this.#plain, rows, rows.schema, write, row);
  }

  join(earlier: Write, later: Write, effects: readonly Effects[]): Write | string {
    return joinIndexRowWrites(earlier, later, listChanges(effects)) ?? this.#plain.join(earlier, later, effects);
  }

  send(planned: Write, options: WriteOptions | undefined, earlier?: readonly AmbiguousAttempt[]): Promise<WriteResult> {
    const { effects } = planned;
    if (!(effects instanceof IndexEffects)) return this.#plain.send(planned, options, earlier);
    return writes === undefined
      ? loadWrites().then((loaded) => this.#sendIndexed(loaded, planned, effects, options, earlier))
      : this.#sendIndexed(writes, planned, effects, options, earlier);
  }

  #sendIndexed(
    { readAndWrite, writeIndexed }: Writes,
    planned: Write,
    { rows, changes }: IndexEffects,
    options: WriteOptions | undefined,
    earlier: readonly AmbiguousAttempt[] | undefined,
  ): Promise<WriteResult> {
    return changes === undefined
      ? readAndWrite(this, rows, planned, options)
      : writeIndexed(this.#plain, planned, changes, options, earlier);
  }

  async submit(
    batch: WriteBatch,
    options: WriteOptions | undefined,
    earlier?: readonly AmbiguousAttempt[],
  ): Promise<readonly WriteResult[]> {
    if (batch.effects.length === 0) return this.#plain.submit(batch, options, earlier);
    const { submitIndexed } = writes ?? (await loadWrites());
    return submitIndexed(this.#plain, batch, listChanges(batch.effects), options, earlier);
  }
}

/**
 * Returns the same write under the condition that its row has not changed since it was read as `row`. If there is no row, an upsert becomes
 * an insert, and a write that needs a row becomes undefined.
 */
function conditionalWrite(write: Write, row: Pick<EntityPayload, "odata.etag"> | undefined): Write | undefined {
  const { name, target, entity } = write;
  const isUpsert = name === "insertOrMerge" || name === "insertOrReplace";
  if (row === undefined) return isUpsert ? new Write("insert", target, write) : undefined;
  const ifMatch = checkIfMatch(entity, row["odata.etag"]);
  return new Write(isUpsert ? (name === "insertOrMerge" ? "merge" : "replace") : name, target, write, ifMatch);
}

/** Returns whether the write's `If-Match` is an ETag that the row no longer has. False for `*`, and for a missing row. */
function isOutdated({ ifMatch }: Write, row: Pick<EntityPayload, "odata.etag"> | undefined): boolean {
  return ifMatch !== undefined && ifMatch !== "*" && row !== undefined && ifMatch !== row["odata.etag"];
}

/** Returns the ETag of a condition without an entity. Undefined for `"*"`, under which no index row may be changed. */
function ifMatchOf(condition: unknown): string | undefined {
  const { ifMatch, from } = (isObject(condition) ? condition : {}) as {
    readonly ifMatch?: string;
    readonly from?: object;
  };
  return from === undefined && ifMatch !== "*" ? ifMatch : undefined;
}

/** Changes of index rows, caused by a write of their entity. */
class IndexEffects implements Effects {
  readonly rows: RowEncoder;
  /** Changes of index rows. Undefined if they depend on the entity's row and it has not been read yet. */
  readonly changes: readonly IndexRowChange[] | undefined;

  constructor(rows: RowEncoder, changes?: readonly IndexRowChange[]) {
    this.rows = rows;
    this.changes = changes;
  }

  get needsRow(): boolean {
    return this.changes === undefined;
  }
}

function listChanges(effects: readonly Effects[]): IndexRowChange[] {
  return effects.flatMap((each) => (each instanceof IndexEffects ? (each.changes ?? []) : []));
}

/**
 * Plans the insert of an entity and its index rows, without reading what is stored.
 * @throws TableError naming entity and property
 */
function planIndexedInsert(writer: Writer, rows: RowEncoder, schema: AnySchema, entity: object): Write {
  // Defaults such as the current time are computed once, so that the entity and its index rows have the same values. If every write sets a
  // property to the current time, `plan` computes all of them, and the index rows take the values from the planned write.
  const hasTimes = schema.onWrite.length > 0;
  const whole = hasTimes ? entity : (schema.hooks.fillIn?.(schema, entity) ?? entity);
  const planned = writer.plan(rows, { insert: whole });
  const values = hasTimes ? valuesAfter(writer.connection, schema, planned) : whole;
  return withChanges(rows, planned, planIndexRowChanges(writer.connection, schema, planned, undefined, values));
}

function valuesAfter({ onMismatch }: Connection, schema: AnySchema, planned: Write): object {
  return indexedValues(schema, planned.rowAfter(undefined) as EntityPayload, onMismatch);
}

/**
 * Plans a write of an entity and its index rows, from the entity's row as it was read.
 * @param planned the write of the entity, under the condition that its row has not changed since the read
 * @param row the row that was read; undefined if there is none
 * @throws TableError `decode.*`, `value.*`, `key.*`
 */
function planIndexed(
  writer: Writer,
  rows: RowEncoder,
  schema: AnySchema,
  planned: Write,
  row: EntityPayload | undefined,
): Write {
  const { connection } = writer;
  const valuesOf = (found: EntityPayload | undefined) => found && indexedValues(schema, found, connection.onMismatch);
  const after = valuesOf(planned.rowAfter(row));
  return withChanges(rows, planned, planIndexRowChanges(connection, schema, planned, valuesOf(row), after));
}

function withChanges(rows: RowEncoder, planned: Write, changes: readonly IndexRowChange[]): Write {
  return planned.withEffects(new IndexEffects(rows, changes), planLocalWrites(changes));
}

interface FromCondition {
  readonly from: unknown;
}

/**
 * Returns the stored row of an entity that was read, and that the caller of a transaction passes as `{ from: entity }`. Undefined for an
 * upsert with `{ from: undefined }`, which says that there was no row.
 * @param condition options of the operation. `from`: the entity as a read returned it
 * @throws TableError `value.wrong-type`, `key.changed`; `config.invalid-option` for `ifMatch`, which is only for entities without indexes
 */
function rowReadFrom(
  { limits }: Connection,
  schema: AnySchema,
  planned: Write,
  condition: unknown,
): EntityPayload | undefined {
  if (isObject(condition) && "ifMatch" in condition) throw takesFrom(schema.name, planned.name);
  checkOptions(planned.name, condition as FromCondition | undefined, { from: "object" });
  const { name: entity } = schema;
  const isUpsert = planned.name.startsWith("insertOr");
  const from = (condition as FromCondition | undefined)?.from;
  if (from === undefined && isUpsert && isObject(condition) && "from" in condition) return undefined;
  const row = isObject(from) ? rowReadAs(from) : undefined;
  if (row === undefined) {
    const given = from === undefined ? "nothing" : isObject(from) ? "a copy" : formatValue(from);
    const help = isUpsert
      ? "pass { from: entity } as a read returned it, or { from: undefined } where there is no row"
      : "pass { from: entity } as a read returned it";
    const problem = `${planned.name} of ${entity} in a transaction needs the entity as it was read, but got ${given}; ${help}.`;
    throw wrongValue(problem, { entity });
  }
  encodeKeyToWrite(schema, from as object, limits);
  if (row.PartitionKey !== planned.partitionKey || row.RowKey !== planned.rowKey) {
    const problem = `${planned.name} of ${entity} writes the row ${formatValue(planned.rowKey)}, but from is the row ${formatValue(row.RowKey)}.`;
    throw new TableError("key.changed", problem, { entity });
  }
  return row;
}

function takesFrom(entity: string, operation: string): TableError {
  const why = `${entity} has indexes, whose rows follow from the values that were read`;
  const end = operation.startsWith("insertOr")
    ? ", or { from: undefined } where there is no row"
    : "; its ETag is the condition";
  const problem = `${operation} of ${entity} in a transaction takes { from: entity } or the ETag that was read, not { ifMatch: "*" }: ${why}. Read the entity, then pass { from: entity }${end}.`;
  return invalidOption(problem, { entity });
}
