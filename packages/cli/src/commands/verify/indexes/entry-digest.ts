import { createHash } from "node:crypto";
import type { EntityId, TableRow } from "@tablewright/runtime";
import { indexRowText } from "../../../rows/index-rows.js";

const buckets = 65_536;

/**
 * Compares the index rows that entities make with those that are stored, without holding any: each of 65,536 buckets, by the keys
 * of the row, has the sum of the hashes of the first minus that of the second. A bucket whose rows agree has the sum 0.
 */
export class EntryDigest {
  /** The two halves of 64 bits for each bucket. */
  readonly #sums = new Uint32Array(2 * buckets);

  /** Counts a row that an entity makes. */
  addExpected(table: string, row: TableRow): void {
    this.#add(table, row, 1);
  }

  /** Counts a row that is stored. */
  addStored(table: string, row: TableRow): void {
    this.#add(table, row, -1);
  }

  /** Whether all rows agree. */
  get agrees(): boolean {
    return this.#sums.every((sum) => sum === 0);
  }

  /** Whether something differs among the rows that share a bucket with this one. */
  differsAt(table: string, id: EntityId): boolean {
    const bucket = bucketOf(table, id);
    return this.#sums[bucket] !== 0 || this.#sums[bucket + buckets] !== 0;
  }

  #add(table: string, row: TableRow, sign: 1 | -1): void {
    const bucket = bucketOf(table, row);
    const hash = hashOf(indexRowText(row));
    for (const [place, at] of [bucket, bucket + buckets].entries())
      this.#sums[at] = (this.#sums[at] ?? 0) + sign * hash.readUInt32LE(4 * place);
  }
}

function bucketOf(table: string, { partitionKey, rowKey }: EntityId): number {
  return hashOf(JSON.stringify([table, partitionKey, rowKey])).readUInt16LE(0);
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
