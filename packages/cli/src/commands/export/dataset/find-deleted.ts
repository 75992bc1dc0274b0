import type { TableClient } from "@tablewright/runtime";
import { divideTable } from "../../../rows/ranges/divide-ranges.js";
import { asRows } from "../../../rows/ranges/page-content.js";
import { type ReadOptions, readRanges } from "../../../rows/ranges/read-ranges.js";
import { readManifests } from "./dataset-state.js";
import type { DatasetWriter } from "./dataset-writer.js";

/**
 * Finds deleted rows: reads the keys of all rows of the table, then writes the keys that only the dataset has, and marks them `_deleted`.
 * This comparison is necessary because the service keeps no trace of a deletion.
 */
export async function findDeleted(
  table: TableClient,
  folder: string,
  writer: DatasetWriter,
  options: ReadOptions,
): Promise<void> {
  const { where: _, since: __, ...selection } = options.selection ?? {};
  const keysOnly = { ...options, selection: { ...selection, select: ["PartitionKey"] } };
  const ranges = await divideTable(table, options.parallel, options.signal, selection);
  await readRanges(table, ranges, asRows, keysOnly, async (rows, markRead) => {
    await writer.appendKeys(rows);
    markRead();
  });
  await writer.writeDeleted(readManifests(folder).flatMap(({ files }) => files));
}
