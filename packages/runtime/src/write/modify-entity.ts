import { checkAsked } from "../codec/asked-row.js";
import { decodeEntity } from "../codec/decode-entity.js";
import { encodeKey } from "../codec/encode-key.js";
import { encodeChanges } from "../codec/encode-merge.js";
import { entityBody } from "../codec/entity-body.js";
import { rewritePayload } from "../codec/rewrite-payload.js";
import { idOf } from "../codec/stored.js";
import { atLeast } from "../connection/at-least.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { pause } from "../connection/delay.js";
import { checkFunction } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import { getExactEntity } from "../operations/get-entity.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import { checkChange } from "./check-change.js";
import { checkIfMatch } from "./check-if-match.js";
import { entityNotFound } from "./entity-not-found.js";
import { PlannedWrite } from "./planned-write.js";
import type { Written } from "./write-options.js";
import { writeRow } from "./write-row.js";

/** What `modify` makes of a row. */
export interface Change<T extends EntityTypes> {
  /** New values; the other properties stay. */
  readonly set?: T["merge"];
  /** Optional properties to remove. */
  readonly unset?: readonly T["optional"][];
}

export interface ModifyOptions extends CallOptions {
  /** How often the row is read and written at most, where others write it too; 100 unless told otherwise. */
  readonly attempts?: number | undefined;
}

const modifyOptionForms: OptionForms<ModifyOptions> = { ...callOptionForms, attempts: "any" };

/** The delay before another attempt. */
const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/** The row as it is: under an ETag that the secondary still has, every write would be refused. */
const getCurrentEntity: typeof getExactEntity = { ...getExactEntity, primaryOnly: true };

/** Reads a row and writes what `change` makes of it under its ETag, until no other writer was faster. */
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
    checkAsked(schema.name, row, id);
    const current = decodeEntity(schema, row, true, connection.onMismatch);
    const read = { ...current };
    const asked = await change(current);
    if (asked) checkChange(schema.name, asked);
    const planned = asked ? planChange(connection, schema, row, read, asked) : undefined;
    if (planned === undefined) return { $etag: row["odata.etag"] as ETag };
    try {
      return { $etag: (await writeRow(connection, planned, options)) as ETag };
    } catch (error) {
      if (!isTableError(error, "entity.condition-not-met")) throw error;
      if (attempt >= attempts) throw contended(schema.name, attempt, error);
    }
    await pause(backoff(attempt, contention, connection.random), options.signal);
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
): PlannedWrite | undefined {
  const { name: entity, table } = schema;
  const { kind, limits } = connection;
  const isReplaced = unset.length > 0;
  const changes = isReplaced ? "" : encodeChanges(schema, read, set, limits);
  if (!isReplaced && changes === "") return undefined;
  const { partitionKey, rowKey, body } = isReplaced
    ? rewritePayload(schema, row, read, { set, unset }, limits)
    : entityBody(entity, idOf(row), changes, limits);
  const ifMatch = checkIfMatch(entity, row["odata.etag"]);
  const name = isReplaced ? "replace" : "merge";
  return new PlannedWrite({ name, entity, table, partitionKey, rowKey, body, kind, ifMatch });
}

function contended(entity: string, attempts: number, cause: unknown): TableError {
  return new TableError(
    "modify.contended",
    `modify of ${entity} was overtaken by other writers in all of its ${attempts} attempts. Raise \`attempts\`, or spread what they write over several rows.`,
    { entity, cause },
  );
}
