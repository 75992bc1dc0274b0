import { readdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { isFile, readTextFile } from "../project/recording-host.js";
import { contentHash, outputHash } from "./content-hash.js";
import { listingOf } from "./listing.js";
import type { Memory } from "./memory.js";

/** Whether definitions, what they import, the config and the tsconfigs are what they were. */
export async function inputsUnchanged(root: string, memory: Memory): Promise<boolean> {
  const { inputs, settings, definitions, listing } = memory;
  for (const [path, before] of Object.entries(inputs)) {
    const file = locate(root, path);
    if (typeof before === "boolean") {
      if (isFile(file) !== before) return false;
    } else {
      const text = readTextFile(file);
      if (text === undefined || contentHash(text) !== before) return false;
    }
  }
  if (listing !== undefined && listingOf(root, settings) === listing) return true;
  const { findDefinitions } = await import("../project/find-definitions.js");
  const found = findDefinitions(root, settings);
  return found.length === definitions.length && found.every((path, index) => path === definitions[index]);
}

/** Whether the output folder is as it was: no generated file changed or missing, no other one added. */
export function outputsUnchanged(root: string, { outputs, foreign, settings }: Memory): boolean {
  const known: Readonly<Record<string, string>> = { ...foreign, ...outputs };
  const names = typescriptFiles(root, settings.outDir);
  return (
    names.length === Object.keys(known).length &&
    names.every((path) => {
      const text = Object.hasOwn(known, path) ? readTextFile(locate(root, path)) : undefined;
      return text !== undefined && outputHash(text) === known[path];
    })
  );
}

/** Hashes of the TypeScript files of the output folder that are not generated. */
export function foreignOutputs(root: string, outDir: string, generated: ReadonlySet<string>): Record<string, string> {
  const foreign: Record<string, string> = {};
  for (const path of typescriptFiles(root, outDir)) {
    const text = generated.has(path) ? undefined : readTextFile(locate(root, path));
    if (text !== undefined) foreign[path] = outputHash(text);
  }
  return foreign;
}

/** With what killed runs left behind: that is to be removed. */
function typescriptFiles(root: string, outDir: string): string[] {
  try {
    return readdirSync(join(root, outDir))
      .filter((name) => name.endsWith(".ts") || name.endsWith(".tablewright-tmp"))
      .map((name) => `${outDir}/${name}`);
  } catch {
    return [];
  }
}

/** As `resolve`, which would take as long as hashing for each of the many files below the root. */
function locate(root: string, path: string): string {
  return path.startsWith("..") || isAbsolute(path) ? resolve(root, path) : `${root}/${path}`;
}
