import type { SampledRow } from "./columns.js";
import { type DraftEntity, draftEntity } from "./draft-entity.js";
import { divideIntoKinds, oneKind } from "./kinds.js";
import { entityName } from "./names.js";

/**
 * How much a draft makes of the rows of a table: kinds and the parts of keys; the parts of keys alone; or one entity whose keys are
 * taken as they are stored, which reads any row.
 */
export type DraftDepth = "kinds" | "keys" | "rows";

export const draftDepths: readonly DraftDepth[] = ["kinds", "keys", "rows"];

/**
 * Rows → definitions, as a pure function.
 * @param rows at least one
 * @param nameOf gives an entity a name of its own, close to the proposed one
 */
export function draftTable(
  table: string,
  rows: readonly SampledRow[],
  nameOf: (name: string) => string,
  depth: DraftDepth = "kinds",
): DraftEntity[] {
  const kinds = depth === "kinds" ? divideIntoKinds(rows) : oneKind(rows);
  return kinds.map((kind) => draftEntity(table, nameOf(entityName(kind.kind ?? table)), kind, depth === "rows"));
}
