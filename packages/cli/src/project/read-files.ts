import { lstatSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { SourceHost } from "@tablewright/generator";
import { InputError } from "../errors/input-error.js";
import { contentHash } from "./content-hash.js";

/**
 * Files that a run depends on, by path. The value is the hash of a file that was read. For a file of which only the existence was checked,
 * it is `true` if the file exists, otherwise `false`.
 */
export type Inputs = ReadonlyMap<string, string | boolean>;

/** File access for the generator. It records every file that the generator reads, or whose existence the generator checks. */
export interface RecordingHost extends SourceHost {
  readonly inputs: Inputs;
}

/** Creates a recording host for one run. @param root absolute path that all other paths are relative to */
export function recordingHost(root: string): RecordingHost {
  const inputs = new Map<string, string | boolean>();
  const texts = new Map<string, string | undefined>();
  return {
    inputs,
    readFile(path) {
      // Each file is read only once, so that the generator uses exactly the text that was hashed.
      if (!texts.has(path)) {
        const file = resolve(root, path);
        const text = readTextFile(file);
        if (text === undefined) rejectSpecialFile(file, path);
        texts.set(path, text);
        inputs.set(path, text === undefined ? false : contentHash(text));
      }
      return texts.get(path);
    },
    fileExists(path) {
      const exists = texts.has(path) ? texts.get(path) !== undefined : isFile(resolve(root, path));
      if (!inputs.has(path)) inputs.set(path, exists);
      return exists;
    },
  };
}

const missing: ReadonlySet<string | undefined> = new Set(["ENOENT", "EISDIR", "ENOTDIR", "ERR_INVALID_ARG_VALUE"]);

/** Options for the reading of text, created only once. If only `"utf8"` were passed, Node would create such an object for every read. */
const asText = { encoding: "utf8" } as const;

/** Returns the text of a regular file; undefined for any other path. Never reads a named pipe, because that would wait for a writer. */
export function readTextFile(file: string): string | undefined {
  return isFile(file) ? unlessMissing(() => readFileSync(file, asText)) : undefined;
}

/** Returns whether the path is e.g. a folder or pipe instead of a regular file. Such a path must be neither read nor replaced. */
export function isOtherThanFile(file: string): boolean {
  return unlessMissing(() => statSync(file, { throwIfNoEntry: false }))?.isFile() === false;
}

/**
 * Throws if the path of a definition or import is a pipe, a socket or a device.
 * @throws InputError `definition.not-a-file`
 */
function rejectSpecialFile(file: string, path: string): void {
  const kind = specialKind(file);
  if (kind === undefined) return;
  const help = "Replace it with a regular file, or change the path or glob that leads to it.";
  throw new InputError("definition.not-a-file", `${path} is ${kind}, not a file.`, help);
}

/** Returns the kind of a special file, which must not be read; undefined for a regular file, a folder or a missing file. */
export function specialKind(file: string): "a named pipe" | "a socket" | "a device" | undefined {
  const found = unlessMissing(() => statSync(file, { throwIfNoEntry: false }));
  if (found === undefined || found.isFile() || found.isDirectory()) return undefined;
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}

/** Returns whether anything exists at the path: a file, a folder or a broken link. */
export function isTaken(file: string): boolean {
  return unlessMissing(() => lstatSync(file, { throwIfNoEntry: false })) !== undefined;
}

export function isFile(file: string): boolean {
  return unlessMissing(() => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? false;
}

/**
 * Returns the result of `read`; undefined if the file does not exist. The compiler also looks for paths below a file and for names with
 * U+0000. For these, the errors are ENOTDIR and ERR_INVALID_ARG_VALUE.
 */
function unlessMissing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (missing.has(code)) return undefined;
    throw error;
  }
}

/**
 * Returns whether the path is an existing folder. False for a broken or circular link, and for a folder that was deleted in the meantime.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
