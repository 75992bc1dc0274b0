import { beforeEach, expect, it, vi } from "vitest";
import { builtCli } from "./test/built-cli.js";
import { orderLines, seedShop, shopDefinitions } from "./test/small-shop.js";
import { startScript } from "./test/spawn-cli.js";
import { temporaryProject } from "./test/temporary-project.js";

const rows = 2500;
const built = builtCli();
beforeEach(() => seedShop(built.server.service, rows, 200));

interface Stopped {
  readonly args: string;
  /** Number of requests, or printed text, after which the test sends the signal. */
  readonly after: number | string;
  /** Pattern of all lines on stderr. */
  readonly log: RegExp;
  /** Files that exist afterwards, besides those of the project. */
  readonly files?: readonly string[];
  /** Pattern of the output of a second run, which completes the work. Absent for migrate, which migrate-running.test.ts covers. */
  readonly again?: RegExp;
}

const stopped = "Stopped after [\\d,]+ rows?";
const continues = new RegExp(`^${stopped}\\. Run the same command again to continue\\.\\n$`);

/** Long-running commands, stopped midway. */
const cases: readonly Stopped[] = [
  {
    args: "export Orders --out out.ndjson --parallel 1",
    after: 1,
    log: continues,
    files: ["out.ndjson", "out.ndjson.export-state.json"],
    again: /✔ 2,500 rows of Orders exported to out\.ndjson\n$/,
  },
  {
    args: "export Orders --parallel 1",
    after: 1,
    log: new RegExp(`^${stopped}\\. Only an export with --out can be continued\\.\\n$`),
  },
  {
    args: "import Copy orders.ndjson --parallel 1",
    after: 4,
    log: new RegExp(`^orders\\.ndjson has no manifest, .+\\n${continues.source.slice(1)}`),
    files: ["orders.ndjson.import-state.json"],
    again: /Continuing orders\.ndjson after [\d,]+ rows\.\n✔ 2,500 rows imported to Copy\n$/,
  },
  {
    args: "verify Orders --parallel 1",
    after: 1,
    log: new RegExp(`^${stopped}\\. Run the command again, or read fewer rows with --sample\\.\\n$`),
    again: /✔ 2,500 rows of Orders checked: nothing found\n$/,
  },
  {
    args: "pull Orders --all --out draft.ts",
    after: 1,
    log: /^Stopped\. Run the same command again\.\n$/,
    again: /✔ 1 definition from 2,500 rows of Orders\n$/,
  },
  {
    args: "migrate Order --parallel 1",
    after: 4,
    log: /^. Order: 0 rows moved, [\d,]+ rows? rewritten\nStopped\. Run the command again to continue; it is safe to run twice\.\n$/,
  },
  {
    args: "reindex Person --parallel 4",
    after: 20,
    log: new RegExp(
      `^${stopped}: [\\d,]+ rows? written, 0 rows deleted\\. Run the command again to continue; it is safe to run twice\\.\\n$`,
    ),
    again: /✔ Indexes of 200 rows: [\d,]+ rows? written, 0 rows deleted\n$/,
  },
  {
    args: "sweep Person",
    after: 0,
    log: /^⚠ Stopped\. Run the command again to delete what is left\.\n$/,
    again: /^✔ Person: 0 rows deleted in People\n$/,
  },
  {
    args: 'sql FROM"Order"',
    after: 0,
    log: /^Stopped after reading [\d,]+ rows?\.\n$/,
  },
  {
    args: "plan Orders --shards 2 --out plan.json",
    after: 0,
    log: /^Stopped\. Nothing was written\. Run the same command again\.\n$/,
    again: /^✔ Orders divided into 2 shards/,
  },
  {
    args: "studio --port 0 --no-open",
    after: "Press Ctrl-C to stop.",
    log: /^Studio is at the address above, which admits one browser\. Press Ctrl-C to stop\.\n$/,
  },
  {
    args: "serve --port 0 --seed orders.ndjson --data data.ndjson",
    after: "Press Ctrl-C to stop.",
    log: /^Stored the rows of orders\.ndjson\.\nIn-memory Table service at .+\nSaved all tables to data\.ndjson\.\n$/,
    files: ["data.ndjson"],
  },
  {
    args: "generate --watch",
    after: "Press Ctrl-C to stop.",
    log: /^✔ 5 files: 5 written\nWatching for changes\. Press Ctrl-C to stop\.\n$/,
    files: [
      "src/tables.gen/index.ts",
      "src/tables.gen/order.gen.ts",
      "src/tables.gen/person-by-email.gen.ts",
      "src/tables.gen/person.gen.ts",
      "tablewright.lock.json",
    ],
  },
];

/** Signals with the exit codes of commands that they stop. */
const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;
const stops = cases.flatMap((each) => signals.map(([signal, code]) => ({ ...each, signal, code })));

it.each(stops)("the built command ends cleanly: $signal of $args", async (stop) => {
  const { args, after, log, files = [], again, signal } = stop;
  const { service, connectionString } = built.server;
  service.seed({ Copy: [] });
  const { root, read, list } = temporaryProject({
    "tables/shop.table.ts": shopDefinitions,
    "orders.ndjson": `${orderLines(rows).join("\n")}\n`,
  });
  const before = list();
  const env = { TABLES_CONNECTION_STRING: connectionString, AZURE_STORAGE_CONNECTION_STRING: "" };
  const run = () => startScript(root, [built.bin, ...args.split(" ")], env);
  const removeDelay = service.faults.add({ fault: { kind: "delay", milliseconds: 200 } });

  const { child, ended, printed } = run();
  if (typeof after === "string") await printed(after);
  else
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(after), { timeout: 600_000, interval: 5 });
  child.kill(signal);
  const { code, ...texts } = await ended;
  expect(withoutProgress(texts.log)).toMatch(log);
  expect(code).toBe(stop.code);
  // The output ends after a whole line.
  expect(texts.out).toMatch(/^(?:.+\n)*$/);
  expect(list()).toEqual([...before, ...files].sort());
  for (const file of files) expect(read(file)).toMatch(/\n$|^\{.*\}$/);
  if (!args.startsWith("serve")) expect(texts.out + texts.log + files.map(read).join("")).not.toContain(service.key);

  if (again === undefined || signal !== "SIGINT") return;
  removeDelay();
  const whole = await run().ended;
  expect(withoutProgress(whole.log)).toMatch(again);
  expect(whole.code).toBe(0);
});

/** Removes progress lines, which a run prints after 10 seconds, as can happen on a busy machine. */
function withoutProgress(log: string): string {
  return log.replace(/^[\d,]+ rows?, [\d,]+ rows\/s.*\n/gm, "");
}
