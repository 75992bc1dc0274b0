import { stringLiteral } from "../codec/edm/string.js";
import { checkOptions, type OptionKinds, wholeNumber } from "../errors/check-options.js";
import { isTableError } from "../errors/table-error.js";
import { deleteIndexRow } from "../features/indexes/index-row-writes.js";
import { mapConcurrently } from "../http/map-concurrently.js";
import { createTableQuery } from "../query/table-query.js";
import { type CallOptions, type Connection, callOptionKinds } from "../rest/connection.js";
import { tableIn } from "../schema/table-names.js";
import { withDecidingReads } from "../write/deciding-reads.js";
import { writeRow } from "../write/plain-writer.js";

/** Index that is no longer in any definition. These values, which the lock file contains, identify its rows. */
export interface FormerIndex {
  /** Table of the index rows, by its name in the definition. */
  readonly table: string;
  /** Name of the stored property that contains the kind of a row. */
  readonly kindProperty: string;
  /** Kind of the index rows, such as `employee.byEmail`. */
  readonly kind: string;
}

/** Progress of {@link removeFormerIndex}. */
export interface FormerIndexProgress {
  /** Number of index rows that were read. */
  readonly entries: number;
  /** Number of index rows that were deleted. */
  readonly deleted: number;
}

export interface RemoveFormerIndexOptions extends CallOptions {
  /** Number of index rows to delete concurrently. Default 16. */
  readonly concurrency?: number | undefined;
  /** Callback after each page of rows. */
  readonly onProgress?: ((progress: FormerIndexProgress) => void) | undefined;
}

const optionKinds: OptionKinds<RemoveFormerIndexOptions> = {
  ...callOptionKinds,
  concurrency: wholeNumber(1),
  onProgress: "function",
};

/**
 * Deletes the rows of an index that was removed or renamed, each row under its ETag. It recognizes them by their kind. Run it once no
 * program with the former definition writes or queries the index. You can run it again at any time, even after a crash.
 * ```ts
 * await removeFormerIndex(service, { table: "Company", kindProperty: "kind", kind: "employee.byPhone" });
 * ```
 * @param service a client, or a view from `withTables`
 */
export async function removeFormerIndex(
  { connection }: { readonly connection: Connection },
  { table: name, kindProperty, kind }: FormerIndex,
  options: RemoveFormerIndexOptions = {},
): Promise<FormerIndexProgress> {
  checkOptions("removeFormerIndex", options, optionKinds);
  const { signal, timeoutMs, concurrency = 16 } = options;
  const call = { signal, timeoutMs };
  const table = tableIn(connection, name);
  const condition = { $odata: `${kindProperty} eq ${stringLiteral(kind)}` };
  const rows = createTableQuery(withDecidingReads(connection), table, {}, call).select(kindProperty).where(condition);
  let [entries, deleted] = [0, 0];
  for await (const page of rows.pages()) {
    const outcomes = await mapConcurrently(page.items, concurrency, (row) => {
      const write = deleteIndexRow({ name: kind, table }, row, row.$etag);
      return writeRow(connection, write, call).catch((error: unknown) => {
        if (isTableError(error, "entity.condition-not-met")) return false;
        throw error;
      });
    });
    entries += page.items.length;
    deleted += outcomes.filter(Boolean).length;
    options.onProgress?.({ entries, deleted });
  }
  return { entries, deleted };
}
