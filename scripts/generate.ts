/** Regenerates all generated files of the repository: classes from definitions, the version in `User-Agent`, parts of the documentation, and the API reports. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const folders = ["examples", "packages"]
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
  .filter((folder) => existsSync(join(folder, "tables")));

for (const folder of folders) run(folder, "packages/cli/src/bin.ts", "generate");
writeVersion();
run(root, "packages/docs/src/write-pages.ts");
run(root, "scripts/write-api-reports.ts");

/** Writes the version of the runtime's package.json to its source. */
function writeVersion(): void {
  const runtime = join(root, "packages/runtime");
  const { version } = JSON.parse(readFileSync(join(runtime, "package.json"), "utf8")) as { readonly version: string };
  const file = join(runtime, "src/http/pipeline.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(?<=^const ownVersion = ")[^"]*/m, version));
}

function run(cwd: string, program: string, ...args: string[]): void {
  const options = ["--conditions=@tablewright/source", "--import", "tsx", join(root, program), ...args];
  const { status } = spawnSync(process.execPath, options, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
