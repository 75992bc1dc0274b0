import { isUtf8 } from "node:buffer";
import { accessSync, constants, existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { TableService } from "@tablewright/testing";
import { describeReason, InputError } from "../../errors/input-error.js";
import { isFolder, specialKind } from "../../project/read-files.js";

/** Loads the rows of an NDJSON file into a service. If a line is invalid, throws an InputError and loads no row. */
export function loadRows(file: string, service: TableService): void {
  const text = readText(file);
  try {
    service.importRows(text.split("\n"));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid(file, error.message);
  }
}

function readText(file: string): string {
  rejectOtherThanFile(file);
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw invalid(file, "It is not text in UTF-8.");
  return bytes.toString("utf8");
}

/** Throws an InputError if the path exists and is not a regular file. A read of e.g. a named pipe would wait forever for a writer. */
function rejectOtherThanFile(file: string): void {
  const kind = isFolder(file) ? "a folder" : specialKind(file);
  if (kind === undefined) return;
  throw new InputError("serve.file-invalid", `${file} is ${kind}, not a file.`, "Choose a regular file.");
}

function invalid(file: string, reason: string): InputError {
  const help = "The file was not changed. Repair it, or choose another file.";
  return new InputError("serve.file-invalid", `Cannot load ${file}. ${reason}`, help);
}

/** Options of `ServedFile.open`. */
export interface OpenOptions {
  readonly sync: boolean;
  readonly onNotice: (message: string) => void;
}

/** File that keeps the rows of an in-memory service between runs (`serve --data`). */
export class ServedFile {
  readonly #path: string;
  readonly #exists: boolean;

  /** Checks the path but does not open the file yet. Throws if the path is not a regular file, or if it cannot be written. */
  constructor(path: string) {
    this.#exists = existsSync(path);
    this.#path = this.#exists ? realpathSync(path) : path;
    rejectOtherThanFile(this.#path);
    accessSync(dirname(this.#path), constants.W_OK);
    if (this.#exists) accessSync(this.#path, constants.R_OK | constants.W_OK);
  }

  get exists(): boolean {
    return this.#exists;
  }

  /**
   * Loads the file into the service. From then on, each change of the service's rows is saved to the file. Returns a function that ends
   * this and rewrites the file with the current rows.
   * @throws InputError if a line is invalid, or if the file cannot be written
   */
  open(service: TableService, options: OpenOptions): () => void {
    const file = this.#attempt(() => service.openDataFile(this.#path, options));
    return () => {
      this.#attempt(() => file.close());
      if (file.path !== this.#path) throw this.#changed(file.path);
    };
  }

  #attempt<Value>(run: () => Value): Value {
    try {
      return run();
    } catch (error) {
      if (error instanceof TypeError) throw invalid(this.#path, error.message);
      throw error instanceof Error && "syscall" in error ? this.#notSaved(error) : error;
    }
  }

  #changed(path: string): InputError {
    const message = `${this.#path} was changed by another program while the server ran. The rows of this run are in ${path}.`;
    const help = "Keep the file that you want as --data, and run one server at a time for each file.";
    return new InputError("serve.file-changed", message, help);
  }

  #notSaved(error: Error): InputError {
    const state = this.#exists ? "The file contains every confirmed write." : "No file was written.";
    const message = `Cannot save ${this.#path}: ${describeReason(error)}. ${state}`;
    return new InputError("serve.not-saved", message, "Fix this before the next run.");
  }
}
