import type { EntityId } from "@tablewright/runtime";
import type { Finding } from "../../rows/finding.js";

/** Keys of a row with a problem. */
export interface FoundRow extends EntityId {
  /**
   * Keys of the other entity, if the problem is that another entity has the same values in a unique index and has the index row for them.
   * Undefined for other problems.
   */
  readonly owner?: EntityId;
  /** Stored text that a property cannot read; undefined for other problems. */
  readonly text?: string;
}

/** The same problem found in one or more rows of a table. */
export interface FindingGroup extends Finding {
  readonly table: string;
  readonly rows: number;
  /** Keys of the first rows with the problem. */
  readonly examples: readonly FoundRow[];
}

/**
 * Maximum number of groups. If every row has a different kind, or property names are data, the groups would otherwise fill memory and
 * screen.
 */
const maxGroups = 200;

/** Groups equal findings and counts the rows of each group. */
export class FindingGroups {
  readonly #groups = new Map<string, FindingGroup & { rows: number; examples: FoundRow[] }>();
  readonly #maxExamples: number;
  /** Number of findings that were not grouped because there were too many groups. */
  #others = 0;

  /** @param maxExamples maximum number of rows listed in each group */
  constructor(maxExamples: number = 3) {
    this.#maxExamples = maxExamples;
  }

  add(table: string, { partitionKey, rowKey, owner }: FoundRow, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const group = this.#groupOf(table, finding);
      if (group === undefined) {
        this.#others++;
        continue;
      }
      group.rows++;
      if (group.examples.length < this.#maxExamples)
        group.examples.push({
          partitionKey,
          rowKey,
          ...(owner && { owner }),
          ...(finding.text !== undefined && { text: finding.text }),
        });
    }
  }

  /** Adds a finding about a table as a whole, without a row. */
  addTable(table: string, finding: Finding): void {
    this.#groupOf(table, finding);
  }

  get others(): number {
    return this.#others;
  }

  /** Returns the groups, ordered by table. Within a table, the group with the most rows comes first. */
  list(): FindingGroup[] {
    return [...this.#groups.values()].sort(
      (one, other) => compare(one.table, other.table) || other.rows - one.rows || compare(one.message, other.message),
    );
  }

  #groupOf(table: string, finding: Finding) {
    const id = JSON.stringify([table, finding.code, finding.message]);
    let group = this.#groups.get(id);
    if (group === undefined && this.#groups.size < maxGroups) {
      const { text: _, ...others } = finding;
      group = { ...others, table, rows: 0, examples: [] };
      this.#groups.set(id, group);
    }
    return group;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
