import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@tablewright/generator";
import type { Project } from "../project/project.js";
import { contentHash, readTextFile } from "../project/read-files.js";
import type { Settings } from "../project/settings.js";
import { version } from "../version.js";

/** What the last run without errors read and produced: while all of it is as it was, there is nothing to do. */
export interface BuildCache {
  readonly settings: Settings;
  readonly definitions: readonly string[];
  /** Fingerprint of what is in the folders of the definitions: while it is the same, so are the definition files. */
  readonly listing?: string | undefined;
  /** Hashes of all that was read, by path; `true` and `false` for files that were only asked for. */
  readonly inputs: Readonly<Record<string, string | boolean>>;
  /** Hashes of the generated files, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Hashes of the other TypeScript files in the output folder, by path. */
  readonly foreign: Readonly<Record<string, string>>;
  /** Warnings, to be printed again. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What was remembered by this very version; `undefined` when there is nothing that can be used. */
export function loadBuildCache(project: Project): BuildCache | undefined {
  const file = cacheFile(project);
  const tool = file && toolFingerprint();
  const text = tool && readTextFile(file);
  if (!text) return undefined;
  const end = text.indexOf("\n");
  const json = text.slice(end + 1);
  return text.slice(0, end) === seal(tool, json) ? (JSON.parse(json) as BuildCache) : undefined;
}

/** Remembers a run. Where that is not possible, the next one merely takes longer. */
export function saveBuildCache(project: Project, cache: BuildCache): void {
  const file = cacheFile(project);
  const tool = file && toolFingerprint();
  if (!tool) return;
  const json = JSON.stringify(cache);
  // One name for all runs, so that the next takes the place of a killed one. Where two mix their texts, the seal tells.
  const temporary = `${file}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${seal(tool, json)}\n${json}`);
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/** The first line of the file: it fits neither a damaged file nor one of another version. */
function seal(tool: string, json: string): string {
  return contentHash(`${tool}\n${json}`);
}

/** In the nearest node_modules; each config has a file of its own. A project without node_modules has no memory. */
function cacheFile({ root, config }: Project): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) {
      const name = contentHash(join(root, config))
        .replace(/[^A-Za-z0-9]/g, "")
        .slice(0, 16);
      return join(modules, ".cache", "tablewright", `${name}.json`);
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** The generator's folder that is in use: the built one, or the sources where those are run themselves. */
const used = import.meta.url.endsWith(".ts") ? "src" : "dist";

/**
 * Changes with this package's version and with any file of the generator: also while the generator itself is being worked on,
 * where its version stays. `undefined` where the generator's folder cannot be found, as with Yarn's zip archives.
 */
function toolFingerprint(): string | undefined {
  const folder = generatorFolder();
  return folder === undefined ? undefined : contentHash([version, ...modulesOf(folder)].join("\n"));
}

/** Where `import "@tablewright/generator"` leads, without loading it. */
function generatorFolder(): string | undefined {
  const path = `@tablewright/generator/${used}`;
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path)).find((folder) => existsSync(folder));
}

function modulesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return modulesOf(path);
    if (!/(?<!\.d|\.test)\.[jt]s$/.test(entry.name)) return [];
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}
