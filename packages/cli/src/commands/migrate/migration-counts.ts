import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";

/** A row before and after the change. */
export interface SampleChange {
  readonly change: "move" | "rewrite";
  readonly before: TableRow;
  readonly after: TableRow;
}

/** A row under its old keys, and the keys of the row that occupies its new keys. */
export interface ConflictExample extends EntityId {
  readonly newKeys: EntityId;
}

/** Rows that stay as they are for the same reason. */
export interface RejectedGroup {
  readonly reason: string;
  readonly rows: number;
  readonly examples: readonly EntityId[];
}

const maxSamples = 3;
const maxReasons = 50;

/** Outcomes of the rows of one entity, real or predicted. */
export class MigrationCounts {
  moved = 0;
  rewritten = 0;
  /** Number of rows that programs of both definitions have changed under both keys. */
  conflicts = 0;
  /** Number of conflicts settled by keeping the old or the new row. */
  readonly settled = { old: 0, new: 0 };
  /** Number of rows that would be rewritten under their keys, but are not while former rows must stay. */
  waiting = 0;
  /** Number of moved rows whose old row was missing when it was to be deleted. */
  oldRowMissing = 0;
  readonly oldRowMissingExamples: EntityId[] = [];
  /** Number of copies that an undo has deleted. */
  undone = 0;
  /** Number of rows that an undo does not delete, because they are not copies of former rows. */
  unmarked = 0;
  /** Table that rows are to be moved to and that does not exist yet. A dry run can precede its creation. */
  missingTable: string | undefined;
  readonly samples: SampleChange[] = [];
  readonly conflictExamples: ConflictExample[] = [];
  readonly #refused = new Map<string, { reason: string; rows: number; examples: EntityId[] }>();

  /**
   * Counts a changed row.
   * @param after the row after the change, kept as a sample; undefined for none
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

  /** Groups, the most frequent first. */
  get refused(): readonly RejectedGroup[] {
    return [...this.#refused.values()].sort((one, other) => other.rows - one.rows);
  }

  /** True if every row is in its intended state. */
  get isWhole(): boolean {
    return this.conflicts === 0 && this.#refused.size === 0;
  }

  /** Number of rows that change, or would change. */
  get changes(): number {
    return this.moved + this.rewritten + this.waiting + this.undone;
  }
}

function idOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}
