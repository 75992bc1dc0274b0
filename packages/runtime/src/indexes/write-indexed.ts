import { checkRequestedRow } from "../codec/decode/requested-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { delay } from "../connection/delay.js";
import { conditionalWrite, type IndexedWrite, planIndexed } from "../entries/plan-indexed.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { EntityAddress } from "../odata/entity-address.js";
import { getEntity } from "../operations/entities/get-entity.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import type { SaveChange } from "../write/modify-entity.js";
import type { PlannedWrite } from "../write/planned-write.js";
import { entityNotFound } from "../write/row-errors.js";
import { deleteRow, writeRow } from "../write/write-row.js";
import { keepGlobalEntries } from "./keep-global-entries.js";
import { submitIndexed } from "./submit-indexed.js";

const maxAttempts = 100;

/** The delay before another attempt. */
const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/** Under an ETag that only the secondary still has, every write would be refused. */
const getCurrentEntity: typeof getEntity = { ...getEntity, primaryOnly: true };

/** What a write left. */
export interface IndexedResult {
  /** Undefined for a delete. */
  readonly $etag: ETag | undefined;
  /** Whether the row that was to be deleted existed. */
  readonly existed: boolean;
}

/**
 * Writes an entity and its indexes: reads it, plans what changes in the indexes, and writes under the ETag that was read; begins
 * again while other writers are faster.
 * @throws TableError `index.contended`; IndexError `index.not-unique`; what a write of an entity without indexes throws
 */
export async function writeIndexed<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  given: PlannedWrite,
  options: CallOptions | undefined,
): Promise<IndexedResult> {
  if (given.name === "insert")
    return {
      $etag: await saveIndexed(connection, planIndexed(connection, schema, given, undefined), options),
      existed: false,
    };
  for (let attempt = 1; ; attempt++) {
    const row = await readCurrent(connection, schema, given, options);
    if (isOutdated(given, row)) return sendRefused(connection, given, options);
    const write = conditionalWrite(schema, given, row);
    if (write === undefined) {
      if (given.name === "delete") return { $etag: undefined, existed: false };
      throw entityNotFound(schema.name, given);
    }
    try {
      const $etag = await saveIndexed(connection, planIndexed(connection, schema, write, row), options);
      return { $etag, existed: row !== undefined };
    } catch (error) {
      if (given.name === "delete" && isTableError(error, "entity.not-found"))
        return { $etag: undefined, existed: false };
      if (!isOvertaken(error, given)) throw error;
      if (attempt >= maxAttempts) throw contended(schema.name, error);
    }
    await delay(backoff(attempt, contention, connection.random), options?.signal);
  }
}

/** A row as it is now. @throws TableError `decode.key-mismatch` for an answer with another row */
export async function readCurrent<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  { table, partitionKey, rowKey }: EntityAddress,
  options: CallOptions | undefined,
): Promise<EntityPayload | undefined> {
  const id = { partitionKey, rowKey };
  const row = await connection.send(getCurrentEntity, { table, ...id }, options);
  if (row !== undefined) checkRequestedRow(schema.name, row, id);
  return row;
}

/** What `modify` writes with. */
export function saveChange<T extends EntityTypes>(connection: Connection, schema: EntitySchema<T>): SaveChange {
  return async (planned, row, options) => {
    const indexed = planIndexed(connection, schema, planned, row);
    return (await saveIndexed(connection, indexed, options)) as ETag;
  };
}

/** Writes an entity once, with its indexes. */
export function saveIndexed(
  connection: Connection,
  indexed: IndexedWrite,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  return keepGlobalEntries(connection, indexed.changes, options, (limited) =>
    submitIndexed(connection, indexed, limited),
  );
}

/** Whether the write is under an ETag that the row no longer has. */
export function isOutdated(write: PlannedWrite, row: EntityPayload | undefined): boolean {
  return "ifMatch" in write && write.ifMatch !== "*" && row !== undefined && write.ifMatch !== row["odata.etag"];
}

/** No row gets an ETag back that it once had: the service refuses the write, and its error is that of any other entity. */
async function sendRefused(
  connection: Connection,
  write: PlannedWrite,
  options: CallOptions | undefined,
): Promise<IndexedResult> {
  if (write.name === "delete") return { $etag: undefined, existed: await deleteRow(connection, write, options) };
  return { $etag: await writeRow(connection, write, options), existed: true };
}

/** Whether another writer was faster. @param given what the caller asked for: under a condition of its own it fails */
export function isOvertaken(error: unknown, given?: PlannedWrite): boolean {
  if (given !== undefined && "ifMatch" in given && given.ifMatch !== "*") return false;
  if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return true;
  return given?.name !== "insert" && isTableError(error, "entity.already-exists");
}

function contended(entity: string, cause: unknown): TableError {
  const problem = `A write of ${entity} lost to other writers in all ${maxAttempts} attempts. Spread the writes over several rows.`;
  return new TableError("index.contended", problem, { entity, cause });
}
