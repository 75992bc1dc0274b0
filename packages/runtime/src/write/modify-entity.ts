import { decodeEntity } from "../codec/decode/decode-entity.js";
import { encodeChanges } from "../codec/encode/encode-merge.js";
import { entityBody } from "../codec/encode/entity-body.js";
import { holdsFormerNames, rewritePayload } from "../codec/encode/rewrite-payload.js";
import { withoutFormerNames } from "../codec/encode/with-former-names.js";
import { encodeKeyToWrite } from "../codec/keys/entity-keys.js";
import { keyValues } from "../codec/keys/key-values.js";
import { idOf, rowText } from "../codec/system-properties.js";
import { atLeast } from "../connection/check-count.js";
import { type CallOptions, callOptionForms } from "../connection/connection.js";
import { delay } from "../connection/delay.js";
import { checkFunction } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes, ETag } from "../schema/entity-types.js";
import { type ChangeMethod, checkChange } from "./check-change.js";
import { type PlannedWrite, planRow } from "./planned-write.js";
import { readCurrentExact } from "./read-current.js";
import { EntityRows } from "./row-encoder.js";
import { entityNotFound } from "./row-errors.js";
import { checkIfMatch, type Written } from "./write-options.js";
import type { Writer } from "./writer.js";

/** The changes that `modify` or `updateWhere` writes to a row. */
export interface Change<T extends EntityTypes> {
  /** New values; the other properties stay. */
  readonly set?: T["merge"];
  /** Optional properties to remove. */
  readonly unset?: readonly T["optional"][];
}

/** What a row is to become; undefined leaves it as it is. */
export type MakeChange<T extends EntityTypes> = (
  current: Readonly<T["entity"]>,
) => Change<T> | undefined | Promise<Change<T> | undefined>;

export interface ModifyOptions<T extends EntityTypes = EntityTypes> extends CallOptions {
  /**
   * Maximum number of times to read and write the row while other writers change it; then `modify.contended`. Default 100.
   */
  readonly attempts?: number | undefined;
  /**
   * The row to insert if there is none, with defaults filled in; the callback is not called for it. By default a missing row is
   * `entity.not-found`.
   * @throws TableError `value.*`, `key.*`, `entity.*` before anything is sent; `modify.contradiction` if its keys are not those of
   * the key that `modify` was given
   */
  readonly orInsert?: T["init"] | undefined;
}

const modifyOptionForms: OptionForms<ModifyOptions> = { ...callOptionForms, attempts: "any", orInsert: "any" };

/** The delay before another attempt. */
const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/** Reads a row and writes the changes under its ETag, or inserts it; repeats both while another writer is faster. */
export async function modifyEntity<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  key: T["key"],
  change: MakeChange<T>,
  options: ModifyOptions<T>,
): Promise<Written> {
  checkOptions("modify", options, modifyOptionForms);
  checkFunction("modify", "a function as its second argument", change);
  const { connection } = writer;
  const id = encodeKeyToWrite(schema, key, connection.limits);
  const attempts = atLeast("attempts", options.attempts ?? 100, 1);
  const insert = options.orInsert === undefined ? undefined : planOrInsert(writer, schema, id, options.orInsert);
  for (let attempt = 1; ; attempt++) {
    const row = await readCurrentExact(connection, schema, id, options);
    if (row === undefined && insert === undefined) throw entityNotFound(schema.name, id);
    const planned = row === undefined ? insert : await planModify(writer, schema, "modify", row, change);
    if (planned === undefined) return { $etag: row?.["odata.etag"] as ETag };
    try {
      return { $etag: (await writer.send(planned, options)) as ETag };
    } catch (error) {
      if (!isOvertaken(error, planned, insert)) throw error;
      if (attempt >= attempts) throw contended(schema.name, attempt, error);
    }
    await delay(backoff(attempt, contention, connection.random), options.signal);
  }
}

/** The row to insert, with the same keys. @throws TableError `modify.contradiction` */
function planOrInsert<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  id: EntityId,
  init: T["init"],
): PlannedWrite {
  const planned = writer.plan(new EntityRows(schema), { insert: init });
  const { write } = planned;
  if (write.partitionKey === id.partitionKey && write.rowKey === id.rowKey) return planned;
  const problem = `modify of ${schema.name} ${rowText(id)} would insert the row ${rowText(write)}. Give orInsert the properties of that key.`;
  throw new TableError("modify.contradiction", problem, { entity: schema.name });
}

/** The write of what the callback changes; undefined where that is nothing. */
export async function planModify<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  method: ChangeMethod,
  row: EntityPayload,
  change: MakeChange<T>,
): Promise<PlannedWrite | undefined> {
  const current = decodeEntity(schema, row, true, writer.connection.onMismatch);
  const read = keyValues(schema, current);
  const changes = await change(current);
  if (!changes) return undefined;
  checkChange(method, schema.name, changes);
  return planChange(writer, schema, row, read, changes);
}

/** Whether another writer was faster: the row has changed, or has been inserted or deleted where `orInsert` allows for both. */
function isOvertaken(error: unknown, planned: PlannedWrite, insert: PlannedWrite | undefined): boolean {
  if (planned === insert) return isTableError(error, "entity.already-exists");
  if (isTableError(error, "entity.condition-not-met")) return true;
  return insert !== undefined && isTableError(error, "entity.not-found");
}

/**
 * A merge where nothing is removed, else the payload as it was read, with the change: both keep what nothing declares, and go to
 * the keys that were read.
 * @param read the values of the row's keys, which a change may repeat
 */
function planChange<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: object,
  { set = {}, unset = [] }: Change<T>,
): PlannedWrite | undefined {
  const { limits } = writer.connection;
  const changes = unset.length > 0 ? "" : encodeChanges(schema, read, set, limits);
  if (unset.length === 0 && changes === "") return undefined;
  const isReplaced = unset.length > 0 || holdsFormerNames(schema, row);
  const encoded = isReplaced
    ? rewritePayload(schema, row, read, { set, unset }, limits)
    : entityBody(schema.name, idOf(row), withoutFormerNames(schema, set, changes, limits), limits);
  const ifMatch = checkIfMatch(schema.name, row["odata.etag"]);
  const planned = planRow(isReplaced ? "replace" : "merge", schema, encoded, ifMatch);
  return writer.complete(new EntityRows(schema), planned, row);
}

function contended(entity: string, attempts: number, cause: unknown): TableError {
  return new TableError(
    "modify.contended",
    `modify of ${entity} lost to other writers in all ${attempts} attempts. Raise \`attempts\`, or spread the writes over several rows.`,
    { entity, cause },
  );
}
