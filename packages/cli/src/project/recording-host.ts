import { lstatSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { SourceHost } from "@tablewright/generator";
import { contentHash } from "../cache/content-hash.js";

/** By path: the hash of what was read; else whether the file was there when it was asked for. */
export type Inputs = ReadonlyMap<string, string | boolean>;

/** A host over the file system that notes what it was asked for: the inputs of a run are what it read. */
export interface RecordingHost extends SourceHost {
  readonly inputs: Inputs;
}

/** @param root absolute; paths are relative to it */
export function recordingHost(root: string): RecordingHost {
  const inputs = new Map<string, string | boolean>();
  const texts = new Map<string, string | undefined>();
  return {
    inputs,
    readFile(path) {
      // One run sees one state of a file, so that the hash is that of all that was read.
      if (!texts.has(path)) {
        const text = readTextFile(resolve(root, path));
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

/** Made once: Node would make one of a mere "utf8" for each of the many files. */
const asText = { encoding: "utf8" } as const;

/** The file's text, or undefined where there is no such file. */
export function readTextFile(file: string): string | undefined {
  return unlessMissing(() => readFileSync(file, asText));
}

/** Whether there is anything of that name: a file, a folder, or a link that leads nowhere. */
export function isTaken(file: string): boolean {
  return unlessMissing(() => lstatSync(file, { throwIfNoEntry: false })) !== undefined;
}

export function isFile(file: string): boolean {
  return unlessMissing(() => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? false;
}

/** Below a file, as the compiler looks for one, the file system says ENOTDIR; no file has a name with U+0000. */
function unlessMissing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (missing.has(code)) return undefined;
    throw error;
  }
}
