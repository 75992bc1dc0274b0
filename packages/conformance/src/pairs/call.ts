import { type EntityClient, type EntityTypes, isTableError, type TableServiceClient } from "@tablewright/runtime";
import type { Values } from "../key-shapes/compile-entities.js";
import type { Choice, Factors } from "./covering-array.js";
import { type DrawnEntity, fixedNames } from "./drawn-entity.js";

/**
 * Factors of calls.
 * - `row`: what is stored before: nothing, the row, the row with an undeclared property, an expired row, or the row as a former definition
 *   stored it.
 * - `values`: which values are written: all, one that no index has, or all, of which another entity has the unique one.
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
  // In a transaction, an entity with indexes takes the entity that was read in place of an ETag.
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

/** Sends the call. @param read the entity as it was read before; undefined if there was none */
export async function tell(
  service: TableServiceClient,
  drawn: DrawnEntity,
  { write = "", condition, way, exactly }: Choice,
  key: Values,
  given: Values,
  ifMatch: string,
  read: object | undefined,
): Promise<Told> {
  const { entity } = drawn;
  const options = exactly === "once" ? ({ exactly } as const) : {};
  const client: EntityClient<EntityTypes> = service.entities(entity, options);
  const changes = changesIn(drawn, given);
  // Several writes at once keep read-only values only of an entity that was read.
  const { $extra: _extra, ...known } = (read ?? {}) as Values;
  const whole = way !== "single" && read !== undefined && write !== "insert" ? { ...known, ...given } : given;
  const isKeyed = write === "merge" || write === "delete";
  try {
    if (way === "bulk") {
      const item = {
        [write]: isKeyed ? key : whole,
        ...(write === "merge" && { changes }),
        ...(condition !== "none" && { ifMatch }),
      };
      for await (const outcome of client.bulk([item as never])) {
        if (!outcome.ok) throw outcome.error;
        return { result: write === "delete" ? outcome.existed : outcome.$etag };
      }
    }
    if (way === "transaction") {
      const under = drawn.indexes.length > 0 ? { from: read } : { ifMatch };
      const [written] = await service.transaction(
        entity.partition(key as never),
        (tx) => {
          const add = tx[write as "merge"].bind(tx as never) as (...all: unknown[]) => void;
          if (write === "merge") add(entity, key, changes, under);
          else if (condition !== "none") add(entity, isKeyed ? key : whole, under);
          else if (write === "insert" || drawn.indexes.length === 0) add(entity, whole);
          else add(entity, whole, { from: read });
        },
        options,
      );
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
    if (!isTableError(error)) throw error;
    return { code: error.code, isUnknown: "outcome" in error && error.outcome === "unknown", error };
  }
}
