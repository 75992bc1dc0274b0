/**
 * Packs each published package as npm would and checks its files, its entry points, its types, and unused code. `--write` writes the lists
 * of the files.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packAll, published } from "./pack-all.js";
import { comparePacked, packedFiles } from "./packed-files.js";
import { runAll } from "./run-all.js";

const root = join(import.meta.dirname, "..");
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

/** Runs a command of node_modules/.bin, and prints its output if it fails. */
async function run(command: string, ...args: readonly string[]): Promise<void> {
  try {
    await execute(join(root, "node_modules", command), args, { cwd: root, maxBuffer: 2 ** 28 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    process.stderr.write(`✖ ${[command, ...args].join(" ")}\n${stdout}${stderr || String(error)}\n`);
    process.exitCode = 1;
  }
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

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  await packAll(folder);
  checkFiles();
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  // These options simulate a user without the types of Node or the DOM, without skipLibCheck, and with the old target of Azure Functions'
  // template, which rejects BigInt literals. Each entry is compiled separately, because undici's types bring those of Node.
  const forTypes = ["--ignoreConfig", "--noEmit", "--strict", "--lib", "es2022", "--target", "es2015"];
  const declarations = entries.flatMap((entry) => [`${entry}.d.ts`, `${entry}.d.cts`]);
  await runAll([
    () => run(".bin/knip", "--config", ".knip.jsonc", "--no-config-hints"),
    ...tarballs.map((path) => () => run(".bin/attw", path, "--quiet", "--exclude-entrypoints", ...documents)),
    ...tarballs.map((path) => () => run(".bin/publint", path, "--strict")),
    ...declarations.map((path) => () => run("typescript-7/bin/tsc", ...forTypes, "--module", "nodenext", path)),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
