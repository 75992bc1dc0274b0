import {
  errorCodes,
  isTableError,
  type StoredTableRow,
  type TableClient,
  type TableRow,
  type TableServiceClient,
} from "@tablewright/runtime";
import { decodePayload, type EntityPayload } from "@tablewright/runtime/lines";
import { announceKeys, announceTable, checkRow, isHiddenKey, isKeysNotice, Turns } from "@tablewright/runtime/reindex";
import { type EntitySchemas, findTables } from "../../definitions/entity-schemas.js";
import { dividesTable, listShardRanges, type PlannedShard } from "../../files/plan-file.js";
import { divideTable } from "../../rows/ranges/divide-ranges.js";
import { fractionRead } from "../../rows/ranges/key-range.js";
import { asAllPayloads } from "../../rows/ranges/page-content.js";
import { type ReadOptions, readRanges } from "../../rows/ranges/read-ranges.js";
import { findRowChange, isOtherEntity, type RowChange } from "./find-row-change.js";
import { ForeseenMoves } from "./foreseen-moves.js";
import type { MigrationCounts } from "./migration-counts.js";
import { IndexRowWrites } from "./move/index-row-writes.js";
import { KeysInUse } from "./move/keys-in-use.js";
import {
  finishCopy,
  hasReceipt,
  type Keep,
  type Move,
  type MoveOutcome,
  moveRow,
  rowToWrite,
} from "./move/move-row.js";
import { dropUsedReceipt, type PendingCopy, readPendingCopy } from "./move/pending-copy.js";
import { writeUnlessChanged } from "./move/write-unless-changed.js";
import { rowsToLeave } from "./rows-to-leave.js";

export interface MigrateOptions extends ReadOptions {
  /** If true, the changes are counted but not made. */
  readonly dryRun: boolean;
  /** Shard of one table to migrate, with its plan; undefined to migrate all tables as a whole. */
  readonly planned?: PlannedShard | undefined;
  /** Row to keep of each pair (an old and a new row of one entity); undefined to leave both. */
  readonly keep?: Keep | undefined;
  /** Called with the number of rows read since the last call, and with the share of all tables read so far, from 0 to 1. */
  onRows(rows: number, fraction: number): void;
}

/** Number of rows that are migrated concurrently for each range that is read concurrently. */
const rowsOfRange = 4;

/** Updates all rows of an entity to its current definition, in every table where it was ever stored. Counts the outcomes in `counts`. */
export async function migrateEntity(
  service: TableServiceClient,
  schemas: EntitySchemas,
  options: MigrateOptions,
  counts: MigrationCounts,
): Promise<void> {
  const { planned } = options;
  const tables = findTables(schemas).filter((name) => planned === undefined || dividesTable(planned, name));
  const foreseen = new ForeseenMoves();
  let missing = 0;
  for (const [index, name] of tables.entries()) {
    const table = service.table(name);
    const migration = new TableMigration(service, table, schemas, options, counts, foreseen);
    try {
      if (!options.dryRun) await announce(service, schemas, name, options.signal);
      const ranges =
        planned === undefined ? await divideTable(table, options.parallel, options.signal) : listShardRanges(planned);
      try {
        await readRanges(table, ranges, asAllPayloads, options, async (rows, markRead, signal) => {
          await migration.take(rows, signal);
          signal.throwIfAborted();
          markRead();
          const data = rows.filter(({ RowKey }) => !isHiddenKey(RowKey));
          options.onRows(data.length, (index + fractionRead(ranges)) / tables.length);
        });
      } catch (error) {
        // Rows in progress may fail as well. The first error is the one to report.
        await migration.settle().catch(() => undefined);
        throw error;
      }
      await migration.settle();
      await migration.end();
    } catch (error) {
      if (!isTableError(error, "table.not-found")) throw error;
      missing++;
      const isTarget = name === schemas.current.table;
      if (missing === tables.length || (isTarget && !options.dryRun)) throw error;
      if (isTarget) counts.missingTable = name;
    }
  }
}

/** Stores the notices that tell programs of former definitions that the entities of a table now have other keys or another table. */
async function announce(
  { connection }: TableServiceClient,
  { current, former, others }: EntitySchemas,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  if (table === current.table) return announceKeys(connection, current, { signal });
  for (const each of former) {
    const isOwn = each.table === table && !others.some(({ table, kind }) => table === each.table && kind === each.kind);
    if (isOwn) await announceTable(connection, current, each, { signal });
  }
}

/** Matches codes of errors that concern only the row to write, e.g. a value that is too long. */
const rejectedCodes = /^(?:value|key|property|entity\.too|transaction\.too)[.-]/;

class TableMigration {
  readonly #service: TableServiceClient;
  readonly #table: TableClient;
  readonly #target: TableClient;
  readonly #schemas: EntitySchemas;
  readonly #options: MigrateOptions;
  readonly #counts: MigrationCounts;
  /** Moves of rows to other keys that a dry run predicts. */
  readonly #foreseen: ForeseenMoves;
  readonly #indexRows: IndexRowWrites;
  /** Returns whether a row certainly stays as it is. */
  readonly #isToLeave: (row: EntityPayload) => boolean;
  /** Turns of the rows of all pages together, so that a page gets more of them if other ranges have none left. */
  readonly #turns: Turns;
  readonly #keys = new KeysInUse();
  /** Ids of the copies with which this run is moving rows at the moment. */
  readonly #copies = new Set<string>();
  /** Notices in the table that announce the current keys. */
  readonly #notices: StoredTableRow[] = [];

  constructor(
    service: TableServiceClient,
    table: TableClient,
    schemas: EntitySchemas,
    options: MigrateOptions,
    counts: MigrationCounts,
    foreseen: ForeseenMoves,
  ) {
    this.#foreseen = foreseen;
    this.#service = service;
    this.#table = table;
    this.#target = service.table(schemas.current.table);
    this.#schemas = schemas;
    this.#options = options;
    this.#counts = counts;
    this.#indexRows = new IndexRowWrites(service, schemas, options.signal);
    this.#isToLeave = rowsToLeave(schemas, table.name);
    this.#turns = new Turns(rowsOfRange * options.parallel);
  }

  /**
   * Begins to migrate the rows of one page. The next page is read while the last of them are in progress. After a row of any page has failed,
   * begins no other one.
   * @param signal if it aborts, rows that are not yet started stay as they are
   * @throws the error of a row of any page
   */
  async take(rows: readonly EntityPayload[], signal: AbortSignal): Promise<void> {
    // A page may have only rows to leave.
    if (this.#turns.hasFailed) await this.#turns.end();
    for (const payload of rows) {
      if (!isHiddenKey(payload.RowKey) && this.#isToLeave(payload)) continue;
      await this.#turns.begin(() => this.#takeRow(payload, signal));
      if (this.#turns.hasFailed) await this.#turns.end();
    }
  }

  async #takeRow(payload: EntityPayload, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const row = decodePayload(this.#table.name, payload);
    if (isHiddenKey(row.rowKey)) await this.#finish(row);
    else await this.#migrate(row);
  }

  /** Waits until all rows that were begun are migrated. @throws the error of a row */
  async settle(): Promise<void> {
    await this.#turns.end();
  }

  /**
   * Deletes the notices of the current keys if the lock file names no former keys any more, and if this run left no pair of rows and
   * rejected no row. Then no program needs these notices.
   */
  async end(): Promise<void> {
    const { dryRun, signal } = this.#options;
    if (dryRun || this.#schemas.current.hooks.former !== undefined || !this.#counts.isWhole) return;
    for (const row of this.#notices) await this.#table.delete(row, { ifMatch: "*", signal });
  }

  async #migrate(row: StoredTableRow): Promise<void> {
    const change = this.#changeOf(row);
    if (change.kind === "other" || change.kind === "none") return;
    if (change.kind === "cannot") this.#counts.addRejected(change.reason, row);
    else
      await this.#unlessRejected(row, async () => {
        if (this.#options.dryRun) await this.#foresee(change.kind, row, change.row);
        else if (change.kind === "rewrite") await this.#rewrite(row, change);
        else await this.#count(await this.#move(row, change.row), this.#table, row, { row: change.row });
      });
  }

  #move(row: StoredTableRow, moved: TableRow): Promise<MoveOutcome> {
    const { unique } = this.#indexRows.placesNeeded(moved, row);
    const keys = [{ ...moved, table: this.#target.name }, ...unique];
    const known: RowChange = { kind: "move", row: moved };
    const move = this.#moveOf();
    // The change of the row as it was read is known already, and to find it takes longer than to send the move.
    const changeOf = (read: StoredTableRow) => (read === row ? known : move.changeOf(read));
    return this.#keys.run(keys, () => moveRow({ ...move, changeOf }, row));
  }

  /** Finishes the work of an interrupted run: a pending copy, or a receipt. Leaves the copies of moves in progress to these. */
  async #finish(row: StoredTableRow): Promise<void> {
    const copy = readPendingCopy(row);
    const { signal, dryRun } = this.#options;
    if (isKeysNotice(this.#schemas.current, row)) this.#notices.push(row);
    if (copy === undefined) {
      if (!dryRun) await dropUsedReceipt(this.#service, this.#table, row, signal);
      return;
    }
    if (this.#copies.has(copy.id)) return;
    const stored = { ...copy.row, $etag: copy.$etag } as StoredTableRow;
    const change = this.#changeOf(stored);
    if (change.kind === "other") return;
    const move = this.#moveOf(this.#service.table(copy.former.table), this.#table);
    if (dryRun) return this.#foreseeCopy(move, copy, stored);
    await this.#unlessRejected(row, async () => {
      const outcome = await finishCopy(move, copy);
      if (outcome !== undefined) await this.#count(outcome, move.from, copyAsOld(copy), copy);
    });
    // The definition may have changed again since the copy was made.
    const shown = change.kind === "none" ? undefined : await this.#table.get(copy.row, { signal });
    if (shown !== undefined) await this.#migrate(shown);
  }

  /** Makes a change. If the client or the service rejects the row, counts the row as rejected, and the migration continues. */
  async #unlessRejected(row: StoredTableRow, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isTableError(error) || !rejectedCodes.test(error.code)) throw error;
      this.#counts.addRejected(`${this.#schemas.current.name}: ${errorCodes[error.code].replace(/\.$/, "")}`, row);
    }
  }

  #changeOf(row: StoredTableRow): RowChange {
    return findRowChange(this.#schemas, this.#table.name, row);
  }

  #moveOf(from = this.#table, to = this.#target): Move {
    const { signal, keep } = this.#options;
    return {
      from,
      to,
      signal,
      keep,
      copies: this.#copies,
      changeOf: (row) => findRowChange(this.#schemas, from.name, row),
      isOther: (id, stored) => isOtherEntity(this.#schemas, from.name, id, stored),
      write: ({ name }, writes) => writeUnlessChanged(this.#service, name, writes, signal),
      prepare: (row, stored) => this.#indexRows.prepare(row, stored),
      indexWrites: ({ name }, rows) => this.#indexRows.inTransaction(name, rows),
    };
  }

  /** Predicts what a run would do with a row. */
  async #foresee(kind: "move" | "rewrite", row: StoredTableRow, changed: TableRow): Promise<void> {
    const places = this.#indexRows.placesNeeded(changed, row);
    if (kind === "move") {
      const move = this.#moveOf();
      const check = () => checkRow(this.#service, this.#target.name, rowToWrite(move, changed, row));
      const outcome = await this.#foreseen.outcomeOf(move, row, changed, places, check);
      await this.#count(outcome, this.#table, row, { row: changed, isSample: true });
    } else if (await places.isTaken()) this.#addTaken(row);
    else {
      checkRow(this.#service, this.#table.name, changed);
      this.#counts.add("rewrite", row, changed);
    }
  }

  /** Predicts what a run would do with a pending copy. If there is no receipt for the copy, its old row is counted instead. */
  async #foreseeCopy(move: Move, copy: PendingCopy, stored: StoredTableRow): Promise<void> {
    if (!(await hasReceipt(move, copy))) return;
    const places = this.#indexRows.placesNeeded(copy.row, copyAsOld(copy));
    // The service has accepted the copy, which is larger than the row, so the row needs no check.
    const outcome = await this.#foreseen.outcomeOf(move, stored, copy.row, places, () => undefined);
    await this.#count(outcome, move.from, copyAsOld(copy), { row: copy.row, isSample: true });
  }

  /**
   * Counts the outcome of a move.
   * @param from table of the old row
   * @param moved the row after the move; `isSample` is true if the report shows the row as an example
   */
  async #count(
    outcome: MoveOutcome,
    from: TableClient,
    row: StoredTableRow,
    moved: { readonly row: TableRow; readonly isSample?: boolean },
  ): Promise<void> {
    const { name } = this.#schemas.current;
    if (outcome === "occupied") this.#counts.addRejected(`Another row has the new keys of this ${name}`, row);
    else if (outcome === "changed") this.#counts.addRejected("A program has changed the row: run migrate again", row);
    else if (outcome === "taken") this.#addTaken(row);
    else if (outcome === "gone") return;
    else if (typeof outcome === "object") this.#counts.addPair({ old: row, new: outcome.pair });
    else {
      this.#counts.add("move", row, moved.isSample ? moved.row : undefined);
      if (outcome !== "moved") this.#counts.kept[outcome === "kept-old" ? "old" : "new"]++;
      for (const left of await this.#indexRows.leftElsewhere(from.name, row, moved.row))
        this.#counts.young.add(left.$timestamp);
    }
  }

  #addTaken(row: StoredTableRow): void {
    this.#counts.addRejected(`Another ${this.#schemas.current.name} has the same values in a unique index`, row);
  }

  /**
   * Rewrites a row under its keys. Whenever another program changes the row first, reads it again and retries.
   * @param known change of the row as it was read
   */
  async #rewrite(row: StoredTableRow, known: RowChange): Promise<void> {
    const { signal } = this.#options;
    const { name } = this.#table;
    for (
      let read: StoredTableRow | undefined = row;
      read !== undefined;
      read = await this.#table.get(row, { signal })
    ) {
      const change = read === row ? known : this.#changeOf(read);
      // The row may be right already because this run has changed it, in an attempt whose response was lost.
      if (change.kind === "none") return this.#counts.add("rewrite", row);
      if (change.kind !== "rewrite") return;
      const rows = { after: change.row, before: [read] };
      const isFree = await this.#indexRows.prepare(change.row, read);
      const indexRows = isFree ? await this.#indexRows.inTransaction(name, rows) : undefined;
      if (indexRows === undefined) return this.#addTaken(row);
      const replacement = { replace: change.row, ifMatch: read.$etag };
      if (!(await writeUnlessChanged(this.#service, name, [replacement, ...indexRows], signal))) continue;
      return this.#counts.add("rewrite", row);
    }
  }
}

/** Returns a pending copy with the keys of its old row, which is deleted already. A report shows the result in place of the old row. */
function copyAsOld({ row, former, $etag }: PendingCopy): StoredTableRow {
  const { partitionKey, rowKey } = former;
  return { ...row, partitionKey, rowKey, $etag } as StoredTableRow;
}
