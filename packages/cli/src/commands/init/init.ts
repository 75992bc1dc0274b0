import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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

/** Options of `init`. */
export interface InitFlags extends ConnectionFlags {
  /** Names of existing tables from whose rows the first definitions are inferred. */
  readonly from?: readonly string[];
}

/**
 * Sets up a project: writes a config, first definitions, a tsconfig and package scripts. Does not change existing files, except for the
 * scripts in package.json. With `--from`, infers the definitions from the rows of tables.
 */
export async function init(root: string, flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const packageFile = join(root, "package.json");
  const packageText = readTextFile(packageFile);
  if (packageText === undefined) {
    const help = "Run `npm init -y` first, or change to your package's folder.";
    throw new InputError("init.package-not-found", "No package.json in the current folder.", help);
  }
  const wired = wirePackageScripts(packageText);
  const drafted = await draftFrom(root, flags, terminal);
  if (typeof drafted === "number") return drafted;

  writeNew(root, defaultConfig, starterConfig, terminal);
  if (drafted === undefined) writeNew(root, "tables/shop.table.ts", starterDefinition, terminal);
  else for (const table of drafted.tables) writeDraft(root, table, terminal);
  const tsconfig = findTsconfig(root, recordingHost(root));
  if (tsconfig === undefined) writeNew(root, "tsconfig.json", starterTsconfig, terminal);
  else terminal.out(`kept     ${tsconfig}`);
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
    ...(tsconfig === undefined ? ["@types/node"] : []),
  ].filter(isMissing);
  if (development.length > 0) terminal.log(`${arrow} Install: npm i -D ${development.join(" ")}`);
  if (!/"type"\s*:\s*"module"/.test(packageText)) {
    terminal.log(
      `${arrow} Generated classes are ES modules. Run: npm pkg set type=module (or compile them in your build)`,
    );
  }
  if (drafted?.tables.some((table) => table.drafted !== undefined))
    terminal.log(`${arrow} Check the drafts: names of entities, required properties, maxLength`);
  terminal.log(`${arrow} Run: npx tablewright generate`);
  if (drafted === undefined) {
    terminal.log(`${arrow} Then, in a file in src/: import { Order } from "./tables.gen/index.js";`);
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
  const [given] = Object.keys(connection);
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

/** Config that `init` writes. It states the defaults, so that the user can edit them. */
const starterConfig = `import { defineConfig } from "tablewright";

export default defineConfig({
  definitions: "tables/**/*.table.ts",
  outDir: "src/tables.gen",
});
`;

/** Tsconfig that `init` writes if there is none. The example program in the README compiles with it. */
const starterTsconfig = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["src", "tables", "tablewright.config.ts"]
}
`;

/** Definition that `init` writes without `--from`; the README shows the same one. */
const starterDefinition = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order", // tells it from other entities
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    sequence: edm.int64(),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    paymentId: edm.guid().optional(),
    signature: edm.binary().optional(),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)], // newest first
});

export const OrderLine = entity({
  table: "Shop",
  kind: "line",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    orderNo: edm.int32({ min: 0 }),
    lineNo: edm.int32({ min: 1 }),
    sku: edm.string(),
    quantity: edm.int32(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.orderNo.pad(10), k.lineNo.pad(4)],
});
`;
