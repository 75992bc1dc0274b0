import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { version } from "../version.js";
import { contentHash } from "./content-hash.js";

/** The generator's folder that is in use: the built one, or the sources where those are run themselves. */
const used = import.meta.url.endsWith(".ts") ? "src" : "dist";

/**
 * Changes with this package's version and with any file of the generator: also while the generator itself is being worked on,
 * where its version stays. `undefined` where the generator's folder cannot be found, as with Yarn's zip archives.
 */
export function toolFingerprint(): string | undefined {
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
