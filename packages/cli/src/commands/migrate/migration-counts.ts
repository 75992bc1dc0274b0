import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";

/** Row before and after its change, printed as an example in a dry run. */
export interface SampleChange {
  readonly change: "move" | "rewrite";
  readonly before: TableRow;
  readonly after: TableRow;
}

/** Conflict to print as an example: a row under its old keys, and the keys of the row that has its new keys. */
export interface ConflictExample extends EntityId {
  readonly newKeys: EntityId;
}

/** Rows that a migration leaves as they are for the same reason. */
export interface RejectedGroup {
  readonly reason: string;
  readonly rows: number;
  readonly examples: readonly EntityId[];
}

const maxSamples = 3;
const maxReasons = 50;

/** Outcomes of migrating the rows of one entity. In a dry run, they are predictions. */
export class MigrationCounts {
  moved = 0;
  rewritten = 0;
  /**
   * Number of entities whose row was changed both under its old keys, by a program with the former definition, and under its new keys, by
   * one with the new definition.
   */
  conflicts = 0;
  /** Number of conflicts resolved by keeping the old row, and by keeping the new row. */
  readonly settled = { old: 0, new: 0 };
  /** Number of rows that keep their keys and are not rewritten yet, because `--keep-former` must leave former rows unchanged. */
  waiting = 0;
  /** Number of moved rows whose old row was already missing when the migration tried to delete it. */
  oldRowMissing = 0;
  readonly oldRowMissingExamples: EntityId[] = [];
  /** Number of copies that `--undo` has deleted, or would delete. */
  undone = 0;
  /** Number of rows that `--undo` leaves because they are not copies of former rows. */
  unmarked = 0;
  /** Table that rows would be moved to, if it does not exist yet. Only a dry run continues without the table. */
  missingTable: string | undefined;
  readonly samples: SampleChange[] = [];
  readonly conflictExamples: ConflictExample[] = [];
  readonly #refused = new Map<string, { reason: string; rows: number; examples: EntityId[] }>();

  /**
   * Counts a row that was changed.
   * @param after the row after the change, to print it as an example; undefined to print none
   */
  add(change: SampleChange["change"], before: StoredTableRow, after?: TableRow): void {
    if (change === "move") this.moved++;
    else this.rewritten++;
    if (after === undefined || this.samples.filter((sample) => sample.change === change).length >= maxSamples) return;
    this.samples.push({ change, before, after });
  }

  addConflict(row: EntityId, newKeys: EntityId): void {
    this.conflicts++;
    if (this.conflictExamples.length < maxSamples) this.conflictExamples.push({ ...idOf(row), newKeys: idOf(newKeys) });
  }

  addOldRowMissing(row: EntityId): void {
    this.oldRowMissing++;
    if (this.oldRowMissingExamples.length < maxSamples) this.oldRowMissingExamples.push(idOf(row));
  }

  addRejected(reason: string, row: EntityId): void {
    const known = this.#refused.get(reason);
    const group = known ?? { reason, rows: 0, examples: [] };
    if (known === undefined && this.#refused.size < maxReasons) this.#refused.set(reason, group);
    group.rows++;
    if (group.examples.length < maxSamples) group.examples.push(idOf(row));
  }

  /** Reasons why rows stay as they are, the one with the most rows first. */
  get refused(): readonly RejectedGroup[] {
    return [...this.#refused.values()].sort((one, other) => other.rows - one.rows);
  }

  /** True if no row was left in conflict or rejected. */
  get isWhole(): boolean {
    return this.conflicts === 0 && this.#refused.size === 0;
  }

  /**
   * Number of rows that were moved, rewritten or deleted by `--undo`, or would be in a dry run. Includes rows that wait to be rewritten
   * (`waiting`).
   */
  get changes(): number {
    return this.moved + this.rewritten + this.waiting + this.undone;
  }
}

function idOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}
