import { decodeEntity } from "../codec/decode/decode-entity.js";
import { checkRequestedRow } from "../codec/decode/requested-row.js";
import { encodeChanges } from "../codec/encode/encode-merge.js";
import { entityBody } from "../codec/encode/entity-body.js";
import { rewritePayload } from "../codec/encode/rewrite-payload.js";
import { encodeKey } from "../codec/keys/entity-keys.js";
import { idOf } from "../codec/system-properties.js";
import { atLeast } from "../connection/check-count.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { delay } from "../connection/delay.js";
import { checkFunction } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import { getExactEntity } from "../operations/entities/get-entity.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import { checkChange } from "./check-change.js";
import { PlannedUpdate } from "./planned-write.js";
import { entityNotFound } from "./row-errors.js";
import { checkIfMatch, type Written } from "./write-options.js";
import { writeRow } from "./write-row.js";

/** The changes that `modify` writes to a row. */
export interface Change<T extends EntityTypes> {
  /** New values; the other properties stay. */
  readonly set?: T["merge"];
  /** Optional properties to remove. */
  readonly unset?: readonly T["optional"][];
}

export interface ModifyOptions extends CallOptions {
  /**
   * Maximum number of times to read and write the row while other writers change it; then `modify.contended`. Default 100.
   */
  readonly attempts?: number | undefined;
}

const modifyOptionForms: OptionForms<ModifyOptions> = { ...callOptionForms, attempts: "any" };

/** The delay before another attempt. */
const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/** Reads the primary: under an ETag that only the secondary still has, every write would be refused. */
const getCurrentEntity: typeof getExactEntity = { ...getExactEntity, primaryOnly: true };

/** Reads a row and writes the changes under its ETag; repeats both while another writer is faster. */
export async function modifyEntity<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  key: T["key"],
  change: (current: Readonly<T["entity"]>) => Change<T> | undefined | Promise<Change<T> | undefined>,
  options: ModifyOptions,
): Promise<Written> {
  checkOptions("modify", options, modifyOptionForms);
  checkFunction("modify", "a function as its second argument", change);
  const id = encodeKey(schema, key, connection.limits);
  const attempts = atLeast("attempts", options.attempts ?? 100, 1);
  for (let attempt = 1; ; attempt++) {
    const row = await connection.send(getCurrentEntity, { table: schema.table, ...id }, options);
    if (row === undefined) throw entityNotFound(schema.name, id);
    checkRequestedRow(schema.name, row, id);
    const current = decodeEntity(schema, row, true, connection.onMismatch);
    const read = { ...current };
    const changes = await change(current);
    if (changes) checkChange(schema.name, changes);
    const planned = changes ? planChange(connection, schema, row, read, changes) : undefined;
    if (planned === undefined) return { $etag: row["odata.etag"] as ETag };
    try {
      return { $etag: await writeRow(connection, planned, options) };
    } catch (error) {
      if (!isTableError(error, "entity.condition-not-met")) throw error;
      if (attempt >= attempts) throw contended(schema.name, attempt, error);
    }
    await delay(backoff(attempt, contention, connection.random), options.signal);
  }
}

/**
 * A merge where nothing is removed, else the payload as it was read, with the change: both keep what nothing declares, and go to
 * the keys that were read.
 * @param read the row's values: a change may repeat those of its keys
 */
function planChange<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: object,
  { set = {}, unset = [] }: Change<T>,
): PlannedUpdate | undefined {
  const { kind, limits } = connection;
  const isReplaced = unset.length > 0;
  const changes = isReplaced ? "" : encodeChanges(schema, read, set, limits);
  if (!isReplaced && changes === "") return undefined;
  const encoded = isReplaced
    ? rewritePayload(schema, row, read, { set, unset }, limits)
    : entityBody(schema.name, idOf(row), changes, limits);
  const ifMatch = checkIfMatch(schema.name, row["odata.etag"]);
  return new PlannedUpdate(isReplaced ? "replace" : "merge", schema, encoded, kind, ifMatch);
}

function contended(entity: string, attempts: number, cause: unknown): TableError {
  return new TableError(
    "modify.contended",
    `modify of ${entity} lost to other writers in all ${attempts} attempts. Raise \`attempts\`, or spread the writes over several rows.`,
    { entity, cause },
  );
}
