import { beforeEach, describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { progressHere, runHere, runWithBar } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

beforeEach(() => {
  const rows = (table: string) => [1, 2, 3, 4, 5].map((n) => ({ PartitionKey: "p", RowKey: `${table}${n}`, n }));
  server.service.seed({ Bills: rows("b") as never, Shop: rows("s") as never });
  server.service.faults.add({ fault: { kind: "pageSize", size: 2 } });
});

/** Runs an export one page at a time. */
const exportRows = (root: string, ...args: string[]) => runHere(root, "export", ...args, "--parallel", "1");

/** Requests that an export to Parquet files sends to infer the types of properties, before it reads rows. */
const samples = 3;

/** Stops an export at these queries, one after the other, and then completes it. Returns what it printed. */
async function stopAt(queries: readonly number[], root: string, ...args: string[]) {
  const printed: string[] = [];
  for (const nth of queries) {
    interruptAt(server.service, nth);
    const { code, log } = await exportRows(root, ...args);
    expect(code).toBe(130);
    printed.push(log);
  }
  const { code, log } = await exportRows(root, ...args);
  expect(code).toBe(0);
  return [...printed, log];
}

describe("an export that is interrupted", () => {
  it.each<[string, number, readonly string[], string]>([
    ["rows.ndjson", 0, [], ""],
    ["lake", samples, ["--parquet"], " (files: 3)"],
  ])("to %s can be continued", async (out, before, flags, files) => {
    const { root, list } = temporaryProject();
    expect(await stopAt([before + 2, 2], root, "Shop", "--out", out, ...flags)).toEqual([
      "Stopped after 2 rows. Run the same command again to continue.",
      `Continuing ${out} after 2 rows.\nStopped after 4 rows. Run the same command again to continue.`,
      `Continuing ${out} after 4 rows.\n✔ 5 rows of Shop exported to ${out}${files}`,
    ]);
    expect(list().filter((name) => name.endsWith("state.json"))).toEqual([]);
  });

  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s exits with %i, also with --json", async (signal, exitCode) => {
    const { root } = temporaryProject();
    interruptAt(server.service, 1, signal);
    const toFile = await exportRows(root, "Shop", "--out", "rows.ndjson", "--json");
    expect([toFile.code, toFile.log]).toEqual([exitCode, ""]);
    const result = { ok: false, exitCode, table: "Shop", rows: 0 };
    expect(JSON.parse(toFile.out)).toEqual({ ...result, file: "rows.ndjson" });
    server.service.faults.clear();
    interruptAt(server.service, 1, signal);
    const toFolder = await exportRows(root, "Shop", "--out", "lake", "--parquet", "--json");
    expect([toFolder.code, toFolder.log]).toEqual([exitCode, ""]);
    expect(JSON.parse(toFolder.out)).toEqual({ ...result, folder: "lake", run: 0 });
  });

  it("to stdout cannot be continued", async () => {
    interruptAt(server.service, 3);
    const { code, out, log } = await exportRows(temporaryProject().root, "Shop");
    expect([code, log]).toEqual([130, "Stopped after 4 rows. Only an export with --out can be continued."]);
    expect(out.match(/"s\d"/g)).toEqual(['"s1"', '"s2"', '"s3"', '"s4"']);
  });

  it.each<[string, number, string, readonly string[]]>([
    ["files", 0, "Bills.ndjson.export-state.json", []],
    ["folders", samples, "Bills/_run.export-state.json", ["--parquet"]],
  ])("of all tables to %s stops at the table that it was reading", async (_, before, state, flags) => {
    const { root, list } = temporaryProject();
    interruptAt(server.service, before + 2);
    const all = ["--all-tables", "--out", "all", "--json", ...flags];
    const { code, out } = await exportRows(root, ...all);
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ ok: false, exitCode: 130, tables: [{ table: "Bills" }] });
    expect(list()).toContain(`all/${state}`);
    expect(list().filter((name) => name.includes("Shop"))).toEqual([]);
    server.service.faults.clear();
    expect(JSON.parse((await exportRows(root, ...all)).out)).toMatchObject({
      exitCode: 0,
      tables: [
        { table: "Bills", rows: 5 },
        { table: "Shop", rows: 5 },
      ],
    });
  });
});

it.each([
  ["to stdout", []],
  ["to a file", ["--out", "rows.ndjson"]],
  ["to a folder", ["--out", "lake", "--parquet"]],
])("shows its progress in a terminal %s", async (_, flags) => {
  expect((await runWithBar(temporaryProject().root, "export", "Shop", ...flags)).code).toBe(0);
  expect(progressHere).toContainEqual(expect.stringMatching(/ 0 rows, 0 rows\/s, 0 %$/));
  expect(progressHere.at(-1)).toBe("");
});

it.each<[string, number, readonly string[], string]>([
  ["rows.ndjson", 0, [], "rows.ndjson.export-lock.json"],
  ["lake", samples, ["--parquet"], "lake/_run.export-lock.json"],
])("a failed export to %s keeps the rows that it has read, and leaves no lock", async (out, before, flags, lock) => {
  const { root, list } = temporaryProject();
  const args = ["Shop", "--out", out, ...flags];
  const query = { operation: "query", after: before + 2 } as const;
  server.service.faults.add({ ...query, fault: { kind: "respond", status: 403, code: "AuthorizationFailure" } });
  const { code, log } = await exportRows(root, ...args);
  expect([code, log]).toEqual([4, expect.stringMatching(/^✖ /)]);
  expect(list()).not.toContain(lock);
  server.service.faults.clear();
  expect((await exportRows(root, ...args)).log).toMatch(/^Continuing .* after [24] rows\.\n✔ 5 rows/);
});
