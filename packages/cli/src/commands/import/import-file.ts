import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../errors/input-error.js";
import { FileLock } from "../../files/file-lock.js";
import { bytesAtOnce, verifyManifest } from "../../files/manifest.js";
import { damaged, StateFile, saveEveryMs } from "../../files/state-file.js";
import { csvToNdjson } from "../../rows/csv/csv-to-ndjson.js";
import { jsonToNdjson } from "../../rows/json-to-ndjson.js";
import { type NumberedLine, readLineGroups } from "../../rows/numbered-lines.js";
import type { Shard } from "../../rows/ranges/shard.js";
import { isInShard, shardSuffix } from "../../rows/shard-lines.js";
import { exportStateFile } from "../export/export-file.js";
import type { ImportMode } from "./import-rows.js";
import { LineHash } from "./line-hash.js";
import { PendingLines } from "./pending-lines.js";

/** Contents of an import's state file. All rows up to and including `line` are written to the table. */
interface ImportState extends ImportTarget {
  readonly version: 1;
  line: number;
  rows: number;
  /** SHA-256 of the file's lines up to and including `line`, in hex. Shows whether those lines have changed since. */
  sha256: string;
}

/** Account and table that a file is imported to, and the import mode. A later run continues the import only if it has the same ones. */
export interface ImportTarget {
  readonly endpoint: string;
  readonly table: string;
  readonly mode: ImportMode;
}

/** Number of rows that an import looks up in the table before it continues: those that earlier runs wrote last. */
const askedRows = 3;

const againHelp =
  "To start again, delete this state file, and use --mode replace if rows of the file are already in the table.";

/** NDJSON, JSON or CSV file that is imported. If an import is killed, a later run continues it. */
export class ImportFile {
  /** True if a later run can continue this import. False if no state file can be written beside the file. */
  readonly canContinue: boolean;
  readonly #size: number;
  /** True if this run continues an import that an earlier run started. */
  readonly isContinued: boolean;
  /** True if the file was compared with its manifest; false if it has none. */
  readonly isVerified: boolean;
  readonly #path: string;
  readonly #shard: Shard | undefined;
  readonly #delimiter: string | undefined;
  readonly #stateFile: StateFile<ImportState>;
  readonly #state: ImportState;
  readonly #rowsBefore: number;
  readonly #groups: AsyncGenerator<readonly NumberedLine[], void>;
  /** Lines that were read last, and the number of them that were taken. */
  #group: readonly NumberedLine[] = [];
  #taken = 0;
  /** Hash of the lines up to and including `#state.line`, all of which are written. */
  readonly #hash = new LineHash();
  readonly #pending = new PendingLines();
  #bytesRead = 0;
  #bytesWritten = 0;
  /** True once `stop` has removed the state file, because no run has written a row. */
  #isUntouched = false;
  /** True if the state has changed since the state file was written. */
  #isUnsaved = false;
  #savedAt = performance.now();

  private constructor(
    path: string,
    size: number,
    stateFile: StateFile<ImportState>,
    before: ImportState | undefined,
    state: ImportState,
    isVerified: boolean,
    canContinue: boolean,
    shard: Shard | undefined,
    delimiter: string | undefined,
  ) {
    this.#delimiter = delimiter;
    this.canContinue = canContinue;
    this.#path = path;
    this.#shard = shard;
    this.#size = size;
    this.#stateFile = stateFile;
    this.isContinued = before !== undefined;
    this.#state = before ?? state;
    this.#rowsBefore = this.#state.rows;
    this.isVerified = isVerified;
    this.#groups = this.#read();
  }

  /**
   * Locks the file against other imports. Returns undefined, without a lock, if the file is not a regular file (e.g. a pipe) or its
   * folder is read-only.
   * @throws InputError `import.under-way` if another import has the lock
   */
  static lock(path: string, shard?: Shard): FileLock | undefined {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    try {
      return new FileLock("import", path + shardSuffix(shard));
    } catch (error) {
      if (isReadOnly(error)) return undefined;
      throw error;
    }
  }

  /**
   * Opens a file to import: compares it with its manifest, and reads the state file, in which an earlier run recorded the line at which it
   * stopped. Either of the two may be missing.
   * @throws InputError `import.checksum-mismatch`, `import.unfinished-export`, `import.state-invalid`
   */
  static async open(path: string, target: ImportTarget, shard?: Shard, delimiter?: string): Promise<ImportFile> {
    const stats = statSync(path);
    const { size } = stats;
    if (stats.isDirectory()) {
      const help = "Pass the path of the file with the rows.";
      throw new InputError("cli.file-system", `Cannot import ${path}: it is a folder, and a file is needed.`, help);
    }
    if (existsSync(exportStateFile(path).path)) {
      const help = "Run the same `npx tablewright export` again to complete the file.";
      throw new InputError("import.unfinished-export", `The export to ${path} is not complete.`, help);
    }
    const isVerified = (await verifyManifest(path, size)) !== undefined;
    const stateFile = importStateFile(path + shardSuffix(shard));
    const before = checkState(stateFile, target);
    const state: ImportState = { version: 1, ...target, line: 0, rows: 0, sha256: "" };
    const canContinue = before !== undefined || isWritable(stateFile, state);
    return new ImportFile(path, size, stateFile, before, state, isVerified, canContinue, shard, delimiter);
  }

  /**
   * Returns advice on how to continue, for an import that stopped before the end of the file.
   * @param isLasting true if the service would reject the same rows again
   */
  help(isLasting: boolean): string {
    const again = `${isLasting ? "Correct this, then run" : "Run"} the same command again`;
    if (this.#isUntouched) return `${again}.`;
    if (this.canContinue) return `${again} to continue.`;
    return "This import cannot be continued: run it again with --mode replace, or copy the file to another folder first.";
  }

  /** Number of written rows before the first line that is not written yet, including rows of earlier runs. */
  get rows(): number {
    return this.#state.rows;
  }

  /** Share of the file that is written, from 0 to 0.99. It never reaches 1, because only `finish` means that all lines are written. */
  get fraction(): number {
    return this.#size === 0 ? 0 : Math.min(0.99, this.#bytesWritten / this.#size);
  }

  /**
   * Skips the lines that earlier runs wrote. Checks that the table has the rows of the last of these lines. They are missing if the table
   * was deleted and created again, or if an emulator was restarted.
   * @param isStored returns whether the table has the row of a line
   * @throws InputError `import.state-invalid` if these lines have changed, or if a row is missing
   */
  async skipWritten(isStored: (line: NumberedLine) => Promise<boolean>): Promise<void> {
    const { line, sha256 } = this.#state;
    const last: NumberedLine[] = [];
    for (let number = 0; number < line; ) {
      const value = (await this.#hasLine()) ? this.#group[this.#taken++] : undefined;
      if (value === undefined || value.number > line) throw this.#changed();
      number = value.number;
      this.#hash.add(value.text);
      last.push(value);
      if (last.length > askedRows) last.shift();
    }
    if (line === 0) return;
    if (this.#hash.digest() !== sha256) throw this.#changed();
    this.#bytesWritten = this.#bytesRead;
    for (const written of last) {
      if (await isStored(written)) continue;
      const { table } = this.#state;
      const reason = `line ${written.number} was written, but its row is not in ${table}, which may have been deleted and created again`;
      throw unusable(this.#stateFile.path, reason, againHelp);
    }
  }

  #changed(): InputError {
    const reason = `the lines up to ${this.#state.line} were written, but have changed in ${this.#path} since`;
    return unusable(this.#stateFile.path, reason, `Restore those lines. ${againHelp}`);
  }

  /** Returns whether a line is left in `#group`, after reading further lines if none is. */
  async #hasLine(): Promise<boolean> {
    while (this.#taken >= this.#group.length) {
      const { value } = await this.#groups.next();
      if (value === undefined) return false;
      this.#group = value;
      this.#taken = 0;
    }
    return true;
  }

  /** Returns the lines that are not yet recorded as written. @throws InputError `import.file-invalid` if the file cannot be decompressed */
  async *lines(): AsyncGenerator<NumberedLine, void> {
    try {
      while (await this.#hasLine()) {
        while (this.#taken < this.#group.length) {
          const line = this.#group[this.#taken++] as NumberedLine;
          this.#pending.add({ number: line.number, text: line.text, bytesRead: this.#bytesRead });
          yield line;
        }
      }
    } finally {
      await this.#groups.return();
    }
  }

  async *#read(): AsyncGenerator<readonly NumberedLine[], void> {
    const shard = this.#shard;
    try {
      for await (const lines of readLineGroups(this.#chunks()))
        yield shard === undefined ? lines : lines.filter((line) => isInShard(line, shard));
    } catch (error) {
      if (!isBadCompression(error)) throw error;
      const message = `${this.#path} cannot be decompressed: ${error.message}.`;
      const help = "Copy or export the file again, then run the same command again.";
      throw new InputError("import.file-invalid", message, help);
    }
  }

  #chunks(): AsyncIterable<Uint8Array> {
    const stored = this.#storedChunks();
    // `pipeline` passes an error of either stream on to whoever reads the decompressed text.
    const text = this.#path.endsWith(".gz") ? pipeline(stored, createGunzip(), () => undefined) : stored;
    return /\.csv(?:\.gz)?$/.test(this.#path)
      ? csvToNdjson(text, this.#state.table, this.#delimiter)
      : jsonToNdjson(text);
  }

  async *#storedChunks(): AsyncGenerator<Buffer, void> {
    const chunks: AsyncIterable<Buffer> = createReadStream(this.#path, { highWaterMark: bytesAtOnce });
    for await (const chunk of chunks) {
      this.#bytesRead += chunk.length;
      yield chunk;
    }
  }

  /** Records that every line up to and including `line` is written. @param rows the number of rows that this run wrote from these lines */
  note(line: number, rows: number): void {
    for (let written = this.#pending.takeUpTo(line); written; written = this.#pending.takeUpTo(line)) {
      this.#hash.add(written.text);
      this.#bytesWritten = written.bytesRead;
    }
    this.#state.line = line;
    this.#state.rows = this.#rowsBefore + rows;
    this.#isUnsaved = true;
    if (performance.now() - this.#savedAt >= saveEveryMs) this.#save();
  }

  #save(): void {
    this.#state.sha256 = this.#hash.digest();
    if (this.canContinue) this.#stateFile.write(this.#state);
    this.#isUnsaved = false;
    this.#savedAt = performance.now();
  }

  /**
   * Ends an import that is not complete: saves its state for the next run, or removes the state file if no row was written.
   * @param wroteNothing true if this run wrote no row at all
   */
  stop(wroteNothing: boolean): void {
    if (this.#isUnsaved) this.#save();
    else if (wroteNothing && !this.isContinued) {
      this.#stateFile.remove();
      this.#isUntouched = true;
    }
  }

  finish(): void {
    this.#stateFile.remove();
  }
}

function importStateFile(file: string): StateFile<ImportState> {
  return new StateFile(`${file}.import-state.json`, (value) => "line" in value && "sha256" in value);
}

/** Writes the state file of an import that starts. Returns false if its folder is read-only. */
function isWritable(stateFile: StateFile<ImportState>, state: ImportState): boolean {
  try {
    stateFile.write(state);
    return true;
  } catch (error) {
    if (isReadOnly(error)) return false;
    throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return readOnly.has((error as NodeJS.ErrnoException).code);
}

/** Error codes that Node reports for a folder that cannot be written to. Folders of /proc report ENOENT. */
const readOnly: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS", "ENOENT"]);

function checkState(stateFile: StateFile<ImportState>, target: ImportTarget): ImportState | undefined {
  const state = stateFile.read();
  if (state === undefined) return undefined;
  if (state === damaged) throw unusable(stateFile.path, "it is damaged");
  const { endpoint, table, mode, line } = state;
  const isOther = endpoint !== target.endpoint || table !== target.table || mode !== target.mode;
  if (!isOther) return state;
  if (line === 0) return undefined;
  throw unusable(stateFile.path, `it belongs to an import to ${table} at ${endpoint} with --mode ${mode}`);
}

function unusable(path: string, reason: string, help = `Run the command of that import. ${againHelp}`): InputError {
  return new InputError("import.state-invalid", `Cannot continue from ${path}: ${reason}.`, help);
}

function isBadCompression(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? "");
}
