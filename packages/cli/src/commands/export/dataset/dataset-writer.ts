import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { EntityId } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/lines";
import type { ParquetStage, TakenRows } from "@tablewright/sql/parquet";
import { InputError } from "../../../errors/input-error.js";
import { FileLock } from "../../../files/file-lock.js";
import { computeChecksum } from "../../../files/manifest.js";
import type { StateFile } from "../../../files/state-file.js";
import type { KeyRange } from "../../../rows/ranges/key-range.js";
import { isPartOf, partName, runName } from "./dataset-names.js";
import type { DatasetRelations } from "./dataset-relations.js";
import {
  type DatasetFile,
  type DatasetManifest,
  type DatasetSource,
  type DatasetState,
  datasetManifestFile,
  datasetStateFile,
  readStateOf,
} from "./dataset-state.js";

/** Decides by their number and size whether the rows that are collected for a subfolder must be written to a file now. */
export type IsFull = (rows: number, bytes: number) => boolean;

/** Writes the Parquet files of one export run. If the run is killed, a later command continues after the last file that it completed. */
export class DatasetWriter {
  readonly #folder: string;
  readonly #lock: FileLock;
  readonly #stateFile: StateFile<DatasetState>;
  readonly #state: DatasetState;
  readonly #relations: DatasetRelations;
  readonly #stage: ParquetStage;
  readonly #isFull: IsFull;
  #staged = 0;
  #last: Promise<void> = Promise.resolve();
  /** Resolves when the files that are being written are complete. Until then, further rows are read. */
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    folder: string,
    lock: FileLock,
    state: DatasetState,
    relations: DatasetRelations,
    stage: ParquetStage,
    isFull: IsFull,
  ) {
    this.#folder = folder;
    this.#lock = lock;
    this.#stateFile = datasetStateFile(folder, state);
    this.#state = state;
    this.#relations = relations;
    this.#stage = stage;
    this.#isFull = isFull;
  }

  /**
   * Starts a run, or continues one that stopped.
   * @param divide returns the key ranges to read; called only for a new run
   * @param isFull decides when the rows collected for a subfolder become a file, by their number and their uncompressed size in bytes
   * @throws InputError `export.file-exists`, `export.state-invalid`, `export.under-way`
   */
  static async open(
    folder: string,
    source: DatasetSource,
    relations: DatasetRelations,
    stage: ParquetStage,
    isFull: IsFull,
    divide: () => Promise<KeyRange[]>,
  ): Promise<DatasetWriter> {
    mkdirSync(folder, { recursive: true });
    const lock = new FileLock("export", join(folder, runName(source)));
    try {
      const stateFile = datasetStateFile(folder, source);
      let state = readStateOf(stateFile, source);
      if (state === undefined) {
        const { path } = datasetManifestFile(folder, source);
        if (existsSync(path)) {
          const help = "Delete the folder, choose another with --out, or append what changed with --since last.";
          throw new InputError(
            "export.file-exists",
            `${folder} has this export already, as ${basename(path)} says.`,
            help,
          );
        }
        state = { version: 1, ...source, rows: 0, files: [], ranges: await divide() };
        stateFile.write(state);
      }
      const writer = new DatasetWriter(folder, lock, state, relations, stage, isFull);
      writer.#removeUncounted();
      return writer;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Number of exported rows, including rows that are read but not yet in a file. */
  get rows(): number {
    return this.#state.rows + this.#staged;
  }

  get ranges(): KeyRange[] {
    return this.#state.ranges;
  }

  /** Removes the Parquet files that a killed process has written but not yet recorded in the state file. */
  #removeUncounted(): void {
    const counted = new Set(this.#state.files.map(({ path }) => path));
    for (const relation of Object.keys(this.#state.columns)) {
      const folder = join(this.#folder, relation);
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (isPartOf(this.#state, name) && !counted.has(`${relation}/${name}`)) rmSync(join(folder, name));
    }
  }

  /** Adds a page of rows to the files, then calls `markRead`, which records how far the page's key range was read. */
  append(rows: readonly EntityPayload[], markRead: () => void): Promise<void> {
    this.#last = this.#last.then(async () => {
      let isFull = false;
      for (const [folder, relation, own] of this.#relations.divide(rows)) {
        const { rows: count, bytes } = await this.#stage.append(folder, relation, own);
        isFull ||= this.#isFull(count, bytes);
      }
      this.#staged += rows.length;
      markRead();
      if (isFull) await this.#startWriting();
    });
    return this.#last;
  }

  /** Adds the keys of rows that the table still has. {@link writeDeleted} compares the exported rows with them. */
  appendKeys(rows: readonly EntityId[]): Promise<void> {
    this.#last = this.#last.then(() => this.#stage.appendKeys(rows));
    return this.#last;
  }

  /**
   * Writes the keys of deleted rows: rows that are in a file of this or a former run, but whose keys {@link appendKeys} did not receive.
   * @param before files of former runs
   */
  async writeDeleted(before: readonly DatasetFile[]): Promise<void> {
    await this.#last;
    await this.#write();
    const files = [...before, ...this.#state.files].map(({ path }) => path);
    let deleted = 0;
    for (const [relation, columns] of this.#relations.all()) {
      const paths = files.filter((path) => dirname(path) === relation).map((path) => join(this.#folder, path));
      if (paths.length > 0) deleted += await this.#stage.appendDeleted(relation, columns, paths);
    }
    this.#state.deleted = (this.#state.deleted ?? 0) + deleted;
    await this.#write();
  }

  /** Writes all rows that were added so far to files, and waits until the files are complete. */
  async #write(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Starts to write the rows that were added so far, after the files that are still being written are complete. */
  async #startWriting(): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeFiles(this.#stage.take(), this.#staged, structuredClone(this.#state.ranges));
    // Prevents an unhandled rejection. The next `await` of #writing still receives the error.
    this.#writing.catch(() => undefined);
  }

  /** Writes one file for each subfolder that has rows. Then records the files and the positions of the key ranges in the state file. */
  async #writeFiles(taken: readonly TakenRows[], count: number, ranges: KeyRange[]): Promise<void> {
    for (const { name, write } of taken) {
      const number = this.#state.files.filter(({ path }) => dirname(path) === name).length;
      await this.#addFile(name, partName(this.#state, number), write);
    }
    this.#state.rows += count;
    this.#staged -= count;
    this.#stateFile.write({ ...this.#state, ranges });
  }

  /**
   * Writes a file, gives it its final name and adds it to the state. Deletes it instead if it has no rows.
   * @param write writes the file to a path and returns its number of rows
   */
  async #addFile(relation: string, name: string, write: (path: string) => Promise<number>): Promise<void> {
    const path = join(this.#folder, relation, name);
    const temporary = `${path}.tmp`;
    mkdirSync(dirname(path), { recursive: true });
    const rows = await write(temporary);
    // The file of deleted rows is empty if no row was deleted.
    if (rows === 0) return rmSync(temporary);
    const handle = await open(temporary, "r+");
    const { size: bytes } = await handle.stat();
    await handle.sync();
    await handle.close();
    const sha256 = (await computeChecksum(temporary, bytes)).digest("hex");
    renameSync(temporary, path);
    this.#state.files.push({ path: `${relation}/${name}`, rows, bytes, sha256 });
  }

  /**
   * Completes the run after all key ranges were read: writes the last files and the manifest, and removes the state file. Returns the
   * manifest.
   */
  async finish(): Promise<DatasetManifest> {
    try {
      await this.#last;
      await this.#write();
      const { ranges: _, ...manifest } = this.#state;
      datasetManifestFile(this.#folder, manifest).write(manifest);
      this.#stateFile.remove();
      return manifest;
    } finally {
      this.#lock.release();
    }
  }

  /** Ends a run that is not complete: writes all rows read so far to files, so that a later command continues after these rows. */
  async stop(): Promise<void> {
    try {
      await this.#last.catch(() => undefined);
      await this.#write();
    } finally {
      this.#lock.release();
    }
  }
}
