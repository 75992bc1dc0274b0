import { existsSync, type PathLike } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { InputError } from "../../errors/input-error.js";
import { FileLock } from "../../files/file-lock.js";
import { type Checksum, computeChecksum, type Manifest, manifestFile } from "../../files/manifest.js";
import { damaged, StateFile, saveEveryMs } from "../../files/state-file.js";
import type { KeyRange, RowSelection } from "../../rows/ranges/key-range.js";
import type { PageLines } from "../../rows/ranges/page-content.js";

const compress = promisify(gzip);

/** Contents of an export's state file: how much of the export file is certainly on the disk, and where each key range continues. */
interface ExportState extends ExportSource {
  readonly version: 1;
  /** Number of bytes of the export file that are certainly on the disk. A later run cuts the file to this length before it appends rows. */
  bytes: number;
  rows: number;
  readonly ranges: KeyRange[];
}

/** Account, table and row selection that an export started with. A later run continues the file only if it has the same ones. */
export interface ExportSource extends RowSelection {
  readonly endpoint: string;
  readonly table: string;
  /** The exported shard, and the plan file that divides the table into shards; undefined if the whole table is exported. */
  readonly shard?: string;
}

/** Returns the state file of an export file, e.g. `rows.ndjson.export-state.json`. It exists while the export is not complete. */
export function exportStateFile(file: string): StateFile<ExportState> {
  return new StateFile(`${file}.export-state.json`, (value) => "ranges" in value && "bytes" in value);
}

/**
 * Export file that grows by whole pages of rows. In a `.gz` file, each page is compressed separately. If the process is killed, a later run
 * continues the file.
 */
export class ExportFile {
  readonly #lock: FileLock;
  readonly #handle: FileHandle;
  readonly #stateFile: StateFile<ExportState>;
  readonly #state: ExportState;
  readonly #hash: Checksum;
  readonly #path: string;
  #savedAt = performance.now();
  #last: Promise<void> = Promise.resolve();
  /** Last save. The pages that follow are written while it is in progress, because the disk may take long. */
  #saving: Promise<void> = Promise.resolve();

  private constructor(path: string, lock: FileLock, handle: FileHandle, state: ExportState, hash: Checksum) {
    this.#lock = lock;
    this.#path = path;
    this.#handle = handle;
    this.#stateFile = exportStateFile(path);
    this.#state = state;
    this.#hash = hash;
  }

  /**
   * Starts an export file, or continues the file of an export that stopped.
   * @param divide returns the key ranges to read; called only for a new file
   * @throws InputError `export.file-exists`, `export.state-invalid`, `export.under-way`
   */
  static async open(path: string, source: ExportSource, divide: () => Promise<KeyRange[]>): Promise<ExportFile> {
    const lock = new FileLock("export", path);
    try {
      return await ExportFile.#openLocked(path, lock, source, divide);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  static async #openLocked(
    path: string,
    lock: FileLock,
    source: ExportSource,
    divide: () => Promise<KeyRange[]>,
  ): Promise<ExportFile> {
    const stateFile = exportStateFile(path);
    let state = checkState(stateFile, source);
    if (state === undefined) {
      if (existsSync(path)) {
        const message = `${path} exists, and no export of it is under way.`;
        throw new InputError("export.file-exists", message, "Delete the file, or choose another with --out.");
      }
      state = { version: 1, ...source, bytes: 0, rows: 0, ranges: await divide() };
      stateFile.write(state);
    }
    const handle = await open(path, "a");
    try {
      const { size } = await handle.stat();
      if (size < state.bytes)
        throw unusable(stateFile.path, `${path} has ${size} bytes, fewer than the ${state.bytes} that it records`);
      await handle.truncate(state.bytes);
      return new ExportFile(path, lock, handle, state, await computeChecksum(path, state.bytes));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get rows(): number {
    return this.#state.rows;
  }

  get ranges(): KeyRange[] {
    return this.#state.ranges;
  }

  /** Appends a page of rows to the file, then calls `markRead`, which records how far the page's key range was read. */
  append(page: PageLines, markRead: () => void): Promise<void> {
    this.#last = this.#last.then(() => this.#append(page, markRead));
    return this.#last;
  }

  async #append({ lines, rows }: PageLines, markRead: () => void): Promise<void> {
    if (rows > 0) {
      await this.#write(lines);
      this.#state.rows += rows;
    }
    markRead();
    if (performance.now() - this.#savedAt < saveEveryMs) return;
    await this.#saving;
    this.#saving = this.#save();
    // If the save fails, the next page to be saved reports it, or the end of the export.
    this.#saving.catch(() => undefined);
  }

  async #write(lines: Uint8Array): Promise<void> {
    const bytes = this.#path.endsWith(".gz") ? await compress(lines) : lines;
    await this.#handle.appendFile(bytes);
    this.#hash.update(bytes);
    this.#state.bytes += bytes.length;
  }

  /** Saves the state as it is now. The file is flushed to the disk first, so that the state never counts rows that a crash could lose. */
  async #save(): Promise<void> {
    this.#savedAt = performance.now();
    const state = { ...this.#state, ranges: this.#state.ranges.map((range) => ({ ...range })) };
    await this.#handle.datasync();
    this.#stateFile.write(state);
  }

  /**
   * Completes the export after all key ranges were read: writes the manifest and removes the state file. Returns the manifest.
   * @throws InputError `export.state-invalid` if something else wrote to the file
   */
  async finish(): Promise<Manifest> {
    try {
      // Without rows, nothing was written yet, and a `.gz` file of 0 bytes would not be valid.
      if (this.#state.rows === 0) await this.#write(new Uint8Array(0));
      await this.#saving;
      await this.#save();
      const { table, rows, bytes } = this.#state;
      const { size } = await this.#handle.stat();
      if (size !== bytes) throw unusable(this.#stateFile.path, `${this.#path} was changed while it was written`);
      const manifest: Manifest = { version: 1, table, rows, bytes, sha256: this.#hash.digest("hex") };
      manifestFile(this.#path).write(manifest);
      this.#stateFile.remove();
      return manifest;
    } finally {
      await this.#close();
    }
  }

  async #close(): Promise<void> {
    await this.#handle.close();
    this.#lock.release();
  }

  /** Ends an export that is not complete: saves the state, so that a later run continues after the rows that were written. */
  async stop(): Promise<void> {
    try {
      await this.#last.catch(() => undefined);
      await this.#saving.catch(() => undefined);
      await this.#save();
    } finally {
      await this.#close();
    }
  }
}

function checkState(stateFile: StateFile<ExportState>, source: ExportSource): ExportState | undefined {
  const state = stateFile.read();
  if (state === undefined) return undefined;
  if (state === damaged) throw unusable(stateFile.path, "it is damaged");
  if (state.endpoint !== source.endpoint || state.table !== source.table)
    throw unusable(stateFile.path, `it belongs to an export of ${state.table} from ${state.endpoint}`);
  if (selectionText(state) !== selectionText(source))
    throw unusable(
      stateFile.path,
      "it belongs to an export with another --where, --select, --partition, --since or --shard",
    );
  return state;
}

function selectionText({ where, select, partitionKey, since, shard }: ExportSource): string {
  return JSON.stringify([where, select, partitionKey, since, shard]);
}

function unusable(path: PathLike, reason: string): InputError {
  const help = "Delete it and the file beside it to start again, or choose another file with --out.";
  return new InputError("export.state-invalid", `Cannot continue from ${path}: ${reason}.`, help);
}
