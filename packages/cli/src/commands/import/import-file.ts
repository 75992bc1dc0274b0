import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../errors/input-error.js";
import { FileLock } from "../../files/file-lock.js";
import { newChecksum, verifyManifest } from "../../files/manifest.js";
import { damaged, StateFile, saveEveryMs } from "../../files/state-file.js";
import { exportStateFile } from "../export/export-file.js";
import type { ImportMode } from "./import-rows.js";
import { type NumberedLine, readLines } from "./read-lines.js";

/** What a state file holds: all rows up to and including a line are written. */
interface ImportState extends ImportTarget {
  readonly version: 1;
  line: number;
  rows: number;
  /** Of the lines up to that one, in hex, to notice that they were changed. */
  sha256: string;
}

/** Where a file goes, and how. */
export interface ImportTarget {
  readonly endpoint: string;
  readonly table: string;
  readonly mode: ImportMode;
}

interface PendingLine extends NumberedLine {
  /** Of the file, when the line was read. */
  readonly bytesRead: number;
}

/** How many of the last rows that were written are asked for before an import goes on. */
const askedRows = 3;

const againHelp =
  "To begin again, delete this state file, and use --mode replace where rows of the file are in the table already.";

/** A file that is imported, and that a killed import goes on with. */
export class ImportFile {
  /** Whether a later run can continue: not where the state can't be written beside the file. */
  readonly canContinue: boolean;
  readonly #size: number;
  /** Whether an earlier run has begun. */
  readonly isContinued: boolean;
  /** Whether a manifest was there to compare the file with. */
  readonly isVerified: boolean;
  readonly #path: string;
  readonly #stateFile: StateFile<ImportState>;
  readonly #state: ImportState;
  readonly #rowsBefore: number;
  readonly #lines: AsyncGenerator<NumberedLine, void>;
  /** Of the lines that are written, up to the one that the state names. */
  readonly #hash = newChecksum();
  /** Lines that were read, and are not known to be written together with all those before. */
  readonly #pending: PendingLine[] = [];
  #bytesRead = 0;
  #bytesWritten = 0;
  /** Whether the table is as it was before the first run, so that there is nothing to continue. */
  #isUntouched = false;
  /** Whether the state was changed since it was saved. */
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
  ) {
    this.canContinue = canContinue;
    this.#path = path;
    this.#size = size;
    this.#stateFile = stateFile;
    this.isContinued = before !== undefined;
    this.#state = before ?? state;
    this.#rowsBefore = this.#state.rows;
    this.isVerified = isVerified;
    this.#lines = this.#read();
  }

  /**
   * Keeps other imports from a file. What is no regular file, such as a pipe, has no lock, nor has one in a read-only folder.
   * @throws InputError `import.under-way`
   */
  static lock(path: string): FileLock | undefined {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    try {
      return new FileLock("import", path);
    } catch (error) {
      if (isReadOnly(error)) return undefined;
      throw error;
    }
  }

  /**
   * Compares the file with its manifest, if it has one, and finds out where an earlier run has stopped.
   * @throws InputError `import.checksum-mismatch`, `import.unfinished-export`, `import.state-invalid`
   */
  static async open(path: string, target: ImportTarget): Promise<ImportFile> {
    const stats = statSync(path);
    const { size } = stats;
    if (stats.isDirectory()) {
      const help = "Give the path of the file that holds the rows.";
      throw new InputError("cli.file-system", `Cannot import ${path}: it is a folder, and a file is needed.`, help);
    }
    if (existsSync(exportStateFile(path).path)) {
      const help = "Run the same `npx tablewright export` again to complete the file.";
      throw new InputError("import.unfinished-export", `The export to ${path} has not ended.`, help);
    }
    const isVerified = (await verifyManifest(path, size)) !== undefined;
    const stateFile = importStateFile(path);
    const before = checkState(stateFile, target);
    const state: ImportState = { version: 1, ...target, line: 0, rows: 0, sha256: "" };
    const canContinue = before !== undefined || isWritable(stateFile, state);
    return new ImportFile(path, size, stateFile, before, state, isVerified, canContinue);
  }

  /**
   * What to do after a run that did not reach the end.
   * @param isLasting whether the same rows would be refused again
   */
  help(isLasting: boolean): string {
    const again = `${isLasting ? "Correct this, then run" : "Run"} the same command again`;
    if (this.#isUntouched) return `${again}.`;
    if (this.canContinue) return `${again} to continue.`;
    return "This import can't be continued: run it again with --mode replace, or copy the file to another folder first.";
  }

  /** Rows that are written, those of earlier runs included: all up to a line. */
  get rows(): number {
    return this.#state.rows;
  }

  /** How much of the file is written, 0 to 1; less than 1 until the end, as what was read is not written yet. */
  get fraction(): number {
    return this.#size === 0 ? 0 : Math.min(0.99, this.#bytesWritten / this.#size);
  }

  /**
   * Passes over the lines that earlier runs have written, and asks for the last rows of them: a table that was deleted and
   * created again, or an emulator that was started again, has none of them.
   * @throws InputError `import.state-invalid`
   */
  async skipWritten(isStored: (line: NumberedLine) => Promise<boolean>): Promise<void> {
    const { line, sha256 } = this.#state;
    const last: NumberedLine[] = [];
    for (let number = 0; number < line; ) {
      const { value } = await this.#lines.next();
      if (value === undefined || value.number > line) throw this.#changed();
      number = value.number;
      this.#hash.update(value.text).update("\n");
      last.push(value);
      if (last.length > askedRows) last.shift();
    }
    if (line === 0) return;
    if (this.#digest() !== sha256) throw this.#changed();
    this.#bytesWritten = this.#bytesRead;
    for (const written of last) {
      if (await isStored(written)) continue;
      const { table } = this.#state;
      const reason = `the row of line ${written.number}, which was written, is not in ${table}, which was perhaps deleted and created again`;
      throw unusable(this.#stateFile.path, reason, againHelp);
    }
  }

  #changed(): InputError {
    const reason = `the lines up to ${this.#state.line}, which were written, have changed in ${this.#path} since`;
    return unusable(this.#stateFile.path, reason, `Restore those lines. ${againHelp}`);
  }

  #digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The lines that no earlier run is known to have written. @throws InputError `import.file-invalid` */
  async *lines(): AsyncGenerator<NumberedLine, void> {
    for await (const line of this.#lines) {
      this.#pending.push({ ...line, bytesRead: this.#bytesRead });
      yield line;
    }
  }

  async *#read(): AsyncGenerator<NumberedLine, void> {
    try {
      yield* readLines(this.#chunks());
    } catch (error) {
      if (!isBadCompression(error)) throw error;
      const message = `${this.#path} cannot be decompressed: ${error.message}.`;
      const help = "Copy or export the file again, then run the same command again.";
      throw new InputError("import.file-invalid", message, help);
    }
  }

  #chunks(): AsyncIterable<Uint8Array> {
    const stored = this.#storedChunks();
    // The reader of the last stream gets the errors of both.
    return this.#path.endsWith(".gz") ? pipeline(stored, createGunzip(), () => undefined) : stored;
  }

  async *#storedChunks(): AsyncGenerator<Buffer, void> {
    for await (const chunk of createReadStream(this.#path) as AsyncIterable<Buffer>) {
      this.#bytesRead += chunk.length;
      yield chunk;
    }
  }

  /** Notes up to which line everything is written. */
  note(line: number, rows: number): void {
    const open = this.#pending.findIndex(({ number }) => number > line);
    for (const written of this.#pending.splice(0, open < 0 ? this.#pending.length : open)) {
      this.#hash.update(written.text).update("\n");
      this.#bytesWritten = written.bytesRead;
    }
    this.#state.line = line;
    this.#state.rows = this.#rowsBefore + rows;
    this.#isUnsaved = true;
    if (performance.now() - this.#savedAt >= saveEveryMs) this.#save();
  }

  #save(): void {
    this.#state.sha256 = this.#digest();
    if (this.canContinue) this.#stateFile.write(this.#state);
    this.#isUnsaved = false;
    this.#savedAt = performance.now();
  }

  /**
   * Keeps what was written, for the next run.
   * @param wroteNothing whether no row of this run was written, in any order
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

/** Writes the first state, unless the folder is read-only. */
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

/** Codes of a folder that takes no files. The folders of /proc say that there is no such file. */
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
