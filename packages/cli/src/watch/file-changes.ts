import { existsSync, type FSWatcher, readdirSync, realpathSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { isFolder } from "../project/read-files.js";
import type { WatchedPaths } from "./watched-paths.js";

/** How long the files must be at rest before they are read: editors write in several steps. */
const restMs = 50;

/**
 * Sees each change from the moment it is made until it is closed. Every folder is watched before it is listed, so that what
 * comes into it is either found there or told of.
 */
export class FileChanges {
  /** Resolves once something has changed and the files are at rest again. Rejects if watching fails. */
  readonly seen: Promise<void>;
  readonly #isIgnored: (path: string) => boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor({ folders, isIgnored }: WatchedPaths) {
    this.#isIgnored = isIgnored;
    this.seen = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A failure while nobody waits is kept for the one who will.
    this.seen.catch(() => {});
    for (const folder of folders) this.#follow(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #follow(folder: string): void {
    try {
      const real = realpathSync(folder);
      if (this.#watchers.has(real)) return;
      this.#watchers.set(real, this.#watch(folder));
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (!this.#isIgnored(path) && isFolder(path)) this.#follow(path);
      }
    } catch (error) {
      this.#failed(folder, error);
    }
  }

  #watch(folder: string): FSWatcher {
    const watcher = watch(folder, (_, name) => {
      // A folder that goes away tells its own name.
      if (name === null || name === basename(folder) || !this.#isIgnored(join(folder, name))) this.#changed();
    });
    return watcher.on("error", (error) => this.#failed(folder, error));
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#resolve, restMs);
  }

  #failed(folder: string, error: unknown): void {
    // Windows says EPERM of a folder that has gone; one that is there again had gone.
    const { code } = error as NodeJS.ErrnoException;
    if (!existsSync(folder) || code === "ENOENT") this.#changed();
    // The search for definitions passes over a folder that may not be read.
    else if (code !== "EACCES" && code !== "EPERM") this.#reject(error);
  }
}
