import { once } from "node:events";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { GeneratedFile } from "@tablewright/generator";
import type { Command } from "commander";
import { beforeEach, describe, expect, it } from "vitest";
import { createProgram } from "./program.js";
import { locateProject } from "./project/project.js";
import { createColors } from "./terminal/terminal.js";
import { builtCli } from "./test/built-cli.js";
import { orderLines, seedShop, shopDefinitions } from "./test/small-shop.js";
import { type Ended, runScript } from "./test/spawn-cli.js";
import { type TemporaryProject, temporaryProject } from "./test/temporary-project.js";

const built = builtCli();
beforeEach(() => seedShop(built.server.service, 3, 3));

/** Runs the published command, and checks that it never crashes or prints a stack or a key. */
async function run({ root }: TemporaryProject, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const connection = { AZURE_STORAGE_CONNECTION_STRING: "", TABLES_CONNECTION_STRING: built.server.connectionString };
  const ended = await runScript(root, [built.bin, ...args], { ...connection, ...env });
  const { code, out, log } = ended;
  expect(code, log).not.toBe(1);
  expect(out + log).not.toMatch(/\n\s+at .+:\d+|This is a bug/);
  for (const secret of [built.server.service.key, wrongKey]) expect(out + log).not.toContain(secret);
  return ended;
}

interface Case {
  /** Start of the help, after `Usage: tablewright `. */
  readonly usage: string;
  /** Arguments that succeed, and the output. Absent for a command that runs until a signal; built-signals.test.ts covers those. */
  readonly works?: readonly [args: string, out: string, log: string];
  /** Arguments with which the command connects, by default those of `works`. */
  readonly connects?: string;
  /** Options that the command requires. */
  readonly required?: string;
  /** Typical failure. */
  readonly fails: readonly [args: string, code: number, log: string];
}

const badDefinition = "✖ definition.not-static  ";
const noTable = "✖ table.not-found  ";

/** Cases by the words of the command, such as `tables list`. */
const cases: Readonly<Record<string, Case>> = {
  init: {
    usage: "init [options]",
    works: ["", "written  tablewright.config.ts\n", "→ Run: npx tablewright generate\n"],
    connects: "--from People Other",
    fails: ["", 2, "✖ init.package-not-found  No package.json in the current folder.\n"],
  },
  generate: {
    usage: "generate [options]",
    works: ["", "written    src/tables.gen/order.gen.ts\n", "✔ 5 files: 5 written\n"],
    fails: ["--config bad.config.ts", 2, badDefinition],
  },
  check: {
    usage: "check [options]",
    works: ["", "", "✔ 1 definition file: no problems found\n"],
    fails: ["--config bad.config.ts", 2, badDefinition],
  },
  serve: { usage: "serve [options]", fails: ["--port PORT", 2, "✖ serve.port-in-use  Port "] },
  adopt: {
    usage: "adopt [options] <files...>",
    works: ["src/*.ts", "# ", "✔ 1 source file read: 1 table, 2 calls; nothing was changed\n"],
    fails: ["none/*.ts", 2, "✖ adopt.no-files  "],
  },
  explain: {
    usage: "explain [options] <code>",
    works: ["table.not-found", "table.not-found  (error at run time)\n", ""],
    fails: ["table.not-fund", 2, "✖ explain.unknown-code  "],
  },
  "tables list": {
    usage: "tables list [options]",
    works: ["", "Orders\nPeople\n", ""],
    fails: ["--sas sig --endpoint http://127.0.0.1:1/x --connection-string none", 2, "✖ option "],
  },
  "tables create": {
    usage: "tables create [options] <name...>",
    works: ["Shop", "", "✔ Shop created\n"],
    fails: ["a-b", 2, "✖ cli.usage  "],
  },
  "tables delete": {
    usage: "tables delete [options] <name>",
    works: ["Orders --confirm Orders", "", "✔ Orders deleted\n"],
    fails: ["Orders", 2, "✖ tables.not-confirmed  Deleting Orders deletes all its rows, and --confirm is missing.\n"],
  },
  export: {
    usage: "export [options] [table]",
    works: [
      "Orders",
      '{"$table":"Orders","PartitionKey":"all","RowKey":"order!000000"',
      "✔ 3 rows of Orders exported\n",
    ],
    fails: ["Missing --out rows.ndjson", 4, noTable],
  },
  plan: {
    usage: "plan [options] <table>",
    required: "--shards 2 --out plan.json",
    works: ["Orders --shards 2 --out plan.json", "", "✔ "],
    fails: ["Missing --shards 2 --out plan.json", 4, noTable],
  },
  sweep: {
    usage: "sweep [options] [entity...]",
    works: ["Order", "", "✔ Order: 0 rows deleted in Orders\n"],
    fails: ["Ordr", 2, "✖ sweep.unknown-entity  There is no definition named Ordr.\n"],
  },
  studio: {
    usage: "studio [options]",
    fails: ["--no-open --port PORT", 2, "✖ studio.port-in-use  Port "],
  },
  import: {
    usage: "import [options] <table> [file]",
    works: ["People orders.ndjson", "", "✔ 3 rows imported to People\n"],
    fails: ["Missing orders.ndjson", 4, noTable],
  },
  verify: {
    usage: "verify [options] [table...]",
    works: ["Orders", "", "✔ 3 rows of Orders checked: nothing found\n"],
    fails: ["Missing", 2, "✖ verify.unknown-table  No definition has the table Missing.\n"],
  },
  pull: {
    usage: "pull [options] <table...>",
    works: ["Orders --out drafts/orders.ts", "written  drafts/orders.ts\n", "✔ 1 definition from 3 rows of Orders\n"],
    fails: ["Missing", 4, noTable],
  },
  reindex: {
    usage: "reindex [options] <entity> [index]",
    works: ["Person", "", "✔ Indexes of 3 rows: 3 rows written, 0 rows deleted\n"],
    fails: ["Order", 2, "✖ reindex.unknown-entity  No definition named Order has indexes.\n"],
  },
  migrate: {
    usage: "migrate [options] [entity...]",
    works: ["Order", "", "✔ Order: 0 rows moved, 3 rows rewritten\n"],
    fails: ["Nobody", 2, "✖ migrate.unknown-entity  No definition is named Nobody.\n"],
  },
  sql: {
    usage: "sql [options] <query>",
    works: ["SELECT(1)", "1\n─\n1\n", ""],
    connects: 'SELECT(1)FROM"Order"',
    fails: ["SELEC", 2, '✖ sql.invalid  Parser Error: syntax error at or near "SELEC"\n'],
  },
  "key encode": {
    usage: "key encode [options] <entity> <json>",
    works: ['Order {"id":"1"}', '{"partitionKey":"all","rowKey":"order!1"}\n', ""],
    fails: ['Order {"no":"1"}', 2, "✖ key.invalid  "],
  },
  "key decode": {
    usage: "key decode [options] <entity> <partitionKey> <rowKey>",
    works: ["Order all order!1", '{"id":"1"}\n', ""],
    fails: ["Order all line!1", 2, "✖ key.invalid  "],
  },
};

const ignore = () => undefined;
const colors = createColors(false);
const write = async () => undefined;
const program = createProgram(
  "/",
  { out: ignore, write, log: ignore, progress: ignore, showsProgress: false, showsData: false, colors },
  ignore,
);

/** Returns the executable commands by their words. */
function leavesOf(command: Command, words: readonly string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[words.join(" "), command]];
  return command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]));
}

const commands = leavesOf(program);
const caseOf = (name: string) => cases[name] as Case;
/** Commands that connect immediately. The studio connects only when its page sends a request, and `sweep` only for an entity with a ttl. */
const connecting = commands.filter(
  ([name, { options }]) =>
    !["studio", "sweep"].includes(name) && options.some(({ long }) => long === "--connection-string"),
);

const wrongKey = "d3JvbmcgYW5kIHN0aWxsIGEgc2VjcmV0";
const usesTables = `import { TableClient } from "@azure/data-tables";
const client = TableClient.fromConnectionString("", "Shop");
await client.createEntity({ partitionKey: "a", rowKey: "b", total: 1 });
await client.deleteEntity("a", "b");
`;

function project(): TemporaryProject {
  return temporaryProject({
    "package.json": "{}",
    "tables/shop.table.ts": shopDefinitions,
    "orders.ndjson": `${orderLines(3).join("\n").replaceAll("Orders", "People")}\n`,
    "src/old.ts": usesTables,
    "bad.config.ts":
      'import { defineConfig } from "tablewright";\nexport default defineConfig({ definitions: "bad/*.ts" });\n',
    "bad/shop.table.ts": shopDefinitions.replace("maxLength: 64", "maxLength: Number(64)"),
  });
}

const argumentsOf = (name: string, text: string) => [
  ...name.split(" "),
  ...text.split(" ").filter((word) => word !== ""),
];

it("has a case here for every command", () => {
  expect(Object.keys(cases).sort()).toEqual(commands.map(([name]) => name).sort());
});

it("compiles definitions in a thread", async () => {
  const thread = new Worker(join(dirname(built.bin), "definitions/compile-worker.js"), {
    workerData: locateProject(project().root, undefined),
    execArgv: [],
  });
  const [{ files, diagnostics }] = await once(thread, "message");
  await thread.terminate();
  expect(diagnostics).toEqual([]);
  const texts = new Map(files.map(({ path, text }: GeneratedFile) => [basename(path), text]));
  expect(texts.get("order.gen.ts")).toMatch(/^class Order \{/m);
});

describe.each(commands)("the built command: %s", (name, command) => {
  const failure = [...caseOf(name).fails] as const;

  it("prints its usage and all its options with --help", async () => {
    const { code, out, log } = await run(project(), [...name.split(" "), "--help"]);
    expect([code, log]).toEqual([0, ""]);
    expect(out.split("\n")[0]).toBe(`Usage: tablewright ${caseOf(name).usage}`);
    const text = out.replace(/\s+/g, " ");
    for (const { flags, description } of command.options) expect(text).toContain(`${flags} ${description}`);
  });

  it("exits with 2 for an unknown option, and prints nothing on stdout", async () => {
    const { required = "" } = caseOf(name);
    const { code, out, log } = await run(project(), [...argumentsOf(name, required), "--unknown"]);
    expect([code, out]).toEqual([2, ""]);
    expect(log.split("\n")[0]).toBe("✖ unknown option '--unknown'");
  });

  it(`exits with ${failure[1]} for its typical failure, says why, and prints nothing on stdout`, async () => {
    const files = project();
    if (name === "init") files.remove("package.json");
    const before = files.list();
    const args = argumentsOf(name, failure[0].replace("PORT", new URL(built.server.endpoint).port));
    const { code, out, log } = await run(files, args);
    expect([code, out]).toEqual([failure[1], ""]);
    expect(log).toContain(failure[2]);
    expect(files.list()).toEqual(before);
  });

  const { works } = caseOf(name);
  if (works === undefined) return;

  it("does its work and exits with 0", async () => {
    const [args, expectedOut, expectedLog] = works;
    const { code, out, log } = await run(project(), argumentsOf(name, args));
    expect(code, log).toBe(0);
    if (expectedOut === "") expect(out).toBe("");
    else expect(out).toContain(expectedOut);
    if (expectedLog === "") expect(log).toBe("");
    else expect(log).toContain(expectedLog);
  });
});

describe.each(connecting)("the built command, which connects: %s", (name) => {
  const { works, connects = works?.[0] ?? "" } = caseOf(name);
  const args = argumentsOf(name, connects);

  it("exits with 2 where there is no connection string", async () => {
    const { code, out, log } = await run(project(), args, { TABLES_CONNECTION_STRING: "" });
    expect([code, out]).toEqual([2, ""]);
    expect(log).toMatch(
      /^✖ connection\.missing {2}There is no connection string\.\n {2}→ Set TABLES_CONNECTION_STRING, /,
    );
  });

  it("exits with 4 for a key that the account does not have, and writes no file", async () => {
    const files = project();
    const before = files.list();
    const { connectionString, service } = built.server;
    const wrong = connectionString.replace(service.key, wrongKey);
    const { code, out, log } = await run(files, args, { TABLES_CONNECTION_STRING: wrong });
    expect([code, out]).toEqual([4, ""]);
    expect(log).toMatch(/✖ auth\.[a-z-]+ {2}/);
    expect(files.list()).toEqual(before);
  });
});
