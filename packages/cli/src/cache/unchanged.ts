import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { findDefinitions } from "../project/find-definitions.js";
import { isFile, readFileIfThere } from "../project/recording-host.js";
import { contentHash, outputHash } from "./content-hash.js";
import type { Memory } from "./memory.js";

/** Whether definitions, what they import, the config and the tsconfigs are what they were. */
export function inputsUnchanged(root: string, { inputs, definitions, settings }: Memory): boolean {
  for (const [path, before] of Object.entries(inputs)) {
    const file = resolve(root, path);
    if (typeof before === "boolean") {
      if (isFile(file) !== before) return false;
    } else {
      const content = readFileIfThere(file);
      if (content === undefined || contentHash(content) !== before) return false;
    }
  }
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
      const content = Object.hasOwn(known, path) ? readFileIfThere(resolve(root, path)) : undefined;
      return content !== undefined && outputHash(content) === known[path];
    })
  );
}

/** Hashes of the TypeScript files of the output folder that are not generated. */
export function foreignOutputs(root: string, outDir: string, generated: ReadonlySet<string>): Record<string, string> {
  const foreign: Record<string, string> = {};
  for (const path of typescriptFiles(root, outDir)) {
    const content = generated.has(path) ? undefined : readFileIfThere(resolve(root, path));
    if (content !== undefined) foreign[path] = outputHash(content);
  }
  return foreign;
}

function typescriptFiles(root: string, outDir: string): string[] {
  try {
    return readdirSync(join(root, outDir))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${outDir}/${name}`);
  } catch {
    return [];
  }
}
