/** Packs each published package as npm would and checks it: entry points, types, and what nothing uses. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const published = ["runtime", "generator", "cli", "testing"];
const run = (command: string, args: readonly string[], cwd = root) =>
  execFileSync(command, args, { cwd, stdio: "inherit" });

const folder = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  for (const name of published) {
    execFileSync("pnpm", ["pack", "--pack-destination", folder], { cwd: join(root, "packages", name), stdio: "pipe" });
  }
  for (const tarball of readdirSync(folder)) {
    run("pnpm", ["exec", "publint", join(folder, tarball), "--strict"]);
    run("pnpm", ["exec", "attw", join(folder, tarball), "--profile", "esm-only"]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
run("pnpm", ["exec", "knip", "--config", ".knip.jsonc"]);
