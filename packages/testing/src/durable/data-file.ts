import { isUtf8 } from "node:buffer";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../account/environment.js";
import { ChangeSet } from "./change-set.js";
import { LineWriter } from "./data-line.js";
import { loadLines } from "./load-lines.js";

/** Options of `openDataFile`. */
export interface DataFileOptions {
  /** `true` writes each change through to disk before the response, so that rows survive a crash of the machine. `false` by default. */
  readonly sync?: boolean;
  /** Called with notices for the user: lines that were cut off, or a file that another program has changed. */
  readonly onNotice?: (message: string) => void;
}

/** A file that stores the rows of a service. Each response waits until the changes of its request are in the file. */
export interface DataFile {
  /**
   * Path of the file with the rows. If the file existed, symbolic links in the path are resolved. If another program changes the file, the
   * service continues in a new file, and this becomes the path of the new one.
   */
  readonly path: string;
  /** Rewrites the file with the current rows only, and disconnects it from the service. */
  close(): void;
}

/**
 * Size in bytes above which the file is rewritten without its outdated lines, if it has also grown to more than four times the size that it
 * had when it was loaded or last rewritten.
 */
const minimumRewriteBytes = 64 * 1024 * 1024;

/** Writes a text to a file at position `at` and returns the number of bytes written. If that fails, cuts the file off at `at`. */
function writeWhole(handle: number, text: string, at: number): number {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    ftruncateSync(handle, at);
    throw error;
  }
  return bytes.length;
}

/**
 * Writes a folder's list of files through to disk, so that a rename survives a crash of the machine. Does nothing on Windows, which cannot
 * open a folder and does not need this.
 */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The data file of a service: a snapshot of its rows, followed by a log of later changes. */
export class DataLog implements DataFile {
  readonly #environment: Environment;
  readonly #sync: boolean;
  readonly #notice: (message: string) => void;
  readonly #lines: LineWriter;
  readonly #changes = new ChangeSet();
  #path: string;
  #handle: number;
  /** Size of the file, in bytes. */
  #bytes = 0;
  /** Size of the file when it was loaded or last rewritten, in bytes. */
  #snapshotBytes = 0;
  #outdated = 0;
  #isClosed = false;

  /**
   * Loads the rows of the file into the service. If there is no file, creates one with the service's rows.
   * @throws TypeError for an invalid line; the file is unchanged
   */
  constructor(path: string, environment: Environment, { sync = false, onNotice = () => undefined }: DataFileOptions) {
    this.#path = existsSync(path) ? realpathSync(path) : path;
    this.#environment = environment;
    this.#sync = sync;
    this.#notice = onNotice;
    this.#lines = new LineWriter(environment.kind);
    rmSync(`${this.#path}.tmp`, { force: true });
    this.#handle = existsSync(this.#path) ? this.#load() : this.#writeSnapshot(this.#path);
    environment.store.observe(this.#changes);
  }

  get path(): string {
    return this.#path;
  }

  /** Writes all changes since the last call to the file. */
  commit(): void {
    if (this.#changes.isEmpty) return;
    if (!existsSync(this.#path) || (this.#changes.all && !this.#isChangedOutside())) this.#rewrite();
    else if (this.#isChangedOutside()) this.#moveBeside();
    else this.#append(this.#changes.lines(this.#environment.store, this.#lines));
    this.#changes.clear();
  }

  close(): void {
    if (this.#isClosed) return;
    this.commit();
    this.#isClosed = true;
    this.#environment.store.observe(undefined);
    if (this.#outdated > 0 && !this.#isChangedOutside()) this.#rewrite();
    closeSync(this.#handle);
  }

  #load(): number {
    const bytes = readFileSync(this.#path);
    if (!isUtf8(bytes)) throw new TypeError("It is not text in UTF-8.");
    const loaded = loadLines(bytes, this.#environment);
    const handle = openSync(this.#path, "r+");
    if (loaded.bytes < bytes.length) {
      ftruncateSync(handle, loaded.bytes);
      const cut = bytes.length - loaded.bytes;
      this.#notice(
        `The last ${cut} bytes of ${this.#path} are an incomplete write, and are removed. No response has confirmed it.`,
      );
    }
    this.#bytes = loaded.bytes;
    this.#snapshotBytes = loaded.bytes;
    this.#outdated = loaded.outdated;
    if (loaded.isOpen) this.#bytes += writeSync(handle, "\n", this.#bytes);
    return handle;
  }

  #append(lines: readonly string[]): void {
    const text = lines.length > 1 ? [this.#lines.begin(lines.length), ...lines].join("") : lines.join("");
    this.#bytes += writeWhole(this.#handle, text, this.#bytes);
    if (this.#sync) fsyncSync(this.#handle);
    this.#outdated += this.#changes.outdated + (lines.length > 1 ? 1 : 0);
    if (this.#bytes > minimumRewriteBytes && this.#bytes > 4 * this.#snapshotBytes && this.#outdated > 0)
      this.#rewrite();
  }

  /**
   * Writes the current rows to a new file and renames it over the old one. After a crash, either the old or the new file is there,
   * complete.
   */
  #rewrite(): void {
    const old = this.#handle;
    this.#handle = this.#writeSnapshot(this.#path);
    closeSync(old);
  }

  #writeSnapshot(path: string): number {
    const temporary = `${path}.tmp`;
    const mode = existsSync(path) ? statSync(path).mode : 0o666;
    const handle = openSync(temporary, "w+", mode);
    try {
      this.#bytes = 0;
      const { store } = this.#environment;
      let text = "";
      const flush = (): void => {
        this.#bytes += writeWhole(handle, text, this.#bytes);
        text = "";
      };
      if (store.hasOwnProperties) text += this.#lines.properties(store.properties);
      for (const table of store.list()) {
        if (table.size === 0 || table.accessPolicies.length > 0) text += this.#lines.table(table);
        for (const entity of table.from({ partitionKey: "", rowKey: "" })) {
          text += this.#lines.row(table.name, entity);
          if (text.length > 1_000_000) flush();
        }
      }
      flush();
      fsyncSync(handle);
      renameSync(temporary, path);
      if (this.#sync) syncFolder(dirname(path));
    } catch (error) {
      closeSync(handle);
      rmSync(temporary, { force: true });
      throw error;
    }
    this.#snapshotBytes = this.#bytes;
    this.#outdated = 0;
    return handle;
  }

  #isChangedOutside(): boolean {
    const own = fstatSync(this.#handle);
    const now = statSync(this.#path, { throwIfNoEntry: false });
    return own.size !== this.#bytes || now?.ino !== own.ino;
  }

  /**
   * Continues in a new file, because another program has changed this one. The new name is the first free one of `rows.ndjson.1`,
   * `rows.ndjson.2` and so on.
   */
  #moveBeside(): void {
    const old = this.#handle;
    const before = this.#path;
    let number = 1;
    while (existsSync(`${before}.${number}`)) number += 1;
    this.#path = `${before}.${number}`;
    this.#handle = this.#writeSnapshot(this.#path);
    closeSync(old);
    this.#notice(
      `Another program has changed ${before}. From now on the rows of this service are stored in ${this.#path}.`,
    );
  }
}
