import { foldIndexes } from "../indexes/fold-indexes.js";
import { readIndexKind } from "../indexes/index-kind.js";
import type { SampledRow } from "../sample/columns.js";
import { type DraftEntity, draftEntity } from "./draft-entity.js";
import { divideIntoKinds, oneKind } from "./kinds.js";
import { entityName } from "./names.js";

/**
 * How much a draft makes of the rows of a table: indexes, kinds and the parts of keys; without indexes; the parts of keys alone; or one
 * entity whose keys are taken as they are stored, which reads any row.
 */
export type DraftDepth = "indexes" | "kinds" | "keys" | "rows";

export const draftDepths: readonly DraftDepth[] = ["indexes", "kinds", "keys", "rows"];

/**
 * Rows → definitions, as a pure function.
 * @param rows at least one
 * @param nameOf gives an entity a name of its own, close to the proposed one
 * @param elsewhere drafts of index rows in other tables, which become indexes of these entities where they are
 */
export function draftTable(
  table: string,
  rows: readonly SampledRow[],
  nameOf: (name: string) => string,
  depth: DraftDepth = "indexes",
  elsewhere: readonly DraftEntity[] = [],
): DraftEntity[] {
  const kinds = depth === "indexes" || depth === "kinds" ? divideIntoKinds(rows) : oneKind(rows);
  const style = { isRaw: depth === "rows", isOurs: isOurs(rows) };
  const drafts = kinds.map((kind) => draftEntity(table, nameOf(kindName(kind.kind, table)), kind, style));
  return depth === "indexes" ? foldIndexes(drafts, elsewhere) : drafts;
}

/** Drafts of those rows of a table that are of indexes. */
export function draftEntries(table: string, rows: readonly SampledRow[]): DraftEntity[] {
  const kinds = divideIntoKinds(rows).filter(({ kind }) => readIndexKind(kind) !== undefined);
  const style = { isRaw: false, isOurs: isOurs(rows) };
  return kinds.map((kind) => draftEntity(table, kindName(kind.kind, table), kind, style));
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
