import { type EntityClass, isTableError, isTransactionError, type TableServiceView } from "@tablewright/runtime";
import { type EntityTypes, partitionOf } from "@tablewright/runtime/codegen/v1";
import { isAsEncoded, storedText } from "@tablewright/runtime/lines";
import type { StudioProject } from "../project/studio-project.js";
import { encodePayload } from "../values/read-fields.js";
import { keepsIndexRows } from "./keeps-index-rows.js";
import { type EntityWrite, isEntityWrite, removesProperty, type StoredWrite, type Write } from "./prepare-write.js";
import { etagOf } from "./write-entity.js";
import { mergeTo } from "./write-stored.js";

/** Maximum number of operations in one transaction. */
const maxOperations = 100;

/** Operations of a transaction for entity classes that are known only at run time, and for rows as they are stored. */
interface AnyTransaction {
  insert(entity: EntityClass<EntityTypes>, row: object): void;
  merge(entity: EntityClass<EntityTypes>, key: object, changes: object, condition: object): void;
  replace(entity: EntityClass<EntityTypes>, row: object, condition: object): void;
  delete(entity: EntityClass<EntityTypes>, key: object, condition: object): void;
}
type StoredTransaction = Parameters<Parameters<ReturnType<TableServiceView["table"]>["transaction"]>[1]>[0];

/**
 * Returns whether changes of one partition can be written as one transaction: each of them can be part of one, and they have few enough
 * operations.
 */
export function canWriteTogether(service: TableServiceView, project: StudioProject, writes: readonly Write[]): boolean {
  const operations = writes.reduce((sum, write) => sum + operationsOf(write), 0);
  return operations <= maxOperations && writes.every((write) => canJoin(service, project, write));
}

/** Returns the maximum number of operations of a write: its own, and two for each index row in the partition. */
function operationsOf(write: Write): number {
  return 1 + (isEntityWrite(write) ? 2 * (write.schema.indexes ?? []).filter(({ global }) => !global).length : 0);
}

/**
 * Returns whether a write can be part of a transaction. A transaction writes stored rows without their index rows. It removes a property of
 * an entity by replacing the row, which would lose properties that the definition does not declare, and would write the others as the client
 * does.
 */
function canJoin(service: TableServiceView, project: StudioProject, write: Write): boolean {
  if (!isEntityWrite(write)) return keepsIndexRows(service, write);
  const { change, before, schema } = write;
  if (change.kind !== "update" || !removesProperty(write)) return true;
  return (
    before !== undefined &&
    project.checkRow(change.table, before).findings.length === 0 &&
    isAsEncoded({ $schema: schema }, encodePayload(schema, before)) &&
    Object.values(before.properties).every((value) => storedText(value) === undefined)
  );
}

/** Result of a transaction, by change. */
export interface WrittenTogether {
  /** ETags that the changes left, undefined for those that deleted a row; absent unless all changes were written. */
  readonly etags?: readonly (string | undefined)[];
  /**
   * Error at the position of the change that caused it, or at every position if it is unknown which change caused it or whether the changes
   * were written; absent if they were.
   */
  readonly failures?: readonly unknown[];
}

/** Writes changes as one transaction. */
export async function writeTogether(service: TableServiceView, writes: readonly Write[]): Promise<WrittenTogether> {
  try {
    const first = writes.find(isEntityWrite);
    if (first === undefined) return { etags: await writeStoredRows(service, writes as readonly StoredWrite[]) };
    const partition = partitionOf(first.schema, (first.entity ?? first.values) as object);
    const results = await service.transaction(partition, (tx) => {
      for (const write of writes) {
        if (isEntityWrite(write)) addEntity(tx as unknown as AnyTransaction, write);
        else addStored(tx.rows, write);
      }
    });
    return { etags: results.map(({ $etag }) => $etag) };
  } catch (error) {
    if (!isTableError(error)) throw error;
    const at = isTransactionError(error) && error.outcome !== "unknown" ? error.index : undefined;
    return { failures: writes.map((_, index) => (at === undefined || at === index ? error : undefined)) };
  }
}

async function writeStoredRows(service: TableServiceView, writes: readonly StoredWrite[]) {
  const [{ change, id } = { change: { table: "" }, id: { partitionKey: "" } }] = writes;
  const results = await service.table(change.table).transaction(id.partitionKey, (tx) => {
    for (const write of writes) addStored(tx, write);
  });
  return results.map(({ $etag }) => $etag);
}

function addEntity(tx: AnyTransaction, write: EntityWrite): void {
  const { change, schema, values, entity } = write;
  const entityClass = { $schema: schema };
  if (change.kind === "insert") tx.insert(entityClass, values);
  else if (entity !== undefined) {
    const condition = schema.indexes === undefined ? { ifMatch: change.etag } : { from: entity };
    if (change.kind === "delete") tx.delete(entityClass, entity, condition);
    else if (!removesProperty(write)) tx.merge(entityClass, entity, values, condition);
    else tx.replace(entityClass, { ...entity, ...values }, condition);
  }
}

function addStored(tx: StoredTransaction, { change, id: { rowKey }, before, target = {} }: StoredWrite): void {
  if (change.kind === "insert") tx.insert({ rowKey, properties: target });
  else {
    const condition = { ifMatch: etagOf(change) };
    const merged = mergeTo(before?.properties ?? {}, target);
    if (change.kind === "delete") tx.delete(rowKey, condition);
    else if (merged === undefined) tx.replace({ rowKey, properties: target }, condition);
    else tx.merge(rowKey, merged, condition);
  }
}
