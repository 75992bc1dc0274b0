import { foldIndexes } from "../indexes/fold-indexes.js";
import { readIndexKind } from "../indexes/index-kind.js";
import type { KeyDetail } from "../keys/infer-keys.js";
import type { SampledRow } from "../sample/columns.js";
import { type DraftEntity, draftEntity } from "./draft-entity.js";
import { divideIntoKinds, oneKind } from "./kinds.js";
import { nameSharedParts } from "./name-shared-parts.js";
import { entityName } from "./names.js";

/**
 * Level of detail of a draft.
 * - `indexes`: everything, including indexes.
 * - `kinds`: one entity for each kind of rows, no indexes.
 * - `keys`: one entity for all rows, with a key template.
 * - `rows`: one entity with its keys as stored, which reads any row.
 */
export type DraftDepth = "indexes" | "kinds" | "keys" | "rows";

export const draftDepths: readonly DraftDepth[] = ["indexes", "kinds", "keys", "rows"];

/**
 * Drafts the entity definitions of a table from its rows. Reads and writes neither files nor tables.
 * @param rows rows of the table, at least one
 * @param nameOf returns a unique entity name, close to the proposed one
 * @param elsewhere drafts of index rows in other tables; those that belong to the drafted entities become their indexes
 * @param detailOf returns the level of detail for the keys of a kind
 */
export function draftTable(
  table: string,
  rows: readonly SampledRow[],
  nameOf: (name: string) => string,
  depth: DraftDepth = "indexes",
  elsewhere: readonly DraftEntity[] = [],
  detailOf: (kind: string | undefined) => KeyDetail = () => "parts",
): DraftEntity[] {
  const kinds = depth === "indexes" || depth === "kinds" ? divideIntoKinds(rows) : oneKind(rows);
  const drafts = kinds.map((kind) => {
    const detail = depth === "rows" ? "raw" : detailOf(kind.kind);
    return draftEntity(table, nameOf(kindName(kind.kind, table)), kind, { detail, isOurs: isOurs(rows) });
  });
  const named = nameSharedParts(drafts);
  return depth === "indexes" ? foldIndexes(named, elsewhere) : named;
}

/** Drafts entity definitions only for the index rows of a table, and ignores its other rows. */
export function draftIndexRows(table: string, rows: readonly SampledRow[]): DraftEntity[] {
  const kinds = divideIntoKinds(rows).filter(({ kind }) => readIndexKind(kind) !== undefined);
  const style = { detail: "parts", isOurs: isOurs(rows) } as const;
  return kinds.map((kind) => draftEntity(table, kindName(kind.kind, table), kind, style));
}

/** Returns whether the keys look like keys that this SDK writes: with its separator `!` or its escapes such as `~21`. */
function isOurs(rows: readonly SampledRow[]): boolean {
  return rows.some(({ partitionKey, rowKey }) => /!|~[0-9a-f]{2}/.test(partitionKey + rowKey));
}

/** Returns an entity name for a kind of rows. A name of one or two letters is too short, so the table's name is put before it. */
function kindName(kind: string | undefined, table: string): string {
  const name = entityName(kind ?? table);
  return name.length < 3 ? entityName(table) + name : name;
}
