import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ExitCode, exitCode } from "../exit-code.js";
import { InputError } from "../input-error.js";
import { defaultConfig } from "../project/project.js";
import { readTextFile } from "../project/read-files.js";
import type { Terminal } from "../terminal.js";
import { wirePackageScripts } from "./wire-package-scripts.js";

/** Writes a config, a first definition and package scripts; existing files are kept. */
export function init(root: string, terminal: Terminal): ExitCode {
  const packageFile = join(root, "package.json");
  const packageText = readTextFile(packageFile);
  if (packageText === undefined) {
    const help = "Run `npm init -y` first, or change to your package's folder.";
    throw new InputError("init.package-not-found", "No package.json in the current folder.", help);
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
    if (!packageText.includes(`"${name}"`)) terminal.log(`${arrow} Install: ${install}`);
  }
  if (!/"type"\s*:\s*"module"/.test(packageText)) {
    terminal.log(
      `${arrow} Generated classes are ES modules: add "type": "module" to package.json, or compile them in your build.`,
    );
  }
  terminal.log(`${arrow} Run: npx tablewright generate`);
  terminal.log(`${arrow} Then, in a file in src/: import { Order } from "./tables.gen/index.js";`);
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

/** The config that `init` writes: the defaults, to be changed. */
const starterConfig = `import { defineConfig } from "tablewright";

export default defineConfig({
  definitions: "tables/**/*.table.ts",
  outDir: "src/tables.gen",
});
`;

/** The definition that `init` writes. */
const starterDefinition = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order", // tells it from other entities in the same table
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)], // newest first
});
`;
