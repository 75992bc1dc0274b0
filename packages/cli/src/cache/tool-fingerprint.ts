import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { version } from "../version.js";
import { contentHash } from "./content-hash.js";

/**
 * Changes with this package's version and with any file of the generator: also while the generator itself is being worked on,
 * where its version stays. `undefined` where the generator's folder cannot be found, as with Yarn's zip archives.
 */
export function toolFingerprint(): string | undefined {
  const folder = generatorFolder();
  return folder === undefined ? undefined : contentHash([version, ...filesOf(folder)].join("\n"));
}

/** Where `import "@tablewright/generator"` leads, without loading it. */
function generatorFolder(): string | undefined {
  const name = "@tablewright/generator";
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, "package.json")));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesOf(path);
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}
