import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ExitCode, exitCode } from "../exit-code.js";
import { InputError } from "../input-error.js";
import { defaultConfig } from "../project/project.js";
import { readTextFile } from "../project/recording-host.js";
import type { Terminal } from "../report/terminal.js";
import { starterConfig, starterDefinition } from "./starter-files.js";
import { wirePackageScripts } from "./wire-package-scripts.js";

/** Writes a config, a first definition and package scripts; what is there already is left as it is. */
export function init(root: string, terminal: Terminal): ExitCode {
  const packageFile = join(root, "package.json");
  const packageText = readTextFile(packageFile);
  if (packageText === undefined) {
    const help = "Run `npm init -y` first, or go to your package's folder.";
    throw new InputError("init.package-not-found", "There is no package.json here.", help);
  }
  const wired = wirePackageScripts(packageText);

  writeNew(root, defaultConfig, starterConfig, terminal);
  writeNew(root, "tables/shop.table.ts", starterDefinition, terminal);
  if (wired.changed.length === 0) {
    terminal.out("kept     package.json");
  } else {
    writeFileSync(packageFile, wired.text);
    terminal.out(`changed  package.json (scripts: ${wired.changed.join(", ")})`);
  }
  const arrow = terminal.colors.green("→");
  for (const [name, install] of [
    ["@tablewright/runtime", "npm i @tablewright/runtime"],
    ["tablewright", "npm i -D tablewright"],
    ...(wired.changed.includes("typecheck") ? [["typescript", "npm i -D typescript"] as const] : []),
  ] as const) {
    if (!packageText.includes(`"${name}"`)) terminal.note(`${arrow} Install: ${install}`);
  }
  if (!/"type"\s*:\s*"module"/.test(packageText)) {
    terminal.note(`${arrow} Generated classes are ES modules: set "type": "module", or let your build compile them.`);
  }
  terminal.note(`${arrow} Run: npx tablewright generate`);
  terminal.note(`${arrow} Then import { Order } from "./tables.gen/index.js" in src/.`);
  return exitCode.ok;
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
