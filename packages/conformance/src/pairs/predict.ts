import type { Values } from "../key-shapes/compile-entities.js";
import { changesIn } from "./call.js";
import type { Choice } from "./covering-array.js";
import { type DrawnEntity, fixedNames } from "./drawn-entity.js";
import { applied, type Held, type Operation } from "./row-model.js";

/** Expected result or error of a call, and the entity that is stored afterwards. */
export interface Prediction {
  /** Result: `"etag"`, the result itself, or the code of the error. */
  readonly told: "etag" | boolean | number | { readonly code: string };
  readonly after: Held | undefined;
}

/** Returns the result and the row that the documentation promises for a call that meets no fault. */
export function predict(drawn: DrawnEntity, call: Choice, before: Held | undefined, given: Values): Prediction {
  const { write = "", condition, way, row, values } = call;
  const isExpired = row === "expired";
  const refused = (code: string): Prediction => ({ told: { code }, after: before });
  const isTaken = values === "taken";
  const notUnique = refused("index.not-unique");
  const changes = changesIn(drawn, given);
  const visible = isExpired ? undefined : before;
  const isWhole = write === "replace" || write.startsWith("insertOr");
  if (isWhole && way !== "single" && before === undefined && fixedNames(drawn).length > 0)
    return refused("value.read-only");
  switch (write as Operation | "modify" | "modifyUnset" | "modifyOrInsert" | "updateWhere" | "deleteWhere") {
    case "insert":
      if (before !== undefined && !(isExpired && way === "single")) return refused("entity.already-exists");
      return isTaken ? notUnique : { told: "etag", after: applied(drawn, undefined, "insert", given) };
    case "insertOrMerge":
    case "insertOrReplace":
      return isTaken ? notUnique : { told: "etag", after: applied(drawn, before, write as Operation, given) };
    case "merge":
    case "replace":
      if (before === undefined) return refused("entity.not-found");
      if (condition === "stale") return refused("entity.condition-not-met");
      if (isTaken) return notUnique;
      return { told: "etag", after: applied(drawn, before, write as Operation, write === "merge" ? changes : given) };
    case "delete":
      if (before === undefined)
        return way === "transaction" ? refused("entity.not-found") : { told: false, after: undefined };
      return condition === "stale" ? refused("entity.condition-not-met") : { told: true, after: undefined };
    case "modifyOrInsert":
      if (isTaken) return notUnique;
      if (visible === undefined) return { told: "etag", after: applied(drawn, undefined, "insert", given) };
      return { told: "etag", after: applied(drawn, before, "merge", changes) };
    case "modify":
      if (visible === undefined) return refused("entity.not-found");
      return isTaken ? notUnique : { told: "etag", after: applied(drawn, before, "merge", changes) };
    case "modifyUnset":
      if (visible === undefined) return refused("entity.not-found");
      return { told: "etag", after: applied(drawn, before, "merge", {}, ["note"]) };
    case "updateWhere":
      if (visible === undefined) return { told: 0, after: before };
      return isTaken ? notUnique : { told: 1, after: applied(drawn, before, "merge", changes) };
    case "deleteWhere":
      return visible === undefined ? { told: 0, after: before } : { told: 1, after: undefined };
  }
}
