import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImportExtension } from "../emit/generated-file.js";
import { type GenerateResult, generate } from "../generate.js";
import type { SourceHost } from "../read/project/source-host.js";

/** Each folder is one case: `tables/*.table.ts` and the `expected/*.gen.ts` that come of them. */
export const goldenFolder = fileURLToPath(new URL("../emit/golden/", import.meta.url));

export const goldenCases: readonly string[] = readdirSync(goldenFolder).sort();

/** Where a case's generated files lie, relative to the case. */
export const expectedFolder = "expected";

export function generateCase(name: string, importExtension: ImportExtension = ".js"): GenerateResult {
  const root = join(goldenFolder, name);
  const files = readdirSync(join(root, "tables")).map((file) => `tables/${file}`);
  return generate({ host: folderHost(root), files, outDir: expectedFolder, importExtension });
}

/** The generated files of a case as they are in the repository, as absolute paths. */
export function expectedFiles(name: string): string[] {
  const folder = join(goldenFolder, name, expectedFolder);
  return readdirSync(folder).map((file) => join(folder, file));
}

function folderHost(root: string): SourceHost {
  const fileExists = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  return { fileExists, readFile: (path) => (fileExists(path) ? readFileSync(join(root, path), "utf8") : undefined) };
}
