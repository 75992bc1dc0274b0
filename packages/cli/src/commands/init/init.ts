import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConnectionFlags } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { defaultConfig } from "../../project/project.js";
import { readTextFile, recordingHost } from "../../project/read-files.js";
import { findTsconfig } from "../../project/settings.js";
import { wirePackageScripts } from "../../project/wire-package-scripts.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { DraftedTables, TableDraft } from "./draft-tables.js";
import { ignoreInPrettier } from "./prettier-ignore.js";
import { starterBuildConfig, starterConfig, starterDefinition, starterTsconfig } from "./starter-files.js";

/** Tsconfig that compiles the programs for production. */
const buildConfig = "tsconfig.build.json";

/** Options of `init`. */
export interface InitFlags extends ConnectionFlags {
  /** Names of existing tables from whose rows the first definitions are inferred. */
  readonly from?: readonly string[];
  /** True to generate JavaScript even if the package does not seem to be written in JavaScript. */
  readonly js?: true;
}

/**
 * Sets up a project: writes a config, first definitions, tsconfigs and package scripts. Does not change existing files, except for the
 * scripts in package.json and the list of files that Prettier ignores. With `--from`, infers the definitions from the rows of tables.
 */
export async function init(root: string, flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const packageFile = join(root, "package.json");
  const packageText = readTextFile(packageFile);
  if (packageText === undefined) {
    const help = "Run `npm init -y` first, or change to your package's folder.";
    throw new InputError("init.package-not-found", "No package.json in the current folder.", help);
  }
  const tsconfig = findTsconfig(root, recordingHost(root));
  const isJavaScript = flags.js === true || (tsconfig === undefined && isJavaScriptProject(root, packageText));
  const wired = isJavaScript
    ? wirePackageScripts(packageText, { compiles: false })
    : wirePackageScripts(packageText, tsconfig === undefined ? { buildConfig } : {});
  const drafted = await draftFrom(root, flags, terminal);
  if (typeof drafted === "number") return drafted;

  writeNew(root, defaultConfig, starterConfig(isJavaScript), terminal);
  if (drafted === undefined) writeNew(root, "tables/shop.table.ts", starterDefinition, terminal);
  else for (const table of drafted.tables) writeDraft(root, table, terminal);
  const isModule = /"type"\s*:\s*"module"/.test(packageText);
  if (tsconfig !== undefined) {
    terminal.out(`kept     ${tsconfig}`);
  } else if (!isJavaScript) {
    writeNew(root, "tsconfig.json", starterTsconfig(isModule), terminal);
    if (wired.changed.includes("build")) writeNew(root, buildConfig, starterBuildConfig, terminal);
  }
  await ignoreInPrettier(root, packageText, terminal);
  if (wired.changed.length === 0) {
    terminal.out("kept     package.json");
  } else {
    writeFileSync(packageFile, wired.text);
    terminal.out(`changed  package.json (scripts: ${wired.changed.join(", ")})`);
  }
  const arrow = terminal.colors.green("→");
  const isMissing = (name: string) => !packageText.includes(`"${name}"`);
  if (isMissing("@tablewright/runtime")) terminal.log(`${arrow} Install: npm i @tablewright/runtime`);
  const development = [
    "tablewright",
    ...(wired.changed.includes("typecheck") ? ["typescript"] : []),
    ...(tsconfig === undefined && !isJavaScript ? ["@types/node"] : []),
  ].filter(isMissing);
  if (development.length > 0) terminal.log(`${arrow} Install: npm i -D ${development.join(" ")}`);
  if (!isModule && !isJavaScript) {
    terminal.log(
      `${arrow} This package is CommonJS, and generated classes compile to that too. For a new package, ES modules: npm pkg set type=module`,
    );
  }
  if (drafted?.tables.some((table) => table.drafted !== undefined))
    terminal.log(`${arrow} Check the drafts: names of entities, required properties, maxLength`);
  terminal.log(`${arrow} Run: npx tablewright generate`);
  if (drafted === undefined) {
    const use = 'import { Order } from "./tables.gen/index.js";';
    const required = 'const { Order } = require("./tables.gen/index.js");';
    terminal.log(`${arrow} Then, in a file in src/: ${isJavaScript && !isModule ? required : use}`);
  } else {
    const { file, text, command } = drafted.program;
    terminal.log(`${arrow} Then save this as ${file}, and run: ${command}\n\n${text}`);
  }
  return exitCode.ok;
}

/** Infers definitions from the rows of existing tables; undefined without `--from`. Returns an exit code if `init` must end. */
async function draftFrom(
  root: string,
  { from, ...connection }: InitFlags,
  terminal: Terminal,
): Promise<DraftedTables | ExitCode | undefined> {
  if (from !== undefined) {
    const { draftTables } = await import("./draft-tables.js");
    return draftTables(root, from, connection, terminal);
  }
  const [given] = Object.keys(connection).filter((name) => name !== "js");
  if (given === undefined) return undefined;
  const option = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const help = "Pass the tables to infer definitions from too: --from <table...>";
  throw new InputError("cli.usage", `${option} needs --from.`, help);
}

function writeDraft(root: string, { file, drafted }: TableDraft, terminal: Terminal): void {
  if (drafted === undefined) {
    terminal.out(`kept     ${file}`);
    return;
  }
  writeNew(root, file, drafted.text, terminal);
  for (const line of drafted.lines) terminal.log(`  ${line}`);
}

function writeNew(root: string, path: string, text: string, terminal: Terminal): void {
  const file = join(root, path);
  if (existsSync(file)) {
    terminal.out(`kept     ${path}`);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  terminal.out(`written  ${path}`);
}

/**
 * Returns whether a package is written in JavaScript and not compiled, so that its generated classes must be JavaScript too. Such a package
 * has a jsconfig.json, or scripts as its `main` or in `src`, but neither TypeScript sources nor the TypeScript compiler.
 */
function isJavaScriptProject(root: string, packageText: string): boolean {
  if (/"(typescript|ts-node|tsx)"\s*:/.test(packageText)) return false;
  if (existsSync(join(root, "jsconfig.json"))) return true;
  const [, main] = /"main"\s*:\s*"([^"]+\.[cm]?js)"/.exec(packageText) ?? [];
  const sources = namesIn(join(root, "src"));
  if (sources.some((name) => /\.[cm]?tsx?$/.test(name))) return false;
  return sources.some((name) => /\.[cm]?jsx?$/.test(name)) || (main !== undefined && existsSync(join(root, main)));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
}
