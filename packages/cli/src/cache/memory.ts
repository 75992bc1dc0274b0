import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@tablewright/generator";
import type { Project } from "../project/project.js";
import { readTextFile } from "../project/recording-host.js";
import type { Settings } from "../project/settings.js";
import { contentHash } from "./content-hash.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** What the last run without errors read and produced: while all of it is as it was, there is nothing to do. */
export interface Memory {
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
export function loadMemory(project: Project): Memory | undefined {
  const file = memoryFile(project);
  const tool = file && toolFingerprint();
  const text = tool && readTextFile(file);
  if (!text) return undefined;
  const end = text.indexOf("\n");
  const json = text.slice(end + 1);
  return text.slice(0, end) === seal(tool, json) ? (JSON.parse(json) as Memory) : undefined;
}

/** Remembers a run. Where that is not possible, the next one merely takes longer. */
export function saveMemory(project: Project, memory: Memory): void {
  const file = memoryFile(project);
  const tool = file && toolFingerprint();
  if (!tool) return;
  const json = JSON.stringify(memory);
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
function memoryFile({ root, config }: Project): string | undefined {
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
