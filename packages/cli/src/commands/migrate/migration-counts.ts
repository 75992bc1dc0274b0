import type { EntityId, StoredTableRow, TableRow } from "@tablewright/runtime";
import { YoungIndexRows } from "../../rows/young-index-rows.js";

/** Row before and after its change, printed as an example in a dry run. */
export interface SampleChange {
  readonly change: "move" | "rewrite";
  readonly before: TableRow;
  readonly after: TableRow;
}

/** Two rows of one entity: the one of the former definition, and the one that is stored under its new keys. */
export interface Pair {
  readonly old: TableRow;
  readonly new: TableRow;
}

/** Rows that a migration leaves as they are for the same reason. */
export interface RejectedGroup {
  readonly reason: string;
  readonly rows: number;
  readonly examples: readonly EntityId[];
}

const maxSamples = 3;
const maxPairs = 100;
const maxReasons = 50;

/** Outcomes of migrating the rows of one entity. In a dry run, they are predictions. */
export class MigrationCounts {
  moved = 0;
  rewritten = 0;
  /** Number of pairs of rows of one entity of which both stay. A pair exists if programs of both definitions have written the entity. */
  conflicts = 0;
  /** The first 100 pairs. */
  readonly pairs: Pair[] = [];
  /** `old` is the number of pairs of which the old row was kept, `new` the number of those of which the new row was kept. */
  readonly kept = { old: 0, new: 0 };
  /** Index rows that belonged to rows under their former keys, and that are in other partitions than those rows. */
  readonly young = new YoungIndexRows();
  /** Table that rows would be moved to, if it does not exist yet. Only a dry run continues without the table. */
  missingTable: string | undefined;
  readonly samples: SampleChange[] = [];
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

  addPair(pair: Pair): void {
    this.conflicts++;
    if (this.pairs.length < maxPairs) this.pairs.push(pair);
  }

  addRejected(reason: string, row: EntityId): void {
    const known = this.#refused.get(reason);
    const group = known ?? { reason, rows: 0, examples: [] };
    if (known === undefined && this.#refused.size < maxReasons) this.#refused.set(reason, group);
    group.rows++;
    if (group.examples.length < maxSamples) group.examples.push(idOf(row));
  }

  /** Reasons why rows stay as they are. The reason with the most rows comes first; reasons with equally many rows are ordered by text. */
  get refused(): readonly RejectedGroup[] {
    return [...this.#refused.values()].sort(
      (one, other) => other.rows - one.rows || (one.reason < other.reason ? -1 : 1),
    );
  }

  /** True if no pair was left and no row was rejected. */
  get isWhole(): boolean {
    return this.conflicts === 0 && this.#refused.size === 0;
  }

  /** Number of rows that were moved or rewritten, or would be in a dry run. */
  get changes(): number {
    return this.moved + this.rewritten;
  }
}

function idOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}
