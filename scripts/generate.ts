/**
 * Regenerates all generated files of the repository: classes from definitions, the version in `User-Agent`, parts of the documentation, and
 * the API reports.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../packages/cli/src/run.js";
import { processTerminal } from "../packages/cli/src/terminal/terminal.js";

const root = join(import.meta.dirname, "..");
const terminal = processTerminal(process);

writeVersion();
// The API reports do not depend on generated files.
await Promise.all([runScript("scripts/write-api-reports.ts"), generateAll()]);

/** Generates the classes of each folder that has definitions, and the pages that show some of them. */
async function generateAll(): Promise<void> {
  for (const parent of ["examples", "packages"]) {
    for (const name of readdirSync(join(root, parent))) {
      const folder = join(root, parent, name);
      if (!existsSync(join(folder, "tables"))) continue;
      const code = await run(["generate"], folder, terminal);
      if (code !== 0) process.exit(code);
    }
  }
  await runScript("packages/docs/src/write-pages.ts");
}

/** Writes the version of the runtime's package.json to its source. */
function writeVersion(): void {
  const runtime = join(root, "packages/runtime");
  const { version } = JSON.parse(readFileSync(join(runtime, "package.json"), "utf8")) as { readonly version: string };
  const file = join(runtime, "src/platform/copies.ts");
  const text = readFileSync(file, "utf8");
  const written = text.replace(/(?<=^export const ownVersion = ")[^"]*/m, version);
  // Written only if it changed, because other checks read the sources at the same time.
  if (written !== text) writeFileSync(file, written);
}

async function runScript(path: string): Promise<void> {
  const options = ["--conditions=@tablewright/source", "--import", "tsx", join(root, path)];
  const [code] = await once(spawn(process.execPath, options, { cwd: root, stdio: "inherit" }), "close");
  if (code !== 0) process.exit(code ?? 1);
}
