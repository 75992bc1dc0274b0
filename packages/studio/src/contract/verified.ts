import type { RowId } from "./rows.js";

/** Progress of the comparison of a table with its definitions. */
export interface VerifyProgress {
  /** Number of rows read so far. */
  readonly rows: number;
  /** Share of the table that was read, from 0 to 1. */
  readonly fraction: number;
}

/** Findings of `tablewright verify` in a table. */
export interface VerifiedTable {
  /** Number of rows that were read. */
  readonly rows: number;
  /** Kinds of findings, the one with the most rows first. */
  readonly findings: readonly TableFinding[];
  /** Number of findings of further kinds, which are not listed because there are too many. */
  readonly others: number;
  /** Sentences on rows that nobody can judge yet, such as young index rows. */
  readonly notes: readonly string[];
}

/** The same problem in one or more rows. */
export interface TableFinding {
  readonly code: string;
  readonly message: string;
  /** Table of the rows. It is another one for index rows that are stored elsewhere. */
  readonly table: string;
  readonly rows: number;
  /** The first of these rows. */
  readonly examples: readonly FoundRow[];
}

/** Row that has a finding. */
export interface FoundRow extends RowId {
  /** Stored value that the property cannot read; absent for other findings. */
  readonly text?: string;
}
