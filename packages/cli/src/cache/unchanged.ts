import { type Dirent, readdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { contentHash, outputHash } from "../project/content-hash.js";
import { isFile, readTextFile } from "../project/read-files.js";
import { definitionFolders, type Settings } from "../project/settings.js";
import type { BuildCache } from "./build-cache.js";

/** Returns whether all inputs of the last generation are unchanged: the definitions, their imports, the config and the tsconfigs. */
export async function inputsUnchanged(
  root: string,
  cache: Pick<BuildCache, "settings" | "definitions" | "listing" | "inputs">,
): Promise<boolean> {
  const { inputs, settings, definitions, listing } = cache;
  for (const [path, before] of Object.entries(inputs)) {
    const file = locate(root, path);
    if (typeof before === "boolean") {
      if (isFile(file) !== before) return false;
    } else {
      const text = readTextFile(file);
      if (text === undefined || contentHash(text) !== before) return false;
    }
  }
  if (listing !== undefined && buildListing(root, settings) === listing) return true;
  const { findDefinitions } = await import("../project/find-definitions.js");
  const found = findDefinitions(root, settings);
  return found.length === definitions.length && found.every((path, index) => path === definitions[index]);
}

/** Returns whether the output folder is unchanged since the last generation: no file changed, missing or added. */
export function outputsUnchanged(root: string, { outputs, foreign, settings }: BuildCache): boolean {
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

/** Returns the hashes, by path, of those TypeScript files in the output folder that were not generated. */
export function foreignOutputs(root: string, outDir: string, generated: ReadonlySet<string>): Record<string, string> {
  const foreign: Record<string, string> = {};
  for (const path of typescriptFiles(root, outDir)) {
    const text = generated.has(path) ? undefined : readTextFile(locate(root, path));
    if (text !== undefined) foreign[path] = outputHash(text);
  }
  return foreign;
}

/**
 * Returns the paths of the TypeScript files in the output folder, and of temporary files that killed runs left there: the next run must
 * remove those.
 */
function typescriptFiles(root: string, outDir: string): string[] {
  try {
    return readdirSync(join(root, outDir))
      .filter((name) => name.endsWith(".ts") || name.endsWith(".tablewright-tmp"))
      .map((name) => `${outDir}/${name}`);
  } catch {
    return [];
  }
}

/**
 * Returns the absolute path for a path relative to the root. Puts a plain `/` between the root and a path below it, because `path.resolve`
 * would take as long as the hashing of the files.
 */
function locate(root: string, path: string): string {
  return path.startsWith("..") || isAbsolute(path) ? resolve(root, path) : `${root}/${path}`;
}

/**
 * Returns a fingerprint of all file names in the folders that can contain definitions. This is much faster than matching the globs. Returns
 * undefined if one of these folders is the project's root or a folder above it, because that has too many files. Also returns undefined if
 * a symbolic link or an unreadable folder hides file names.
 */
export function buildListing(root: string, settings: Settings): string | undefined {
  const names: string[] = [];
  for (const folder of definitionFolders(settings)) {
    if (/^(\.|\.\.(\/\.\.)*)$/.test(folder)) return undefined;
    const entries = listEntries(join(root, folder));
    if (entries === undefined) return undefined;
    for (const entry of entries) {
      if (entry.isSymbolicLink()) return undefined;
      if (entry.isFile()) names.push(`${entry.parentPath}/${entry.name}`);
    }
  }
  return contentHash(names.sort().join("\n"));
}

function listEntries(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : undefined;
  }
}
