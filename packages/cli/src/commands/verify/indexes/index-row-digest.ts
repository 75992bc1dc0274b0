import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { indexRowText } from "../../../rows/index-rows.js";

const buckets = 65_536;

/**
 * Compares the index rows that entities should have (expected) with the stored ones, without keeping the rows in memory. The keys of a row
 * determine its bucket, one of 65,536. A bucket is the sum of the hashes of its expected rows minus the hashes of its stored rows. The sum
 * is 0 if these rows agree.
 */
export class IndexRowDigest {
  /** The sum of each bucket, 64 bits long. The first half of the array has the lower 32 bits of all sums, the second half the upper 32. */
  readonly #sums = new Uint32Array(2 * buckets);

  /** Adds an index row that an entity should have. */
  addExpected(table: string, row: TableRow): void {
    this.#add(table, row, 1);
  }

  /** Adds an index row that is stored in the table. */
  addStored(table: string, row: TableRow): void {
    this.#add(table, row, -1);
  }

  /** True if the expected and the stored rows agree in every bucket. */
  get agrees(): boolean {
    return this.#sums.every((sum) => sum === 0);
  }

  /** Returns whether the sum of this index row's bucket is not 0, so that its expected and stored rows must be compared one by one. */
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
