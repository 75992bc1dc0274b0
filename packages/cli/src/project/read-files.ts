import { hash } from "node:crypto";
import { lstatSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { SourceHost } from "@tablewright/generator";
import { InputError } from "../errors/input-error.js";

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
        const file = resolve(root, path);
        const text = readTextFile(file);
        if (text === undefined) refuseSpecialFile(file, path);
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

/** The file's text, or undefined where there is no such file. To read a named pipe would wait for whoever writes to it. */
export function readTextFile(file: string): string | undefined {
  return isFile(file) ? unlessMissing(() => readFileSync(file, asText)) : undefined;
}

/** Whether something other than a regular file has that name, which must be neither read nor replaced. */
export function isOtherThanFile(file: string): boolean {
  return unlessMissing(() => statSync(file, { throwIfNoEntry: false }))?.isFile() === false;
}

/** @throws InputError when a pipe, a socket or a device has the name of a file that is to be read */
function refuseSpecialFile(file: string, path: string): void {
  const kind = specialKind(file);
  if (kind === undefined) return;
  const help = "Replace it with a regular file, or change the path or glob that leads to it.";
  throw new InputError("definition.not-a-file", `${path} is ${kind}, not a file.`, help);
}

/** What has that name in place of a file or a folder: a named pipe, a socket or a device, which must not be read. */
export function specialKind(file: string): "a named pipe" | "a socket" | "a device" | undefined {
  const found = unlessMissing(() => statSync(file, { throwIfNoEntry: false }));
  if (found === undefined || found.isFile() || found.isDirectory()) return undefined;
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
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

/** Whether it is there and a folder. Links may lead nowhere, or to themselves, and anything may go away meanwhile. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A short fingerprint: equal texts have equal ones, and a change is as good as certain to show. */
export function contentHash(text: string): string {
  return hash("sha256", text, "base64");
}

/** The same for a generated file. Git may check files out with CRLF; that is no change. */
export function outputHash(text: string): string {
  return contentHash(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text);
}
