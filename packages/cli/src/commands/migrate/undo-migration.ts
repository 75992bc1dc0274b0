import type { StoredTableRow, TableClient, TableServiceClient } from "@tablewright/runtime";
import type { EntitySchemas } from "../../definitions/entity-schemas.js";
import { dividesTable, listShardRanges } from "../../files/plan-file.js";
import { computeHash, type MoveMarker, readMoveMarker } from "../../rows/move-marker.js";
import { divideTable } from "../../rows/ranges/divide-ranges.js";
import { fractionRead } from "../../rows/ranges/key-range.js";
import { asRows } from "../../rows/ranges/page-content.js";
import { readRanges } from "../../rows/ranges/read-ranges.js";
import { readRow } from "../../rows/read-row.js";
import { findRowChange } from "./find-row-change.js";
import type { MigrateOptions } from "./migrate-entity.js";
import type { MigrationCounts } from "./migration-counts.js";
import { deleteUnlessChanged } from "./move/write-unless-changed.js";

const noFormerRow = "The former row of a copy is missing, so the copy is the only row";

/**
 * Deletes the copies that `migrate --keep-former` wrote beside the former rows. A copy that a program has changed since is a conflict: it
 * stays, unless `settle` chooses the old row.
 */
export async function undoMigration(
  service: TableServiceClient,
  schemas: EntitySchemas,
  options: MigrateOptions,
  counts: MigrationCounts,
): Promise<void> {
  const table = service.table(schemas.current.table);
  const { planned } = options;
  if (planned !== undefined && !dividesTable(planned, table.name)) return;
  const ranges =
    planned === undefined ? await divideTable(table, options.parallel, options.signal) : listShardRanges(planned);
  await readRanges(table, ranges, asRows, options, async (rows, markRead, signal) => {
    for (const row of rows) {
      signal.throwIfAborted();
      const mark = readMoveMarker(row);
      if (mark !== undefined) await undo(service, table, row, mark, options, counts);
      else if (findRowChange(schemas, table.name, row).kind === "none") counts.unmarked++;
    }
    markRead();
    options.onRows(rows.length, fractionRead(ranges));
  });
}

async function undo(
  service: TableServiceClient,
  table: TableClient,
  copy: StoredTableRow,
  mark: MoveMarker,
  { dryRun, settle, signal }: MigrateOptions,
  counts: MigrationCounts,
): Promise<void> {
  let now: StoredTableRow | undefined = copy;
  while (now !== undefined) {
    const former = await readRow(service.table(mark.table), mark, signal);
    if (former === undefined) return counts.addRejected(noFormerRow, now);
    if (computeHash(now) !== mark.hash) {
      const kept = dryRun ? undefined : await settle?.(former, now);
      if (kept !== "old") return counts.addConflict(former, now);
      counts.settled.old++;
    }
    const deletion = dryRun ? "deleted" : await deleteUnlessChanged(table, now, signal);
    if (deletion === "deleted" || deletion === "missing") return void counts.undone++;
    now = await table.get(now, { signal });
  }
}
