import type { DraftEntity } from "../draft/draft-entity.js";
import { draftIndexRows } from "../draft/draft-table.js";
import type { SampledRow } from "../sample/columns.js";

/** Table with the rows that were sampled from it. */
export interface SampledTable {
  readonly table: string;
  readonly rows: readonly SampledRow[];
}

/** Information about the other tables that are drafted in the same run, for the draft of one table. */
export interface OtherTables {
  /** Drafts of the index rows in tables that are drafted later. */
  readonly elsewhere: readonly DraftEntity[];
  /** Index rows that definitions drafted earlier in this run already declare. */
  readonly declared: ReadonlySet<SampledRow>;
  /** Adds the index rows of these entities to `declared`. */
  declare(entities: readonly DraftEntity[]): void;
}

/**
 * Drafts several tables. Tables that contain only index rows come last, because entities of other tables declare those rows.
 * @param draft drafts one table
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
