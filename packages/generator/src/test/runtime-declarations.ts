import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const runtime = fileURLToPath(new URL("../../../runtime/", import.meta.url));
let folder: string | undefined;

/**
 * Writes the declarations of the runtime, as it is published, once for the tests of this process. Compilers read them in a third of the
 * time that they take to check its sources. They are inside of its package, where imports of its dependencies are resolved.
 */
export function runtimeDeclarations(): string {
  folder ??= writeDeclarations();
  return folder;
}

function writeDeclarations(): string {
  const cache = join(runtime, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const written = mkdtempSync(join(cache, "declarations-"));
  process.once("exit", () => rmSync(written, { recursive: true, force: true }));
  const tsc = join(createRequire(import.meta.url).resolve("typescript-7/package.json"), "../bin/tsc");
  const output = ["--outDir", written, "--tsBuildInfoFile", join(written, ".tsbuildinfo")];
  execFileSync(process.execPath, [tsc, "-p", join(runtime, "tsconfig.build.json"), ...output]);
  return written;
}
