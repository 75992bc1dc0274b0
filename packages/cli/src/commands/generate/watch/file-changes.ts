import { existsSync, type FSWatcher, readdirSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { isFolder } from "../../../project/read-files.js";
import type { WatchedPaths } from "./watched-paths.js";

/** The files are read again once none has changed for this time, in milliseconds. Editors save a file in several steps. */
const quietMs = 50;

/**
 * Reports the first file change between the creation of this object and `close()`. It starts to watch a folder before it lists the files in
 * the folder. So a file that is created at that time is in the list, or is reported as a change. The package chokidar could not be used: it
 * does not notice that a folder is replaced by another of the same name (chokidar.test.ts).
 */
export class FileChanges {
  /** Resolves after the first change, once no file has changed for 50 ms. Rejects if watching fails. */
  readonly changed: Promise<void>;
  readonly #isIgnored: (path: string) => boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor({ folders, isIgnored }: WatchedPaths) {
    this.#isIgnored = isIgnored;
    this.changed = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Prevents an unhandled rejection. The caller may await `changed` later and still gets the failure.
    this.changed.catch(() => {});
    for (const folder of folders) this.#watchTree(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watchTree(folder: string): void {
    try {
      const real = realpathSync(folder);
      if (this.#watchers.has(real)) return;
      this.#watchers.set(real, this.#watchFolder(folder));
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (!this.#isIgnored(path) && isFolder(path)) this.#watchTree(path);
      }
    } catch (error) {
      this.#onError(folder, error);
    }
  }

  #watchFolder(folder: string): FSWatcher {
    const watcher = watch(folder, (_, name) => {
      // Node reports the removal of the watched folder itself under the folder's own name.
      if (name === null || name === basename(folder) || !this.#isIgnored(join(folder, name))) this.#onChange();
    });
    return watcher.on("error", (error) => this.#onError(folder, error));
  }

  #onChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#resolve, quietMs);
  }

  #onError(folder: string, error: unknown): void {
    // Windows reports EPERM for a removed folder. ENOENT for a folder that exists means that another folder replaced it.
    const { code } = error as NodeJS.ErrnoException;
    if (!existsSync(folder) || code === "ENOENT") this.#onChange();
    // A folder that cannot be read is ignored here: the search for definitions reports it.
    else if (code !== "EACCES" && code !== "EPERM") this.#reject(error);
  }
}
