import { existsSync, type FSWatcher, readdirSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { isFolder } from "../../../project/read-files.js";
import type { WatchedPaths } from "./watched-paths.js";

/** Time without a change before the files are read, in milliseconds. Editors write in several steps. */
const quietMs = 50;

/**
 * Reports the first change between its creation and `close()`. Watches every folder before listing it, so that a new file is either in
 * the list or an event. Used in place of
 * chokidar, which does not notice that a folder was replaced by another of the same name (chokidar.test.ts).
 */
export class FileChanges {
  /** Resolves after a change, once the files have been quiet for 50 ms. Rejects if watching fails. */
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
      // The removal of the watched folder itself is reported under its own name.
      if (name === null || name === basename(folder) || !this.#isIgnored(join(folder, name))) this.#onChange();
    });
    return watcher.on("error", (error) => this.#onError(folder, error));
  }

  #onChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#resolve, quietMs);
  }

  #onError(folder: string, error: unknown): void {
    // Windows reports EPERM for a removed folder. ENOENT for a folder that exists means that it was replaced.
    const { code } = error as NodeJS.ErrnoException;
    if (!existsSync(folder) || code === "ENOENT") this.#onChange();
    // Ignored here: the search for definitions reports an unreadable folder.
    else if (code !== "EACCES" && code !== "EPERM") this.#reject(error);
  }
}
