import { isUtf8 } from "node:buffer";
import {
  accessSync,
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
import { InputError } from "../input-error.js";

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
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw invalid(file, "It is not text in UTF-8.");
  return bytes.toString("utf8");
}

function invalid(file: string, reason: string): InputError {
  const help = "The file was not changed. Repair it, or choose another file.";
  return new InputError("serve.file-invalid", `Cannot load ${file}. ${reason}`, help);
}

/** A file that keeps the rows of a service from one run to the next. */
export class DataFile {
  readonly #path: string;
  readonly exists: boolean;

  /** Refuses a path that could not be written at the end. */
  constructor(path: string) {
    this.exists = existsSync(path);
    this.#path = this.exists ? realpathSync(path) : path;
    accessSync(dirname(this.#path), constants.W_OK);
    if (this.exists) accessSync(this.#path, constants.R_OK | constants.W_OK);
  }

  load(service: TableService): void {
    loadRows(this.#path, service);
  }

  /** Replaces the file as a whole: whatever happens meanwhile, it holds the rows of this run or those of the last. */
  save(service: TableService): void {
    const temporary = `${this.#path}.${process.pid}.tmp`;
    const mode = this.exists ? statSync(this.#path).mode : 0o666;
    try {
      const handle = openSync(temporary, "w", mode);
      try {
        for (const line of service.exportRows()) writeFileSync(handle, `${line}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(temporary, this.#path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}
