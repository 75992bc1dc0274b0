import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@tablewright/generator";
import { contentHash } from "../project/content-hash.js";
import type { Project } from "../project/project.js";
import { readTextFile } from "../project/read-files.js";
import type { Settings } from "../project/settings.js";
import { version } from "../version.js";

/** Inputs and outputs of the last generation that had no errors. As long as none of them changes, there is nothing to generate. */
export interface BuildCache {
  readonly settings: Settings;
  readonly definitions: readonly string[];
  /**
   * Fingerprint of the file names in the definition folders. As long as the fingerprint is the same, so is the list of definition files.
   * Undefined if the file names cannot all be listed.
   */
  readonly listing?: string | undefined;
  /** By path: the hash of a file that was read. For a file of which only the existence was checked: `true` if it existed, else `false`. */
  readonly inputs: Readonly<Record<string, string | boolean>>;
  /** Hashes of the generated files, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Hashes, by path, of those TypeScript files in the output folder that were not generated. */
  readonly foreign: Readonly<Record<string, string>>;
  /** Warnings of the last generation that had no errors. A run that finds nothing to generate prints them again. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the cache that the last run saved; undefined if there is none, or if another version of the tool saved it. */
export function loadBuildCache(project: Project): BuildCache | undefined {
  return loadCache<BuildCache>(project, "");
}

/** Saves the cache after a run. If that fails, the next run merely takes longer. */
export function saveBuildCache(project: Project, cache: BuildCache): void {
  saveCache(project, "", cache);
}

/**
 * Returns a cache of a project that a run of the same version of the tool saved; undefined if there is none.
 * @param name end of the name of its file
 */
export function loadCache<Cache extends object>(project: Project, name: string): Cache | undefined {
  const file = cacheFile(project, name);
  const tool = file && toolFingerprint();
  const text = tool && readTextFile(file);
  if (!text) return undefined;
  const end = text.indexOf("\n");
  const json = text.slice(end + 1);
  return text.slice(0, end) === seal(tool, json) ? (JSON.parse(json) as Cache) : undefined;
}

/** Saves a cache of a project. If that fails, the next run merely takes longer. @param name end of the name of its file */
export function saveCache(project: Project, name: string, cache: object): void {
  const file = cacheFile(project, name);
  const tool = file && toolFingerprint();
  if (!tool) return;
  const json = JSON.stringify(cache);
  // Every run uses the same temporary name, so that the next run replaces the file that a killed run left. If two runs write at the
  // same time, the hash in the first line does not match the mixed text, so the cache is not used.
  const temporary = `${file}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${seal(tool, json)}\n${json}`);
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/**
 * Returns the first line of the cache file: a hash of the tool's fingerprint and of the JSON that follows. If the file on the disk begins
 * with another line, the file is damaged or outdated.
 */
function seal(tool: string, json: string): string {
  return contentHash(`${tool}\n${json}`);
}

/** Returns the path of the cache file, in the nearest node_modules folder; undefined without one. Each config has its own cache file. */
function cacheFile({ root, config }: Project, end: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) {
      const name = contentHash(join(root, config))
        .replace(/[^A-Za-z0-9]/g, "")
        .slice(0, 16);
      return join(modules, ".cache", "tablewright", `${name}${end}.json`);
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** Folder in the generator package whose code is used: `dist`, or `src` if this file itself runs as TypeScript. */
const used = import.meta.url.endsWith(".ts") ? "src" : "dist";

/**
 * Returns a fingerprint of this package's version, and of the paths, sizes and modification times of the generator's modules. So an edit of
 * the generator invalidates the cache, even if the generator's version stays the same. Returns undefined if the generator's folder cannot
 * be found, e.g. because it is in one of Yarn's zip archives.
 */
function toolFingerprint(): string | undefined {
  const folder = generatorFolder();
  return folder === undefined ? undefined : contentHash([version, ...listModules(folder)].join("\n"));
}

/** Returns the folder `used` of the package that `import "@tablewright/generator"` would load; undefined if there is none. */
function generatorFolder(): string | undefined {
  const path = `@tablewright/generator/${used}`;
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path)).find((folder) => existsSync(folder));
}

function listModules(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listModules(path);
    if (!/(?<!\.d|\.test)\.[jt]s$/.test(entry.name)) return [];
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}
