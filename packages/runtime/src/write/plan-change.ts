import { isObject } from "../codec/check-entity.js";
import { decodeEntity } from "../codec/decode-entity.js";
import type { EdmValue } from "../codec/edm/edm-value.js";
import { entityBody } from "../codec/encode-entity.js";
import { encodeSet, keyAndTimes, withTimes } from "../codec/encode-merge.js";
import { keyValues } from "../codec/entity-keys.js";
import { idOf } from "../codec/payload.js";
import { rewritePayload } from "../codec/rewrite-payload.js";
import { formatValue } from "../errors/format-value.js";
import { TableError, wrongValue } from "../errors/table-error.js";
import { Write, type WriteTarget } from "../rest/write.js";
import { decodeTableRow, type StoredTableRow } from "../rows/table-row.js";
import type { EntityId, EntityPayload, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkPropertyName } from "../schema/property-name.js";
import { EntityRows, holdsValue, type TableRows, type TableRowTypes } from "./row-encoder.js";
import { checkIfMatch } from "./write-options.js";
import type { Writer } from "./writer.js";

/** Changes that `modify` or `updateWhere` writes to a row. */
export interface Change<T extends EntityTypes> {
  /** New values of properties. The other properties of the row keep theirs. */
  readonly set?: T["merge"];
  /** Optional properties to remove. */
  readonly unset?: readonly T["optional"][];
}

/** Function that returns the changes to a row; undefined leaves the row as it is. */
export type MakeChange<T extends EntityTypes> = (
  current: Readonly<T["entity"]>,
) => Change<T> | undefined | Promise<Change<T> | undefined>;

/** Calls the callback with the row and plans the write of the changes that it returns. Returns undefined if there is nothing to change. */
export async function planModify<T extends EntityTypes>(
  writer: Writer,
  schema: EntitySchema<T>,
  method: ChangeMethod,
  row: EntityPayload,
  change: MakeChange<T>,
): Promise<Write | undefined> {
  const current = decodeEntity(schema, row, true, writer.connection.onMismatch);
  const read = keyValues(schema, current);
  const changes = await change(current);
  if (!changes) return undefined;
  checkChange(method, schema.name, changes);
  const planned = planChange(writer.connection.limits, schema, row, read, changes);
  return planned && writer.complete(new EntityRows(schema), planned, row);
}

/**
 * Plans a merge, or a replacement with the whole payload that was read if the change removes a property or the row has a property under a
 * former name. Both keep undeclared properties, and write to the keys that were read. Returns undefined if there is nothing to write.
 * @param read the values of the row's keys, which a change may repeat
 */
function planChange<T extends EntityTypes>(
  limits: Limits,
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: object,
  { set = {}, unset = [] }: Change<T>,
): Write | undefined {
  const etag = row["odata.etag"];
  if (unset.length === 0) {
    const filled = withTimes(schema, set);
    const changes = encodeSet(schema, read, filled, limits);
    if (changes === "") return undefined;
    const renamedHooks = schema.renamed[0]?.hooks;
    if (!renamedHooks?.holdsFormerNames(schema, row)) {
      const members = renamedHooks?.withoutFormerNames(schema, set, changes, limits) ?? changes;
      return planMerge(schema, { ...idOf(row), $etag: etag }, members, limits, keyAndTimes(schema, read, filled));
    }
  }
  const whole = rewritePayload(schema, row, read, { set, unset }, limits);
  return new Write("replace", schema, whole, checkIfMatch(schema.name, etag));
}

/** Plans a merge of a row under the ETag that was read. @param members the changes as JSON members @param values the key, and the times that the merge sets */
export function planMerge(
  schema: WriteTarget,
  row: EntityId & { readonly $etag: string | undefined },
  members: string,
  limits: Limits,
  values?: object,
): Write {
  const ifMatch = checkIfMatch(schema.name, row.$etag);
  return new Write("merge", schema, { ...entityBody(schema.name, row, members, limits), values }, ifMatch);
}

/** Client method whose callback returns the changes, for messages. */
export type ChangeMethod = "modify" | "updateWhere";

/**
 * Checks the changes that a callback of `modify` or `updateWhere` returned. Accepts only `{ set, unset }`, not the row itself, and no
 * property that is both set and unset.
 * @throws TableError `value.wrong-type`, `modify.contradiction`
 */
function checkChange(method: ChangeMethod, entity: string, change: unknown): void {
  const wrongType = (given: string) => {
    const problem = `The callback of ${method} returned ${given} for ${entity}. Return the changes as { set, unset }.`;
    return wrongValue(problem, { entity });
  };
  if (!isObject(change)) throw wrongType(formatValue(change));
  const other = Object.keys(change).find((name) => name !== "set" && name !== "unset");
  if (other !== undefined) throw wrongType(`an object with ${other}`);
  const { set = {}, unset = [] } = change as { readonly set?: unknown; readonly unset?: unknown };
  if (!isObject(set)) throw wrongType(`${formatValue(set)} as set`);
  if (!isNames(unset)) throw wrongType(`${formatValue(unset)} as unset, not an array of names,`);
  const property = unset.find((name) => valueIn(set, name) !== undefined);
  if (property === undefined) return;
  const problem = `${entity}.${property} is in both set and unset of the change that ${method} got. Remove it from one of them.`;
  throw new TableError("modify.contradiction", problem, { entity, property });
}

/**
 * Returns the value in `set` for a name in `unset`; undefined if there is none. The name `$extra.x` stands for the undeclared property `x`,
 * whose value is in `set.$extra`.
 */
function valueIn(set: object, name: string): unknown {
  const { $extra, ...values } = set as Readonly<Record<string, unknown>>;
  const isExtra = name.startsWith("$extra.") && isObject($extra);
  return isExtra ? ($extra as Readonly<Record<string, unknown>>)[name.slice("$extra.".length)] : values[name];
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

/** Changes that `modify` or `updateWhere` writes to a row of a table without an entity definition. */
export interface TableChange {
  /** New values of properties. The other properties of the row keep theirs. */
  readonly set?: TableRowTypes["merge"];
  /** Stored names of properties to remove. */
  readonly unset?: readonly string[];
}

/** Function that returns the changes to a row; undefined leaves the row as it is. */
export type MakeTableChange = (current: StoredTableRow) => TableChange | undefined | Promise<TableChange | undefined>;

/**
 * Calls the callback with the row and plans the write of the changes that it returns, under the ETag that was read. Returns undefined if
 * there is nothing to change.
 */
export async function planTableChange(
  rows: TableRows,
  limits: Limits,
  method: ChangeMethod,
  row: EntityPayload,
  change: MakeTableChange,
): Promise<Write | undefined> {
  const changes = await change(decodeTableRow(rows.name, row));
  if (!changes) return undefined;
  checkChange(method, rows.name, changes);
  const { set = {}, unset = [] } = changes;
  for (const name of unset) checkPropertyName(rows.name, name, limits);
  if (unset.length === 0 && !holdsValue(set)) return undefined;
  const id = idOf(row);
  const ifMatch = checkIfMatch(rows.name, row["odata.etag"]);
  if (unset.length === 0) return new Write("merge", rows, rows.encodeChanges(id, set, limits), ifMatch);
  const properties = changed(decodeTableRow(rows.name, row), set, unset);
  return new Write("replace", rows, rows.encodeRow("replace", { ...id, properties }, limits), ifMatch);
}

function changed(
  { properties }: StoredTableRow,
  set: TableRowTypes["merge"],
  unset: readonly string[],
): Record<string, EdmValue> {
  const removed = new Set(unset);
  const values = Object.create(null) as Record<string, EdmValue>;
  for (const [name, value] of Object.entries(properties)) if (!removed.has(name)) values[name] = value;
  for (const [name, value] of Object.entries(set)) if (value !== undefined && value !== null) values[name] = value;
  return values;
}
