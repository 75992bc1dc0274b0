import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { indexRowText } from "../../../rows/index-rows.js";

const buckets = 65_536;

/**
 * Compares the index rows that entities should have (expected) with those that are stored, without retaining any. A row's keys choose one
 * of 65,536 buckets. Each bucket has the sum of the hashes of its expected rows minus that of its stored rows: 0 if they agree.
 */
export class IndexRowDigest {
  /** Two 32-bit halves of a 64-bit sum for each bucket. */
  readonly #sums = new Uint32Array(2 * buckets);

  /** Adds a row that an entity should have. */
  addExpected(table: string, row: TableRow): void {
    this.#add(table, row, 1);
  }

  /** Adds a stored row. */
  addStored(table: string, row: TableRow): void {
    this.#add(table, row, -1);
  }

  /** True if all rows agree. */
  get agrees(): boolean {
    return this.#sums.every((sum) => sum === 0);
  }

  /** Returns whether rows differ whose hash falls into the same bucket as this row's. */
  differsAt(table: string, id: EntityId): boolean {
    const bucket = chooseBucket(table, id);
    return this.#sums[bucket] !== 0 || this.#sums[bucket + buckets] !== 0;
  }

  #add(table: string, row: TableRow, sign: 1 | -1): void {
    const bucket = chooseBucket(table, row);
    const hash = computeHash(indexRowText(row));
    for (const [place, at] of [bucket, bucket + buckets].entries())
      this.#sums[at] = (this.#sums[at] ?? 0) + sign * hash.readUInt32LE(4 * place);
  }
}

function chooseBucket(table: string, { partitionKey, rowKey }: EntityId): number {
  return computeHash(JSON.stringify([table, partitionKey, rowKey])).readUInt16LE(0);
}

function computeHash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
