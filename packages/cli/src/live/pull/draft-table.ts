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
  const style = { isRaw: depth === "rows", isOurs: isOurs(rows) };
  return kinds.map((kind) => draftEntity(table, nameOf(kindName(kind.kind, table)), kind, style));
}

/** Whether keys look like those of this SDK, with its separator or its escapes. */
function isOurs(rows: readonly SampledRow[]): boolean {
  return rows.some(({ partitionKey, rowKey }) => /!|~[0-9a-f]{2}/.test(partitionKey + rowKey));
}

/** A kind of a letter or two is no name by itself. */
function kindName(kind: string | undefined, table: string): string {
  const name = entityName(kind ?? table);
  return name.length < 3 ? entityName(table) + name : name;
}
