import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../input-error.js";
import { exportStateFile } from "../export/export-file.js";
import { verifyManifest } from "../manifest.js";
import { damaged, StateFile, saveEveryMs } from "../state-file.js";
import type { ImportMode } from "./import-rows.js";
import { type NumberedLine, readLines } from "./read-lines.js";

/** What a state file holds: all rows up to and including a line are written. */
interface ImportState extends ImportTarget {
  readonly version: 1;
  /** Of the file, to notice that it was changed. */
  readonly size: number;
  line: number;
  rows: number;
}

/** Where a file goes, and how. */
export interface ImportTarget {
  readonly endpoint: string;
  readonly table: string;
  readonly mode: ImportMode;
}

/** A file that is imported, and that a killed import goes on with. */
export class ImportFile {
  readonly help = "Run the same command again to continue.";
  /** Whether an earlier run has begun. */
  readonly isContinued: boolean;
  /** Whether a manifest was there to compare the file with. */
  readonly isVerified: boolean;
  readonly #path: string;
  readonly #stateFile: StateFile<ImportState>;
  readonly #state: ImportState;
  readonly #rowsBefore: number;
  #bytesRead = 0;
  #savedAt = performance.now();

  private constructor(
    path: string,
    stateFile: StateFile<ImportState>,
    before: ImportState | undefined,
    state: ImportState,
    isVerified: boolean,
  ) {
    this.#path = path;
    this.#stateFile = stateFile;
    this.isContinued = before !== undefined;
    this.#state = before ?? state;
    this.#rowsBefore = this.#state.rows;
    this.isVerified = isVerified;
  }

  /**
   * Compares the file with its manifest, if it has one, and finds out where an earlier run has stopped.
   * @throws InputError `import.checksum-mismatch`, `import.unfinished-export`, `import.state-invalid`
   */
  static async open(path: string, target: ImportTarget): Promise<ImportFile> {
    const { size } = statSync(path);
    if (existsSync(exportStateFile(path).path)) {
      const help = "Run the same `tablewright export` again to complete the file.";
      throw new InputError("import.unfinished-export", `The export to ${path} has not ended.`, help);
    }
    const isVerified = (await verifyManifest(path, size)) !== undefined;
    const stateFile = importStateFile(path);
    const before = checkState(stateFile, target, size);
    const state: ImportState = { version: 1, ...target, size, line: 0, rows: 0 };
    if (before === undefined) stateFile.write(state);
    return new ImportFile(path, stateFile, before, state, isVerified);
  }

  /** Rows that are written, those of earlier runs included: all up to a line. */
  get rows(): number {
    return this.#state.rows;
  }

  /** How much of the file was read, 0 to 1. */
  get fraction(): number {
    return this.#state.size === 0 ? 1 : this.#bytesRead / this.#state.size;
  }

  /** The lines that no earlier run is known to have written. @throws InputError `import.file-invalid` */
  async *lines(): AsyncGenerator<NumberedLine, void> {
    const { line } = this.#state;
    try {
      for await (const next of readLines(this.#chunks())) if (next.number > line) yield next;
    } catch (error) {
      if (!isBadCompression(error)) throw error;
      const message = `${this.#path} cannot be decompressed: ${error.message}.`;
      throw new InputError("import.file-invalid", message, "Copy or export the file again.");
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
    this.#state.line = line;
    this.#state.rows = this.#rowsBefore + rows;
    if (performance.now() - this.#savedAt < saveEveryMs) return;
    this.stop();
    this.#savedAt = performance.now();
  }

  /** Keeps what was written, for the next run. */
  stop(): void {
    this.#stateFile.write(this.#state);
  }

  finish(): void {
    this.#stateFile.remove();
  }
}

function importStateFile(file: string): StateFile<ImportState> {
  return new StateFile(`${file}.import-state.json`, (value) => "line" in value && "rows" in value);
}

function checkState(stateFile: StateFile<ImportState>, target: ImportTarget, size: number): ImportState | undefined {
  const state = stateFile.read();
  if (state === undefined) return undefined;
  if (state === damaged) throw unusable(stateFile.path, "it is damaged");
  const { endpoint, table, mode } = state;
  if (endpoint !== target.endpoint || table !== target.table || mode !== target.mode)
    throw unusable(stateFile.path, `it belongs to an import to ${table} at ${endpoint} with --mode ${mode}`);
  if (state.size !== size) throw unusable(stateFile.path, "the file has changed since");
  return state;
}

function unusable(path: string, reason: string): InputError {
  const help = "Run the command of that import, or delete this state file to begin again.";
  return new InputError("import.state-invalid", `Cannot continue from ${path}: ${reason}.`, help);
}

function isBadCompression(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? "");
}
