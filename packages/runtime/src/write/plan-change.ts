import { decodeEntity } from "../codec/decode-entity.js";
import { encodeSet, keyAndTimes, withTimes } from "../codec/encode-merge.js";
import { entityBody } from "../codec/entity-body.js";
import { keyValues } from "../codec/entity-keys.js";
import { rewritePayload } from "../codec/rewrite-payload.js";
import { idOf } from "../codec/system-properties.js";
import { Write, type WriteTarget } from "../rest/write.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { type ChangeMethod, checkChange } from "./check-change.js";
import { EntityRows } from "./row-encoder.js";
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

/** Calls the callback with the row and plans the write of the changes that it returns. Returns undefined if there are none. */
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
 * Plans a merge if the change removes no property and the row stores no property under a former name; otherwise a replacement with the
 * whole payload that was read. Both keep undeclared properties, and write to the keys that were read. Returns undefined if there is nothing
 * to write.
 * @param read the values of the row's keys, which a change may repeat
 */
function planChange<T extends EntityTypes>(
  limits: Limits,
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: object,
  { set = {}, unset = [] }: Change<T>,
): Write | undefined {
  const filled = unset.length > 0 ? set : withTimes(schema, set);
  const changes = unset.length > 0 ? "" : encodeSet(schema, read, filled, limits);
  if (unset.length === 0 && changes === "") return undefined;
  const etag = row["odata.etag"];
  const renamedHooks = schema.renamed[0]?.hooks;
  if (unset.length === 0 && !renamedHooks?.holdsFormerNames(schema, row)) {
    const members = renamedHooks?.withoutFormerNames(schema, set, changes, limits) ?? changes;
    return planMerge(schema, { ...idOf(row), $etag: etag }, members, limits, keyAndTimes(schema, read, filled));
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
