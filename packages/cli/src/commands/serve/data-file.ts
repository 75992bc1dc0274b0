import { isUtf8 } from "node:buffer";
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { TableService } from "@tablewright/testing";
import { InputError, reasonOf } from "../../errors/input-error.js";
import { isFolder, specialKind } from "../../project/read-files.js";

/** Stores the rows of an NDJSON file in a service; refuses a file with an invalid line, and then stores none of them. */
export function loadRows(file: string, service: TableService): void {
  const text = textOf(file);
  try {
    service.importRows(text.split("\n"));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid(file, error.message);
  }
}

function textOf(file: string): string {
  refuseOtherThanFile(file);
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw invalid(file, "It is not text in UTF-8.");
  return bytes.toString("utf8");
}

/** To read a named pipe would wait for whoever writes to it. */
function refuseOtherThanFile(file: string): void {
  const kind = isFolder(file) ? "a folder" : specialKind(file);
  if (kind === undefined) return;
  throw new InputError("serve.file-invalid", `${file} is ${kind}, not a file.`, "Choose a regular file.");
}

function invalid(file: string, reason: string): InputError {
  const help = "The file was not changed. Repair it, or choose another file.";
  return new InputError("serve.file-invalid", `Cannot load ${file}. ${reason}`, help);
}

/** A file that keeps the rows of a service from one run to the next. */
export class DataFile {
  readonly #path: string;
  /** As it was before it was loaded. */
  readonly #found: BigIntStats | undefined;

  /** Refuses a path that could not be written at the end. */
  constructor(path: string) {
    this.#path = existsSync(path) ? realpathSync(path) : path;
    refuseOtherThanFile(this.#path);
    this.#found = statsOf(this.#path);
    accessSync(dirname(this.#path), constants.W_OK);
    if (this.exists) accessSync(this.#path, constants.R_OK | constants.W_OK);
  }

  get exists(): boolean {
    return this.#found !== undefined;
  }

  load(service: TableService): void {
    loadRows(this.#path, service);
  }

  /**
   * Replaces the file as a whole: whatever happens meanwhile, it holds the rows of this run or those of the last.
   * If something else wrote the file since the constructor saw it, saves beside it.
   * @throws InputError if the rows were saved beside the file, or could not be saved
   */
  save(service: TableService): void {
    const temporary = `${this.#path}.${process.pid}.tmp`;
    let saved = this.#path;
    try {
      const { mode = 0o666 } = statsOf(this.#path) ?? this.#found ?? {};
      writeRows(temporary, Number(mode), service);
      if (this.#hasChanged()) saved = reserveBeside(this.#path);
      renameSync(temporary, saved);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error instanceof Error && "syscall" in error ? this.#notSaved(error) : error;
    }
    if (saved === this.#path) return;
    const message = `${this.#path} was created or changed while the server ran, and was not overwritten. The rows of this run are in ${saved}.`;
    const help = "Keep the file that you want as --data, and run one server at a time for each file.";
    throw new InputError("serve.file-changed", message, help);
  }

  #hasChanged(): boolean {
    const [before, now] = [this.#found, statsOf(this.#path)];
    if (now === undefined) return false;
    return before?.ino !== now.ino || before.size !== now.size || before.mtimeNs !== now.mtimeNs;
  }

  #notSaved(error: Error): InputError {
    const state = existsSync(this.#path) ? "The old file is intact." : "No file was written.";
    const message = `Cannot save ${this.#path}: ${reasonOf(error)}. The rows of this run were not saved. ${state}`;
    const help = "Fix this before the next run: rows are saved only when the server stops.";
    return new InputError("serve.not-saved", message, help);
  }
}

function statsOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function writeRows(path: string, mode: number, service: TableService): void {
  const handle = openSync(path, "w", mode);
  try {
    for (const line of service.exportRows()) writeFileSync(handle, `${line}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes an empty file with the first free name: `rows.ndjson.1`, or a higher number. */
function reserveBeside(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.${number}`;
    try {
      closeSync(openSync(name, "wx"));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
