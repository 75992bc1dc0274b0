import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { OutputFileSystem } from "./output-file-system.js";
import { parseProcess, temporaryName } from "./temporary-name.js";

/**
 * Creates an `OutputFileSystem` on the disk for one generation, during which it remembers the folders that it has created.
 * @param root the absolute path of the folder to which all paths are relative
 */
export function nodeFileSystem(root: string): OutputFileSystem {
  const made = new Set<string>();
  return {
    list: (folder) =>
      unlessMissing(() => readdirSync(resolve(root, folder), { withFileTypes: true }), [])
        .filter((entry) => entry.isFile() || entry.isSymbolicLink())
        .map(({ name }) => name)
        .filter((name) => !isInUse(name)),
    read: (path) => unlessMissing(() => readTextFile(resolve(root, path)), undefined),
    write(path, text) {
      const file = resolve(root, path);
      const folder = dirname(file);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      replaceFile(file, text);
    },
    // `force` ignores a missing file, which another process may have removed.
    remove: (path) => rmSync(resolve(root, path), { force: true }),
  };
}

/** Reads a regular file; `undefined` for anything else, because reading a named pipe would wait for a writer. */
function readTextFile(file: string): string | undefined {
  return statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
}

/** Replaces a file by renaming a temporary file in the same folder, so that no other process ever reads a partial file. */
function replaceFile(file: string, text: string): void {
  const temporary = join(dirname(file), temporaryName(basename(file), process.pid));
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns whether a file is a temporary one of another process that is still running. If a process was killed, its file stays behind. */
function isInUse(name: string): boolean {
  const pid = parseProcess(name);
  if (pid === undefined || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function unlessMissing<Value, Missing>(read: () => Value, missing: Missing): Value | Missing {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return missing;
    throw error;
  }
}
