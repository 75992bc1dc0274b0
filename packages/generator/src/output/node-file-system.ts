import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { OutputFileSystem } from "./output-file-system.js";
import { processOf, temporaryName } from "./output-file-system.js";

/** The file system of the machine, for one run. @param root absolute: what paths are relative to */
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
    // Another run at the same time may have removed it.
    remove: (path) => rmSync(resolve(root, path), { force: true }),
  };
}

/** To read a named pipe would wait for whoever writes to it. */
function readTextFile(file: string): string | undefined {
  return statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
}

/** Through a temporary file beside it, so that no one ever reads half a file. */
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

/** Whether it is the temporary file of another process that is still there. One that was killed leaves its file behind. */
function isInUse(name: string): boolean {
  const pid = processOf(name);
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
