import type { TableRow, TableServiceView } from "@tablewright/runtime";
import type { DoneSoFar } from "../contract/api.js";

/**
 * Creates a table, and copies all rows of another one into it as they are stored. Timestamps and ETags are new. Ends with an incomplete copy
 * if it fails or is aborted.
 * @throws TableError `table.not-found`, `table.already-exists`, `table.invalid-name`, and errors of the requests
 */
export async function cloneTable(
  service: TableServiceView,
  from: string,
  to: string,
  report: (progress: DoneSoFar) => void,
  signal: AbortSignal,
): Promise<DoneSoFar> {
  const source = service.table(from).scan({ signal });
  // Fails before the copy is created if there is nothing to copy from.
  await source.page({ size: 1 });
  await service.tables.create(to, { signal });
  const { written } = await service
    .table(to)
    .bulk(insertsOf(source), { signal, onProgress: ({ done }) => report({ done }) });
  return { done: written };
}

async function* insertsOf(rows: AsyncIterable<TableRow>): AsyncGenerator<{ readonly insert: TableRow }, void> {
  for await (const { partitionKey, rowKey, properties } of rows) yield { insert: { partitionKey, rowKey, properties } };
}
