import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const rows = ["a", "b"].flatMap((PartitionKey) =>
  [1, 2, 3].map((n) => ({
    PartitionKey,
    RowKey: String(n),
    n,
    paid: n === 2,
    "total@odata.type": "Edm.Double",
    total: n,
  })),
);

async function exported(...args: string[]) {
  server.service.seed({ Shop: rows as never });
  const { code, out, log } = await runHere(temporaryProject().root, "export", "Shop", ...args);
  const lines = out.split("\n").filter((line) => line !== "");
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, log, read, keys: read.map(({ PartitionKey, RowKey }) => `${PartitionKey}${RowKey}`).sort() };
}

describe("export", () => {
  it.each([
    ["n gt 1 and paid eq false", ["a3", "b3"]],
    ['{"n":{"gt":1},"paid":false}', ["a3", "b3"]],
    ['{"total@odata.type":"Edm.Double","total":{"ge":2,"lt":3}}', ["a2", "b2"]],
    ['{"$or":[{"n":1},{"n":3}],"PartitionKey":"b"}', ["b1", "b3"]],
    ['{"$not":{"n":{"le":2}}}', ["a3", "b3"]],
  ])("writes the rows that meet --where %s", async (where, keys) => {
    expect((await exported("--where", where)).keys).toEqual(keys);
  });

  it("says that no row has a property which --where names, if that selects nothing", async () => {
    const unknown = await exported("--where", "(totl gt 1.0 or note eq 'n gt 1') and PartitionKey ne 'c'");
    expect([unknown.code, unknown.keys, unknown.log]).toEqual([
      0,
      [],
      `✔ 0 rows of Shop exported
⚠ No row meets --where, and none of the first 6 rows has totl or note. They have: PartitionKey, RowKey, Timestamp, n, paid, total`,
    ]);
    expect((await exported("--where", "n gt 5")).log).toBe("✔ 0 rows of Shop exported");
    const toFile = ["--where", "totl gt 5", "--out", "rows.ndjson"];
    expect((await exported(...toFile)).log).toContain("has totl. They");
    expect((await exported(...toFile, "--json")).log).toBe("");
  });

  it("looks for names in the first 100 rows", async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ PartitionKey: "p", RowKey: String(n).padStart(3, "0"), n }));
    server.service.seed({ Shop: many.map((row) => (row.n === 100 ? { ...row, late: 1 } : row)) as never });
    const { log } = await runHere(temporaryProject().root, "export", "Shop", "--where", "late eq 2");
    expect(log).toContain("none of the first 100 rows has late.");
  });

  it("writes the rows that were written since a time", async () => {
    expect((await exported("--since", "2026-01-01")).keys).toHaveLength(6);
    expect((await exported("--since", "2999-01-01T00:00:00Z", "--where", "n eq 1")).keys).toEqual([]);
  });

  it("writes to stdout with --out -", async () => {
    expect((await exported("--partition", "b", "--out", "-")).keys).toEqual(["b1", "b2", "b3"]);
  });

  it("writes one partition, and the properties that are wanted", async () => {
    const { keys, read } = await exported("--partition", "b", "--select", "n, paid");
    expect(keys).toEqual(["b1", "b2", "b3"]);
    const properties = Object.keys(read[0] ?? {}).filter((name) => !/@|^\$|Key$|^Timestamp$|^odata/.test(name));
    expect(properties).toEqual(["n", "paid"]);
  });

  it("continues a file only with the same selection", async () => {
    server.service.seed({ Shop: rows as never });
    const state = {
      version: 1,
      endpoint: server.endpoint,
      table: "Shop",
      where: "n eq 1",
      bytes: 0,
      rows: 0,
      ranges: [],
    };
    const { root } = temporaryProject({ "shop.ndjson": "", "shop.ndjson.export-state.json": JSON.stringify(state) });
    const { code, log } = await runHere(root, "export", "Shop", "--out", "shop.ndjson");
    expect([code, log]).toEqual([
      2,
      expect.stringContaining("an export with another --where, --select, --partition, --since or --shard"),
    ]);
    expect((await runHere(root, "export", "Shop", "--out", "shop.ndjson", "--where", "n eq 1")).code).toBe(0);
  });

  it("writes all tables into a folder, and passes over those that are complete", async () => {
    server.service.seed({ Shop: rows as never, Empty: [] });
    const { root, list, write } = temporaryProject();
    const { code, log } = await runHere(root, "export", "--all-tables", "--out", "backup");
    expect([code, log.split("\n").sort()]).toEqual([
      0,
      ["✔ 0 rows of Empty exported to backup/Empty.ndjson", "✔ 6 rows of Shop exported to backup/Shop.ndjson"],
    ]);
    expect(list()).toHaveLength(4);
    expect((await runHere(root, "export", "--all-tables", "--out", "backup")).log).toContain(
      "backup/Shop.ndjson is complete.",
    );
    const csv = await runHere(root, "export", "--all-tables", "--out", "csv", "--csv", "--json");
    expect(JSON.parse(csv.out)).toMatchObject({
      ok: true,
      tables: [
        { table: "Empty", rows: 0 },
        { table: "Shop", rows: 6 },
      ],
    });
    expect(csv.log).toBe("");
    expect(list()).toContain("csv/Shop.csv");
    expect(JSON.parse((await runHere(root, "export", "--all-tables", "--out", "csv", "--csv", "--json")).out)).toEqual({
      ok: true,
      exitCode: 0,
      tables: [],
    });
    write("backup/Shop.ndjson.export-state.json", "{");
    expect((await runHere(root, "export", "--all-tables", "--out", "backup")).log).toContain("export.state-invalid");
  });

  it.each([
    [["export"], "export needs the name of a table, or --all-tables."],
    [["export", "Shop", "--all-tables", "--out", "x"], "export needs the name of a table, or --all-tables."],
    [["export", "--all-tables"], "--all-tables needs --out."],
    [["export", "--all-tables", "--out", "-"], "--all-tables needs --out."],
    [["export", "Shop", "--csv"], "--csv needs --out"],
    [["export", "Shop", "--where", "{"], "--where: it is not valid JSON."],
  ])("refuses %j", async (args, message) => {
    expect(await runHere(temporaryProject().root, ...args)).toMatchObject({
      code: 2,
      log: expect.stringContaining(message),
    });
  });
});
