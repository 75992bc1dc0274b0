import { isTableError, type StoredTableRow, type TableClient } from "@tablewright/runtime";
import type { AnySchema } from "../key/load-schema.js";
import { divideTable, fractionRead, type KeyRange, queryRange } from "../ranges/key-range.js";
import { asRows } from "../ranges/page-form.js";
import { type ReadOptions, readRanges } from "../ranges/read-ranges.js";
import { checkRow } from "./check-row.js";
import type { FindingGroups } from "./finding-groups.js";

export interface VerifyOptions extends ReadOptions {
  /** How many rows to read, spread over the PartitionKeys; undefined for all. */
  readonly sample: number | undefined;
}

/** As many rows as the service returns at a time. */
const maxPageRows = 1000;

/** As many ranges as a sample is taken from. */
const rangesOfSample = 32;

/**
 * Reads the rows of a table, and adds what is wrong with them to `groups`.
 * @param schemas of the table
 * @param onRows called with the number of rows that were checked since the last call, and how much of the table was read, 0 to 1
 */
export async function verifyTable(
  table: TableClient,
  schemas: readonly AnySchema[],
  { sample, ...options }: VerifyOptions,
  groups: FindingGroups,
  onRows: (rows: number, fraction: number) => void,
): Promise<void> {
  const check = (rows: readonly StoredTableRow[]) => {
    for (const row of rows) groups.add(table.name, row, checkRow(schemas, row));
  };
  try {
    const { parallel, signal } = options;
    const ranges = await divideTable(table, sample === undefined ? parallel : Math.min(sample, rangesOfSample), signal);
    if (sample === undefined) {
      await readRanges(table, ranges, asRows, options, async (rows, markRead) => {
        check(rows);
        markRead();
        onRows(rows.length, fractionRead(ranges));
      });
    } else {
      let remaining = sample;
      await sampleRanges(table, ranges, sample, signal, (rows) => {
        check(rows);
        remaining -= rows.length;
        onRows(rows.length, 1 - remaining / sample);
      });
    }
  } catch (error) {
    if (!isTableError(error, "table.not-found")) throw error;
    const message = "The table does not exist";
    groups.addTable(table.name, {
      code: error.code,
      entity: undefined,
      property: undefined,
      storedType: undefined,
      message,
    });
  }
}

/** Rows of ranges all over the table: in rounds, as some ranges have fewer than their share. */
async function sampleRanges(
  table: TableClient,
  ranges: readonly KeyRange[],
  sample: number,
  signal: AbortSignal,
  take: (rows: readonly StoredTableRow[]) => void,
): Promise<void> {
  let open = ranges.map((range) => ({
    query: queryRange(table, range, signal),
    cursor: undefined as string | undefined,
  }));
  for (let remaining = sample; open.length > 0; open = open.filter(({ cursor }) => cursor !== undefined)) {
    for (const [index, range] of open.entries()) {
      const size = Math.min(Math.ceil(remaining / (open.length - index)), maxPageRows);
      if (size === 0) return;
      const { items, cursor } = await range.query.page({
        size,
        ...(range.cursor !== undefined && { cursor: range.cursor }),
      });
      take(items);
      remaining -= items.length;
      range.cursor = cursor;
    }
  }
}
