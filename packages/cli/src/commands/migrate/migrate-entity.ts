import {
  errorCodes,
  isTableError,
  type StoredTableRow,
  type TableClient,
  type TableRow,
  type TableServiceClient,
} from "@tablewright/runtime";
import { moveInPartition } from "@tablewright/runtime/reindex";
import { type EntitySchemas, findTables } from "../../definitions/entity-schemas.js";
import { dividesTable, listShardRanges, type PlannedShard } from "../../files/plan-file.js";
import { readMoveMarker } from "../../rows/move-marker.js";
import { divideTable } from "../../rows/ranges/divide-ranges.js";
import { fractionRead } from "../../rows/ranges/key-range.js";
import { asRows } from "../../rows/ranges/page-content.js";
import { type ReadOptions, readRanges } from "../../rows/ranges/read-ranges.js";
import { findRowChange, isOtherEntity, type RowChange } from "./find-row-change.js";
import { ForeseenMoves } from "./foreseen-moves.js";
import type { MigrationCounts } from "./migration-counts.js";
import { type IndexRowPosition, IndexRowWriter } from "./move/index-row-writer.js";
import { type Keep, type Move, type MoveOutcome, moveRow } from "./move/move-row.js";
import { replaceUnlessChanged } from "./move/write-unless-changed.js";

export interface MigrateOptions extends ReadOptions {
  /** If true, the changes are counted but not made. */
  readonly dryRun: boolean;
  /** If true, rows with former keys stay beside their copies, so that the migration can be undone. */
  readonly keepsFormer?: boolean;
  /** Shard of one table to migrate, with its plan; undefined to migrate all tables as a whole. */
  readonly planned?: PlannedShard | undefined;
  /** Decides which row to keep if both the old and the new one were changed. Returns undefined to leave both. */
  settle?(old: StoredTableRow, stored: StoredTableRow): Promise<Keep | undefined>;
  /** Called with the number of rows read since the last call, and with the share of all tables read so far, from 0 to 1. */
  onRows(rows: number, fraction: number): void;
}

/** Number of rows of one page that are migrated concurrently. */
const rowsAtATime = 4;

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
      const ranges =
        planned === undefined ? await divideTable(table, options.parallel, options.signal) : listShardRanges(planned);
      await readRanges(table, ranges, asRows, options, async (rows, markRead, signal) => {
        await migration.take(rows, signal);
        signal.throwIfAborted();
        markRead();
        options.onRows(rows.length, (index + fractionRead(ranges)) / tables.length);
      });
    } catch (error) {
      if (!isTableError(error, "table.not-found")) throw error;
      missing++;
      const isTarget = name === schemas.current.table;
      if (missing === tables.length || (isTarget && !options.dryRun)) throw error;
      if (isTarget) counts.missingTable = name;
    }
  }
}

/** Matches codes of errors that only concern the row to write, e.g. a value that is too long. */
const rejectedCodes = /^(?:value|key|property|entity\.too)[.-]/;

class TableMigration {
  readonly #service: TableServiceClient;
  readonly #table: TableClient;
  readonly #target: TableClient;
  readonly #schemas: EntitySchemas;
  readonly #options: MigrateOptions;
  readonly #counts: MigrationCounts;
  /** Moves of rows to other keys that a dry run predicts. */
  readonly #foreseen: ForeseenMoves;
  readonly #entries: IndexRowWriter | undefined;

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
    if (schemas.current.indexes !== undefined) this.#entries = new IndexRowWriter(service, schemas, options.signal);
  }

  /** Migrates the rows of one page. @param signal if it aborts, rows that are not yet started stay as they are */
  async take(rows: readonly StoredTableRow[], signal: AbortSignal): Promise<void> {
    const waiting = rows.values();
    const work = async () => {
      for (const row of waiting) {
        if (signal.aborted) return;
        await this.#migrate(row);
      }
    };
    await Promise.all(Array.from({ length: rowsAtATime }, work));
  }

  async #migrate(row: StoredTableRow): Promise<void> {
    const change = this.#changeOf(row);
    if (change.kind === "other" || change.kind === "none") return;
    if (change.kind === "cannot") this.#counts.addRejected(change.reason, row);
    else if (this.#options.keepsFormer && change.kind === "rewrite") this.#counts.waiting++;
    else if (!this.#options.dryRun) await this.#write(change.kind, row);
    else if (change.kind === "rewrite") this.#counts.add("rewrite", row, change.row);
    else if (change.kind === "move")
      this.#count(await this.#foreseen.outcomeOf(this.#moveOf(), row, change.row), row, change.row);
  }

  /** Writes one row. If the client or the service rejects the row, counts it as rejected; the migration continues. */
  async #write(kind: "move" | "rewrite" | "finish", row: StoredTableRow): Promise<void> {
    try {
      if (kind === "move") await this.#move(row);
      else if (!(await this.#isUnfinished(row))) await this.#rewrite(row);
    } catch (error) {
      if (!isTableError(error) || !rejectedCodes.test(error.code)) throw error;
      this.#counts.addRejected(`${this.#schemas.current.name}: ${errorCodes[error.code].replace(/\.$/, "")}`, row);
    }
  }

  #changeOf(row: StoredTableRow): RowChange {
    return findRowChange(this.#schemas, this.#table.name, row);
  }

  async #move(row: StoredTableRow): Promise<void> {
    this.#count(await moveRow(this.#moveOf(), row), row);
  }

  #moveOf(): Move {
    const table = this.#table;
    const { signal, keepsFormer = false, settle } = this.#options;
    return {
      from: table,
      to: this.#target,
      entries: this.#entries,
      signal,
      keepsFormer,
      changeOf: (row) => this.#changeOf(row),
      isOther: (row, stored) => isOtherEntity(this.#schemas, table.name, row, stored),
      moveInPartition: (row, old) => moveInPartition(this.#service, table.name, row, old, { signal }),
      ...(settle && {
        settle: async (old, stored) => {
          const kept = await settle(old, stored);
          if (kept !== undefined) this.#counts.settled[kept]++;
          return kept;
        },
      }),
    };
  }

  /** Counts the outcome of a move. @param moved the row after the move; given only in a dry run, to show it */
  #count(outcome: MoveOutcome, row: StoredTableRow, moved?: TableRow): void {
    const { name } = this.#schemas.current;
    if (outcome === "moved" || outcome === "old-row-missing") this.#counts.add("move", row, moved);
    if (outcome === "old-row-missing") this.#counts.addOldRowMissing(row);
    if (outcome === "conflict") {
      const change = this.#changeOf(row);
      this.#counts.addConflict(row, change.kind === "move" ? change.row : row);
    } else if (outcome === "occupied") this.#counts.addRejected(`Another row has the new keys of this ${name}`, row);
    else if (outcome === "taken") this.#addTaken(row);
  }

  /** Rewrites a row under its keys. Reads it again and retries whenever another program changes it first. */
  async #rewrite(row: StoredTableRow): Promise<void> {
    const { signal } = this.#options;
    const places: IndexRowPosition[] = [];
    for (
      let read: StoredTableRow | undefined = row;
      read !== undefined;
      read = await this.#table.get(row, { signal })
    ) {
      const change = this.#changeOf(read);
      if (change.kind !== "rewrite" && change.kind !== "finish") break;
      places.push(...(this.#entries?.placesOf(change.row) ?? []));
      const written = this.#entries === undefined ? [] : await this.#entries.write(change.row, [row]);
      if (written === undefined) {
        this.#addTaken(row);
        break;
      }
      if (!(await replaceUnlessChanged(this.#table, change.row, read, signal))) continue;
      await this.#entries?.renewETags(written);
      if (change.kind === "rewrite") this.#counts.add("rewrite", row);
      break;
    }
    await this.#entries?.deleteUnused(places);
  }

  #addTaken(row: StoredTableRow): void {
    const { name } = this.#schemas.current;
    this.#counts.addRejected(`Another ${name} has the same values in a unique index`, row);
  }

  /** Returns whether the old row from which this copy was made still exists. If so, the move of that old row completes the copy later. */
  async #isUnfinished(row: StoredTableRow): Promise<boolean> {
    const mark = readMoveMarker(row);
    if (mark === undefined) return false;
    const { signal } = this.#options;
    return (await this.#service.table(mark.table).get(mark, { signal })) !== undefined;
  }
}
