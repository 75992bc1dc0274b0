/**
 * Packs each published package as npm would and checks its files, its entry points, its types, and unused code. `--write` writes the lists
 * of the files.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePacked, packedFiles } from "./packed-files.js";

const root = join(import.meta.dirname, "..");
const published = ["runtime", "generator", "adopt", "sql", "studio", "cli", "testing"];
/** Entry points that are text files. */
const documents = ["docs/errors.md", "docs/diagnostics.md", "docs/commands.md"];
const entries = [
  ...["index", "admin", "edm", "lines", "reindex", "standard-schema", "telemetry", "types", "codegen/v1"].map(
    (entry) => `packages/runtime/dist/${entry}`,
  ),
  ...["index", "definition/index", "host"].map((entry) => `packages/generator/dist/${entry}`),
  "packages/adopt/dist/index",
  "packages/sql/dist/index",
  "packages/studio/dist/index",
  "packages/cli/dist/index",
  ...["index", "global-setup", "global-teardown", "matchers", "test-account"].map(
    (entry) => `packages/testing/dist/${entry}`,
  ),
];

function run(...args: readonly string[]): void {
  const { status } = spawnSync("pnpm", ["exec", ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

/** Compares the files of the packages with those of `packed.json`. */
function checkFiles(): void {
  const packed = Object.fromEntries(
    published.map((name) => {
      const manifest = readFileSync(join(root, "packages", name, "package.json"), "utf8");
      const { name: specifier, version } = JSON.parse(manifest) as { readonly name: string; readonly version: string };
      return [specifier, packedFiles(join(folder, `${specifier.replace("@", "").replace("/", "-")}-${version}.tgz`))];
    }),
  );
  const list = join(import.meta.dirname, "packed.json");
  if (process.argv.includes("--write")) writeFileSync(list, `${JSON.stringify(packed, undefined, 2)}\n`);
  const listed = JSON.parse(readFileSync(list, "utf8")) as typeof packed;
  for (const [name, files] of Object.entries(packed)) {
    for (const problem of comparePacked(name, files, listed[name] ?? [])) {
      process.stderr.write(`✖ ${problem} \`pnpm check:packages --write\` writes the lists.\n`);
      process.exitCode = 1;
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  for (const name of published) {
    execFileSync("pnpm", ["pack", "--pack-destination", folder], { cwd: join(root, "packages", name), stdio: "pipe" });
  }
  checkFiles();
  for (const tarball of readdirSync(folder)) {
    run("publint", join(folder, tarball), "--strict");
    run("attw", join(folder, tarball), "--quiet", "--exclude-entrypoints", ...documents);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// These options are for a user without the types of Node or the DOM, without skipLibCheck, and with the old target of Azure Functions'
// template, which rejects BigInt literals. Each entry is compiled separately, because undici's types bring those of Node.
const options = [
  "--ignoreConfig",
  "--noEmit",
  "--strict",
  "--lib",
  "es2022",
  "--target",
  "es2015",
  "--module",
  "nodenext",
];
for (const declaration of entries.flatMap((entry) => [`${entry}.d.ts`, `${entry}.d.cts`])) {
  run("tsc", ...options, declaration);
}
run("knip", "--config", ".knip.jsonc", "--no-config-hints");
