import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImportExtension } from "../emit/generated-file.js";
import { type GenerateResult, generate } from "../generate.js";
import type { SourceHost } from "../read/project/source-host.js";

/** Folder of the cases. Each is a folder with `tables/*.table.ts` and the `expected/*.gen.ts` generated from them. */
export const goldenFolder = fileURLToPath(new URL("../emit/golden/", import.meta.url));

export const goldenCases: readonly string[] = readdirSync(goldenFolder).sort();

/** Folder of a case's generated files, relative to the case. */
export const expectedFolder = "expected";

/** Generates the classes of a case, so that compilers check them. */
export function generateCase(name: string, importExtension: ImportExtension = ".js"): GenerateResult {
  const root = join(goldenFolder, name);
  const files = readdirSync(join(root, "tables")).map((file) => `tables/${file}`);
  const schemas = name === "json-schemas";
  return generate({ host: folderHost(root), files, outDir: expectedFolder, importExtension, typeCheck: true, schemas });
}

/** Returns the absolute paths of the generated files of a case in the repository. */
export function expectedFiles(name: string): string[] {
  const folder = join(goldenFolder, name, expectedFolder);
  return readdirSync(folder).map((file) => join(folder, file));
}

function folderHost(root: string): SourceHost {
  const fileExists = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  return { fileExists, readFile: (path) => (fileExists(path) ? readFileSync(join(root, path), "utf8") : undefined) };
}
