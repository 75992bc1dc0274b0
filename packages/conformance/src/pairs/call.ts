import {
  type EntityClient,
  type EntityTypes,
  isTableError,
  type TableServiceClient,
  type Transaction,
} from "@tablewright/runtime";
import type { Values } from "../key-shapes/compile-entities.js";
import type { Choice, Factors } from "./covering-array.js";
import { type DrawnEntity, fixedNames } from "./drawn-entity.js";

/**
 * Factors of calls.
 * - `row`: what is stored before the call: nothing, the row, the row with an undeclared property, an expired row, or the row as a former
 *   definition stored it.
 * - `values`: which values are written: all; one that no index has; or all, with a unique value that another entity already has.
 * - `fault`: what happens to one of the requests that write.
 * - `exactly`: whether the writes have receipts.
 */
export const callFactors: Factors = {
  write: [
    "insert",
    "insertOrMerge",
    "insertOrReplace",
    "merge",
    "replace",
    "delete",
    "modify",
    "modifyUnset",
    "modifyOrInsert",
    "updateWhere",
    "deleteWhere",
  ],
  condition: ["none", "etag", "*", "stale"],
  way: ["single", "bulk", "transaction"],
  row: ["absent", "present", "undeclared", "expired", "former"],
  values: ["all", "note", "taken"],
  fault: ["none", "lost own 1", "lost any 2", "held own 1 2", "held own 1 3"],
  exactly: ["none", "once"],
};

/** Result of a call: its ETag or count, or its error. */
export type Told =
  | { readonly result: unknown }
  | { readonly code: string; readonly isUnknown: boolean; readonly error: unknown };

/** Returns whether the service and the types allow a call. */
export function isPossible({ write = "", condition, way, row, values }: Choice, drawn: DrawnEntity): boolean {
  const isConditional = write === "merge" || write === "replace" || write === "delete";
  if (isConditional !== (condition !== "none")) return false;
  if (way !== "single" && (write.startsWith("modify") || write.endsWith("Where"))) return false;
  if (row === "expired" && !drawn.canExpire) return false;
  if (row === "former" && !drawn.hasFormer) return false;
  // In a transaction, a conditional write to an entity with indexes takes the entity that was read, instead of an ETag.
  const takesEntity = way === "transaction" && isConditional && drawn.indexes.length > 0;
  if (takesEntity && (condition === "*" || row === "absent")) return false;
  if (values === "note") return ["merge", "modify", "updateWhere", "insertOrMerge"].includes(write);
  if (values === "all") return true;
  if (write.startsWith("delete") || write === "modifyUnset") return false;
  return drawn.hasUnique && row !== "expired" && condition !== "stale" && (write !== "insert" || row === "absent");
}

/** Returns those of the values that a merge or `modify` can change. */
export function changesIn(drawn: DrawnEntity, { part: _part, id: _id, ...given }: Values): Values {
  const fixed = fixedNames(drawn);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !fixed.includes(name)));
}

/** Write of one entity with its values. */
export interface PreparedWrite {
  readonly choice: Choice;
  readonly key: Values;
  readonly given: Values;
  readonly ifMatch: string;
  /** The entity as it was read before; undefined if there was none. */
  readonly read: object | undefined;
}

/** Returns the values for one of several writes: those given and, unless it is an insert, the other values of the entity that was read. */
function wholeEntity(write: string, given: Values, read: object | undefined): Values {
  const { $extra: _extra, ...known } = (read ?? {}) as Values;
  return read === undefined || write === "insert" ? given : { ...known, ...given };
}

const isKeyed = (write: string) => write === "merge" || write === "delete";

/** Adds an operation to a transaction. For an entity with indexes, passes the entity that was read, instead of an ETag. */
export function addOperation(
  tx: Transaction<string>,
  drawn: DrawnEntity,
  { choice: { write = "", condition }, key, given, ifMatch, read }: PreparedWrite,
): void {
  const { entity, indexes } = drawn;
  const add = tx[write as "merge"].bind(tx) as (...all: unknown[]) => void;
  const whole = wholeEntity(write, given, read);
  const under = indexes.length > 0 ? { from: read } : { ifMatch };
  if (write === "merge") add(entity, key, changesIn(drawn, given), under);
  else if (condition !== "none") add(entity, isKeyed(write) ? key : whole, under);
  else if (write === "insert" || indexes.length === 0) add(entity, whole);
  else add(entity, whole, { from: read });
}

/** Sends the writes in one bulk, and returns the result of each. */
export async function tellBulk(
  client: EntityClient<EntityTypes>,
  drawn: DrawnEntity,
  writes: readonly PreparedWrite[],
): Promise<readonly Told[]> {
  const items = writes.map(({ choice: { write = "", condition }, key, given, ifMatch, read }) => ({
    [write]: isKeyed(write) ? key : wholeEntity(write, given, read),
    ...(write === "merge" && { changes: changesIn(drawn, given) }),
    ...(condition !== "none" && { ifMatch }),
  }));
  const told: Told[] = [];
  for await (const outcome of client.bulk(items as never)) {
    const isDelete = writes[outcome.index]?.choice["write"] === "delete";
    if (!outcome.ok) told[outcome.index] = tellError(outcome.error);
    else
      told[outcome.index] = { result: isDelete ? (outcome as { readonly existed?: boolean }).existed : outcome.$etag };
  }
  return told;
}

/** Sends the call. @param read the entity as it was read before; undefined if there was none */
export async function tell(
  service: TableServiceClient,
  drawn: DrawnEntity,
  choice: Choice,
  key: Values,
  given: Values,
  ifMatch: string,
  read: object | undefined,
): Promise<Told> {
  const { write = "", way, exactly } = choice;
  const { entity } = drawn;
  const options = exactly === "once" ? ({ exactly } as const) : {};
  const client: EntityClient<EntityTypes> = service.entities(entity, options);
  const changes = changesIn(drawn, given);
  try {
    if (way === "bulk") {
      const [told] = await tellBulk(client, drawn, [{ choice, key, given, ifMatch, read }]);
      return told as Told;
    }
    if (way === "transaction") {
      const add = (tx: Transaction<string>) => addOperation(tx, drawn, { choice, key, given, ifMatch, read });
      const [written] = await service.transaction(entity.partition(key as never), add, options);
      return { result: write === "delete" ? true : written?.$etag };
    }
    switch (write) {
      case "insert":
      case "insertOrMerge":
      case "insertOrReplace":
        return { result: (await client[write](given as never)).$etag };
      case "merge":
        return { result: (await client.merge(key as never, changes as never, { ifMatch: ifMatch as never })).$etag };
      case "replace":
        return { result: (await client.replace(given as never, { ifMatch: ifMatch as never })).$etag };
      case "delete":
        return { result: await client.delete(key as never, { ifMatch: ifMatch as never }) };
      case "modify":
        return { result: (await client.modify(key as never, () => ({ set: changes as never }))).$etag };
      case "modifyUnset":
        return { result: (await client.modify(key as never, () => ({ unset: ["note" as never] }))).$etag };
      case "modifyOrInsert":
        return {
          result: (await client.modify(key as never, () => ({ set: changes as never }), { orInsert: given as never }))
            .$etag,
        };
      case "updateWhere":
        return {
          result: (await client.updateWhere(client.scan().where(key as never) as never, changes as never, { max: 9 }))
            .updated,
        };
      default:
        return { result: (await client.deleteWhere(client.scan().where(key as never) as never, { max: 9 })).deleted };
    }
  } catch (error) {
    return tellError(error);
  }
}

/** Returns the result of a call that failed. @throws any error that is not of this library */
export function tellError(error: unknown): Told {
  if (!isTableError(error)) throw error;
  return { code: error.code, isUnknown: "outcome" in error && error.outcome === "unknown", error };
}
