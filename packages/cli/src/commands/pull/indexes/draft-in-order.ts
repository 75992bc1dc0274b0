import type { DraftEntity } from "../draft/draft-entity.js";
import { draftIndexRows } from "../draft/draft-table.js";
import type { SampledRow } from "../sample/columns.js";

/** A table and its rows that were read. */
export interface SampledTable {
  readonly table: string;
  readonly rows: readonly SampledRow[];
}

/** State shared by tables that are drafted together. */
export interface OtherTables {
  /** Drafts of the index rows in later tables. */
  readonly elsewhere: readonly DraftEntity[];
  /** Index rows that the definitions of other tables declare. */
  readonly declared: ReadonlySet<SampledRow>;
  /** Marks the index rows that these definitions declare. */
  declare(entities: readonly DraftEntity[]): void;
}

/**
 * Drafts tables together. Tables of index rows come last, because entities of other tables declare those rows.
 * @returns the drafts in the order of the tables
 */
export function draftInOrder<Table extends SampledTable, Draft>(
  tables: readonly Table[],
  draft: (table: Table, others: OtherTables) => Draft,
): Draft[] {
  const waiting = tables.map((sampled, place) => {
    const entries = tables.length === 1 ? [] : draftIndexRows(sampled.table, sampled.rows);
    const rowsOfEntries = entries.reduce((sum, { rows }) => sum + rows.length, 0);
    return { place, sampled, entries, isOfIndexes: rowsOfEntries === sampled.rows.length };
  });
  waiting.sort((one, other) => Number(one.isOfIndexes) - Number(other.isOfIndexes));
  const declared = new Set<SampledRow>();
  const declare = (entities: readonly DraftEntity[]) => {
    for (const { indexes = [] } of entities)
      for (const index of indexes) for (const row of index.rows) declared.add(row);
  };
  const drafts = waiting.map(({ place, sampled }, index) => {
    const elsewhere = waiting.slice(index + 1).flatMap(({ entries }) => entries);
    return { place, drafted: draft(sampled, { elsewhere, declared, declare }) };
  });
  return drafts.sort((one, other) => one.place - other.place).map(({ drafted }) => drafted);
}
