import {
  type EntityClass,
  type EntityClient,
  isTableError,
  isTransactionError,
  type StoredTableRow,
  type TableServiceView,
} from "@tablewright/runtime";
import { type EntityTypes, keyOf, type Partition, partitionOf } from "@tablewright/runtime/codegen/v1";
import type { StudioProject } from "../project/studio-project.js";
import type { EntityChange } from "./plan-change.js";
import { type ReadyChange, readEntity } from "./write-row.js";

/**
 * Maximum number of operations in one transaction. Writes of index rows count as operations too. If there are too many in all, the runtime
 * rejects the transaction before it sends it.
 */
const maxOperations = 100;

type ReadyEntity = EntityChange & { readonly before: StoredTableRow | undefined };

/** Operations of a transaction for entity classes that are known only at run time. */
interface AnyTransaction {
  insert(entity: EntityClass<EntityTypes>, row: object): void;
  merge(entity: EntityClass<EntityTypes>, key: object, changes: object, condition: object): void;
  replace(entity: EntityClass<EntityTypes>, row: object, condition: object): void;
  delete(entity: EntityClass<EntityTypes>, key: object, condition: object): void;
}

/** Returns the partition that contains the rows of all changes; undefined if the changes cannot be written as one transaction. */
export function findSharedPartition(
  project: StudioProject,
  changes: readonly ReadyChange[],
): Partition<string> | undefined {
  if (changes.length < 2 || changes.length > maxOperations) return undefined;
  const entities = changes.flatMap((each) => (each.schema === undefined ? [] : [each]));
  if (entities.length < changes.length || !entities.every((each) => canReplace(project, each))) return undefined;
  try {
    const keys = entities.map((each) =>
      keyOf(each.schema, each.change.kind === "insert" ? each.values : readEntity(each)),
    );
    const places = new Set(entities.map(({ schema }, index) => `${schema.table}/${keys[index]?.partitionKey}`));
    const [first] = entities;
    if (places.size > 1 || first === undefined) return undefined;
    return partitionOf(first.schema, first.change.kind === "insert" ? first.values : readEntity(first));
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns whether a change can be part of a transaction. A transaction removes a property by replacing the whole row, which would lose
 * properties that the definition does not declare. A row with such properties has findings, so a row with findings is written separately.
 */
function canReplace(project: StudioProject, { change, before }: ReadyEntity): boolean {
  if (change.kind !== "update" || change.unset.length === 0 || before === undefined) return true;
  return project.checkRow(change.table, before).findings.length === 0;
}

/**
 * Writes changes as one transaction.
 * @returns undefined if all changes were written. Otherwise an array with the error, at the position of the change that caused it, or at
 * every position if it is unknown which change did, or whether the changes were written
 */
export async function writeTogether(
  service: TableServiceView,
  partition: Partition<string>,
  changes: readonly ReadyChange[],
): Promise<readonly unknown[] | undefined> {
  const entities = changes.filter((each): each is ReadyEntity & ReadyChange => each.schema !== undefined);
  try {
    const read = await Promise.all(entities.map((each) => readStored(service, each)));
    await service.transaction(partition, (tx) => {
      for (const [index, each] of entities.entries()) add(tx as unknown as AnyTransaction, each, read[index]);
    });
    return undefined;
  } catch (error) {
    if (!isTableError(error)) throw error;
    const at = isTransactionError(error) && error.outcome !== "unknown" ? error.index : undefined;
    return changes.map((_, index) => (at === undefined || at === index ? error : undefined));
  }
}

/**
 * Returns the stored entity that a change is about; undefined for an insert. An entity with indexes is read again through the client, which
 * computes the index rows to write from the entity that it has read itself.
 */
async function readStored(service: TableServiceView, each: ReadyEntity): Promise<EntityTypes["entity"] | undefined> {
  if (each.change.kind === "insert") return undefined;
  const entity = readEntity(each);
  if (each.schema.indexes === undefined) return entity;
  const client = service.entities({ $schema: each.schema }) as unknown as EntityClient<EntityTypes>;
  return (await client.get(entity)) ?? entity;
}

function add(
  tx: AnyTransaction,
  { change, schema, values }: ReadyEntity,
  entity: EntityTypes["entity"] | undefined,
): void {
  const entityClass = { $schema: schema };
  if (change.kind === "insert") {
    tx.insert(entityClass, values);
    return;
  }
  if (entity === undefined) return;
  const condition = schema.indexes === undefined ? { ifMatch: change.etag } : { from: entity };
  if (change.kind === "delete") tx.delete(entityClass, entity, condition);
  else if (change.unset.length === 0) tx.merge(entityClass, entity, values, condition);
  else {
    const removed = Object.fromEntries(change.unset.map((name) => [name, undefined]));
    tx.replace(entityClass, { ...entity, ...values, ...removed }, condition);
  }
}
