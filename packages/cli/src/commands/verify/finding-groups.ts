import type { EntityId } from "@tablewright/runtime";
import type { Finding } from "../../rows/finding.js";

/** A row that has a finding. */
export interface FoundRow extends EntityId {
  /** Other entity with the same values, which has the row of the unique index. */
  readonly owner?: EntityId;
}

/** Equal findings of rows of one table. */
export interface FindingGroup extends Finding {
  readonly table: string;
  readonly rows: number;
  /** Keys of the first such rows that were read. */
  readonly examples: readonly FoundRow[];
}

/** Maximum number of groups. A column full of kinds, or property names that are data, would otherwise fill memory and the screen. */
const maxGroups = 200;

/** Groups equal findings and counts their rows. */
export class FindingGroups {
  readonly #groups = new Map<string, FindingGroup & { rows: number; examples: FoundRow[] }>();
  readonly #maxExamples: number;
  /** Number of findings beyond the maximum number of groups. */
  #others = 0;

  /** @param maxExamples maximum number of rows that each group lists */
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
        group.examples.push({ partitionKey, rowKey, ...(owner && { owner }) });
    }
  }

  /** Adds a finding about a table as a whole. */
  addTable(table: string, finding: Finding): void {
    this.#groupOf(table, finding);
  }

  get others(): number {
    return this.#others;
  }

  /** Lists the groups by table, the most frequent first. */
  list(): FindingGroup[] {
    return [...this.#groups.values()].sort(
      (one, other) => compare(one.table, other.table) || other.rows - one.rows || compare(one.message, other.message),
    );
  }

  #groupOf(table: string, finding: Finding) {
    const id = JSON.stringify([table, finding.code, finding.message]);
    let group = this.#groups.get(id);
    if (group === undefined && this.#groups.size < maxGroups) {
      group = { ...finding, table, rows: 0, examples: [] };
      this.#groups.set(id, group);
    }
    return group;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
