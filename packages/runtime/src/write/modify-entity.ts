import { decodeEntity } from "../codec/decode-entity.js";
import { rowText } from "../codec/payload.js";
import type { AmbiguousAttempt } from "../errors/call-errors.js";
import { checkFunction, checkOptions, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { Write } from "../rest/write.js";
import type { EntityId, EntityPayload, EntitySchema, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { getDecidingExactEntity, readCurrent } from "./deciding-reads.js";
import { type MakeChange, type MakeTableChange, planModify, planTableChange } from "./plan-change.js";
import { EntityRows, type RowEncoder, type RowTypes, type TableRows, type TableRowTypes } from "./row-encoder.js";
import { whileOvertaken } from "./while-overtaken.js";
import { entityNotFound, lostAttemptsOf, rowName } from "./write-errors.js";
import type { ReturnOption, WriteOptions, Written } from "./write-options.js";
import { returnOptionKinds, writeOptionKinds } from "./write-options.js";
import { addWrittenValues, hooksOf, type Writer, writtenEntity } from "./writer.js";

/** Options of `modify`, beside those of every write. */
export interface ModifyOptions<T extends RowTypes = RowTypes> extends WriteOptions {
  /**
   * Maximum number of rounds of reading and writing while other writers change the row. After the last round, the call rejects with
   * `write.contended`. Default 100.
   */
  readonly attempts?: number | undefined;
  /**
   * Row to insert if there is none, with defaults filled in. The callback is then not called. Without this option, a missing row is the
   * error `entity.not-found`.
   * @throws TableError `value.*`, `key.*`, `entity.*` before anything is sent; `modify.contradiction` if its keys differ from the key that
   * you passed to `modify`
   */
  readonly orInsert?: T["init"] | undefined;
}

const modifyOptionKinds: OptionKinds<ModifyOptions> = {
  ...writeOptionKinds,
  attempts: wholeNumber(1),
  orInsert: "object",
};

const entityModifyOptionKinds: OptionKinds<ModifyOptions & ReturnOption> = {
  ...modifyOptionKinds,
  ...returnOptionKinds,
};

/** Function that builds the result of `modify` for a changed `row`. @param planned the write; undefined if there was nothing to write */
type BuildResult = ($etag: ETag, row: EntityPayload | undefined, planned: Write | undefined) => Written;

/** Implements `modify` for an entity: reads the row, calls `change` with it, and writes the changes that `change` returns. */
export function modifyEntity<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  key: T["key"],
  change: MakeChange<T>,
  options: ModifyOptions<T> & Partial<ReturnOption>,
): Promise<Written> {
  checkOptions("modify", options, entityModifyOptionKinds);
  const { connection } = writer;
  const plan = (row: EntityPayload) => planModify(writer, schema, "modify", row, change);
  const build: BuildResult = ($etag, row, planned) => {
    const unchanged = () => decodeEntity(schema, row as EntityPayload, true, connection.onMismatch);
    if (options.return === undefined)
      return addWrittenValues({ $etag }, schema, "merge", planned === undefined ? unchanged() : planned.values);
    return planned === undefined ? unchanged() : writtenEntity(connection, schema, planned, $etag, row);
  };
  return modifyRow(writer, new EntityRows(schema), key, change, plan, build, options);
}

/** Implements `modify` for a row of a table without an entity definition, as `modifyEntity` does for an entity. */
export function modifyTableRow(
  writer: Writer,
  rows: TableRows,
  id: EntityId,
  change: MakeTableChange,
  options: ModifyOptions<TableRowTypes>,
): Promise<Written> {
  checkOptions("modify", options, modifyOptionKinds);
  const plan = (row: EntityPayload) => planTableChange(rows, writer.connection.limits, "modify", row, change);
  return modifyRow(writer, rows, id, change, plan, ($etag) => ({ $etag }), options);
}

/**
 * Reads a row, and writes the changes that `plan` returns, under the ETag that was read. If there is no row, inserts `orInsert`. If another
 * writer was faster, reads and writes again.
 */
async function modifyRow<T extends RowTypes>(
  writer: Writer,
  rows: RowEncoder<T>,
  key: T["key"],
  change: unknown,
  plan: (row: EntityPayload) => Promise<Write | undefined>,
  build: BuildResult,
  options: ModifyOptions<T>,
): Promise<Written> {
  checkFunction("modify", "a function as its second argument", change);
  const { connection } = writer;
  const id = rows.encodeKey(key, connection.limits);
  const { attempts = 100, orInsert } = options;
  if (orInsert !== undefined) checkOrInsert(rows, id, orInsert, connection.limits);
  const hooks = rows.schema && hooksOf(rows.schema);
  let insert: Write | undefined;
  let isInsert = false;
  // Attempts of inserts that the service rejected, and whose responses were lost. If the row that caused the rejection is deleted, the
  // network may still deliver such an attempt.
  let lost: readonly AmbiguousAttempt[] | undefined;
  return whileOvertaken<Written>(connection, options, {
    entity: rows.name,
    what: `modify of ${rows.name}`,
    attempts,
    help: "Raise `attempts`, or spread the writes over several rows.",
    async plan() {
      const found = await readCurrent(connection, rows, id, options, getDecidingExactEntity);
      const isExpired = found && rows.schema && hooks?.isExpired?.(rows.schema, found);
      if (isExpired && orInsert !== undefined) await hooks?.deleteExpired?.(writer, rows, found, options);
      const row = isExpired ? undefined : found;
      if (row === undefined && orInsert === undefined) throw entityNotFound(rowName(rows), id);
      isInsert = row === undefined;
      if (row === undefined) insert ??= writer.plan(rows, { insert: orInsert as T["init"] });
      const planned = row === undefined ? insert : await plan(row);
      if (planned === undefined) return () => build(row?.["odata.etag"] as ETag, row, undefined);
      return async () => {
        const result = await writer.send(planned, options, isInsert ? lost : undefined);
        return build(result as ETag, row, planned);
      };
    },
    isOvertaken(error) {
      if (isInsert) lost = lostAttemptsOf(error) ?? lost;
      return isFaster(error, isInsert, orInsert !== undefined);
    },
  });
}

/** Checks that the row of `orInsert` is valid and has the keys that were passed to `modify`. @throws TableError `modify.contradiction` */
function checkOrInsert<T extends RowTypes>(rows: RowEncoder<T>, id: EntityId, init: T["init"], limits: Limits): void {
  const row = rows.encodeRow("insert", init, limits);
  if (row.partitionKey === id.partitionKey && row.rowKey === id.rowKey) return;
  const problem = `modify of ${rows.name} ${rowText(id)} would insert the row ${rowText(row)}. Give orInsert the properties of that key.`;
  throw new TableError("modify.contradiction", problem, { entity: rows.name });
}

/** Returns whether a write failed because another writer was faster: it changed the row or, with `orInsert`, inserted or deleted it. */
function isFaster(error: unknown, isInsert: boolean, mayInsert: boolean): boolean {
  if (isInsert) return isTableError(error, "entity.already-exists");
  if (isTableError(error, "entity.condition-not-met")) return true;
  return mayInsert && isTableError(error, "entity.not-found");
}
