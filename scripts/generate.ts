/** Regenerates everything in the repository that is generated from definitions. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const folders = ["examples", "packages"]
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
  .filter((folder) => existsSync(join(folder, "tables")));

for (const folder of folders) {
  const { status } = spawnSync(
    process.execPath,
    ["--conditions=@tablewright/source", "--import", "tsx", join(root, "packages/cli/src/bin.ts"), "generate"],
    { cwd: folder, stdio: "inherit" },
  );
  if (status !== 0) process.exit(status ?? 1);
}
