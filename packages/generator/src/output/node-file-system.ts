import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { OutputFileSystem } from "./output-file-system.js";
import { parseProcess, temporaryName } from "./output-file-system.js";

/** Creates the file system of this machine for one run. @param root absolute; paths are relative to it */
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
    // `force` ignores a missing file, which a concurrent run may have removed.
    remove: (path) => rmSync(resolve(root, path), { force: true }),
  };
}

/** Reads regular files only, because reading a named pipe would wait for a writer. */
function readTextFile(file: string): string | undefined {
  return statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
}

/** Writes through a temporary file in the same folder, so that no one ever reads a partial file. */
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

/** Returns whether a name is that of a temporary file of another process that still runs. A killed process leaves its file behind. */
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
