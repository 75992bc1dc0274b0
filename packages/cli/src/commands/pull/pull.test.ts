import { describe, expect, it, vi } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { runCli, startCli } from "../../test/spawn-cli.js";
import { definition, temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

/** Returns rows with an order's total and, in every second one, a note. */
function orders(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const note = index % 2 === 0 ? "" : ',"note":"gift"';
    const number = String(index).padStart(6, "0");
    return `{"$table":"Shop","PartitionKey":"cust!C${index % 3}","RowKey":"order!${number}","customerId":"C${index % 3}","orderNo":${index},"total":${index}.5${note}}`;
  });
}

const shop = `import { edm, entity } from "tablewright";

// From 6 rows of Shop.
export const Shop = entity({
  table: "Shop",
  properties: {
    customerId: edm.string({ maxLength: 128 }),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    note: edm.string().optional(), // in 3 of 6 rows
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.orderNo.pad(6)],
});
`;

describe("pull", () => {
  it("writes definitions among those of the project, which generate", async () => {
    server.service.importRows(orders(6));
    const { root, read } = temporaryProject();
    expect(await runHere(root, "pull", "Shop")).toEqual({
      code: 0,
      out: "written  tables/shop.table.ts",
      log: "  Shop: 6 rows, PartitionKey cust!{customerId}, RowKey order!{orderNo.pad(6)}\n✔ 1 definition from 6 rows of Shop",
    });
    expect(read("tables/shop.table.ts")).toBe(shop);
    expect(await runHere(root, "generate")).toEqual({
      code: 0,
      out: "written    src/tables.gen/index.ts\nwritten    src/tables.gen/shop.gen.ts\nwritten    tablewright.lock.json",
      log: "✔ 3 files: 3 written",
    });
  });

  it("says how much of a larger table it has seen, and what all of it costs", async () => {
    server.service.importRows(orders(2500));
    const { root } = temporaryProject();
    const { log } = await runHere(root, "pull", "Shop", "--sample", "100", "--dry-run");
    expect(log).toMatch(
      /^Seen: 100 of about [\d,]+ rows\. --all reads every row: about \d requests \(US\$0\.000000\d+\)\.$/,
    );
    const json = await runHere(root, "pull", "Shop", "--sample", "100", "--dry-run", "--json");
    const { isWhole, estimate } = JSON.parse(json.out).tables[0].seen;
    expect({ isWhole, kind: estimate.kind }).toEqual({ isWhole: false, kind: "about" });
    expect(estimate.rows).toBeGreaterThan(2500 / 3);
    expect(estimate.rows).toBeLessThan(2500 * 3);
  });

  it("verifies all rows with the new definitions", async () => {
    const [last = "", ...rows] = orders(301).reverse();
    server.service.importRows(rows);
    const { root } = temporaryProject();
    const fine = await runHere(root, "pull", "Shop", "--sample", "20", "--verify");
    expect(fine).toMatchObject({ code: 0, log: expect.stringContaining("300 rows of Shop checked: nothing found") });
    server.service.importRows([last.replace("300.5", "true")]);
    const found = await runHere(root, "pull", "Shop", "--sample", "20", "--force", "--verify");
    expect(found).toMatchObject({ code: 3, log: expect.stringContaining("✖ 1 kind of findings in 301 rows of Shop") });
  });

  it("writes where the config's definitions are, or where --out says, or only to stdout", async () => {
    server.service.importRows(orders(6));
    const config =
      'import { defineConfig } from "tablewright";\nexport default defineConfig({ definitions: "model/*.ts" });\n';
    const { root, list } = temporaryProject({ "a/tablewright.config.ts": config });
    const args = ["pull", "Shop", "--config", "a/tablewright.config.ts"];
    expect(await runHere(root, ...args)).toMatchObject({ code: 0, out: "written  a/model/shop.table.ts" });
    expect(await runHere(root, "pull", "Shop", "--out", "b/c/shop.ts")).toMatchObject({
      code: 0,
      out: "written  b/c/shop.ts",
    });
    expect(await runHere(root, "pull", "Shop", "--dry-run")).toEqual({ code: 0, out: shop.trimEnd(), log: "" });
    expect(list()).toEqual(["a/model/shop.table.ts", "a/tablewright.config.ts", "b/c/shop.ts"]);
  });

  it("writes outside of the project too", async () => {
    server.service.importRows(orders(6));
    const { root, list } = temporaryProject({ "app/package.json": "{}" });
    const run = await runHere(`${root}/app`, "pull", "Shop", "--out", "../draft.ts");
    expect(run).toMatchObject({ code: 0, out: "written  ../draft.ts" });
    expect(list()).toEqual(["app/package.json", "draft.ts"]);
  });

  it("replaces no file unless it is forced to", async () => {
    server.service.importRows(orders(6));
    const { root, write, read } = temporaryProject({ "tables/shop.table.ts": definition("Other") });
    expect(await runHere(root, "pull", "Shop")).toEqual({
      code: 2,
      out: "",
      log: "✖ pull.file-exists  tables/shop.table.ts exists already.\n  → Pass --force to replace it, or --out <file> to write another one.\n  More: npx tablewright explain pull.file-exists",
    });
    expect(read("tables/shop.table.ts")).toBe(definition("Other"));
    expect(await runHere(root, "pull", "Shop", "--force")).toMatchObject({ code: 0 });
    expect(read("tables/shop.table.ts")).toBe(shop);
    write("tables/shop.table.ts", `${shop}// changed\n`);
    expect(await runHere(root, "pull", "Shop", "--force")).toMatchObject({ code: 0 });
    expect(read("tables/shop.table.ts")).toBe(shop);
  });

  it("prints one object with --json, the evidence of each property in it", async () => {
    server.service.importRows(orders(6));
    const { root } = temporaryProject();
    const { code, out, log } = await runHere(root, "pull", "Shop", "--json");
    expect({ code, log }).toEqual({ code: 0, log: "" });
    expect(JSON.parse(out)).toEqual({
      ok: true,
      exitCode: 0,
      tables: [
        {
          table: "Shop",
          rows: 6,
          seen: { isWhole: true },
          file: "tables/shop.table.ts",
          entities: [
            {
              name: "Shop",
              rows: 6,
              partitionKey: "cust!{customerId}",
              rowKey: "order!{orderNo.pad(6)}",
              properties: [
                { name: "customerId", type: "string", rows: 6, types: { "Edm.String": 6 }, example: "C0", doubts: [] },
                { name: "orderNo", type: "int32", rows: 6, types: { "Edm.Int32": 6 }, example: "0", doubts: [] },
                { name: "total", type: "double", rows: 6, types: { "Edm.Double": 6 }, example: "0.5", doubts: [] },
                {
                  name: "note",
                  type: "string",
                  rows: 3,
                  types: { "Edm.String": 3 },
                  example: "gift",
                  doubts: ["in 3 of 6 rows"],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it("infers nothing of a table without rows, and exits with 4 for one that does not exist", async () => {
    server.service.seed({ Empty: [] });
    const { root, list } = temporaryProject();
    expect(await runHere(root, "pull", "Empty")).toEqual({
      code: 0,
      out: "",
      log: "⚠ Empty has no rows, so there is nothing to infer.",
    });
    expect(await runHere(root, "pull", "Missing")).toMatchObject({
      code: 4,
      log: expect.stringMatching(/^✖ table\.not-found {2}/),
    });
    expect(list()).toEqual([]);
  });

  it("gives the entities of several tables names of their own", async () => {
    const line = (table: string, kind: string) =>
      `{"$table":"${table}","PartitionKey":"${kind}","RowKey":"r","kind":"${kind}"}`;
    server.service.importRows([line("Shop", "order"), line("Archive", "order"), line("Other", "orderKey")]);
    const { root, list, read } = temporaryProject();
    expect(await runHere(root, "pull", "Shop", "Archive", "Other")).toMatchObject({ code: 0 });
    expect(list()).toEqual(["tables/archive.table.ts", "tables/other.table.ts", "tables/shop.table.ts"]);
    const names = list().map((path) => /export const (\w+)/.exec(read(path))?.[1]);
    expect(names).toEqual(["ArchiveOrder", "OtherOrderKey", "Order"]);
    expect(await runHere(root, "check")).toMatchObject({ code: 0 });
  });

  it.each([
    [["--sample", "0"], "Expected a whole number from 1 to 999999999."],
    [["--sample", "5", "--all"], "cannot be used with option"],
    [["--out", "a.ts", "Other"], "--out takes the definitions of one table, not of 2."],
    [["--config", "none.ts"], "Config file none.ts not found."],
  ])("exits with 2 for %j", async (args, message) => {
    expect(await runHere(temporaryProject().root, "pull", "Shop", ...args)).toMatchObject({
      code: 2,
      log: expect.stringContaining(message),
    });
  });
});

describe("pull of a table that has definitions", () => {
  const comparable = shop.replace("note: edm.string().optional(), // in 3 of 6 rows", "");

  it("says that they lack nothing, and writes nothing", async () => {
    server.service.importRows(orders(6));
    const { root, list } = temporaryProject({ "tables/all.table.ts": shop });
    expect(await runHere(root, "pull", "Shop")).toEqual({
      code: 0,
      out: "",
      log: "✔ 6 rows of Shop: the definitions cover everything",
    });
    expect(list()).toEqual(["tables/all.table.ts"]);
  });

  it("names what they lack: kinds, properties, and rows that don't fit", async () => {
    const other = '{"$table":"Shop","PartitionKey":"log","RowKey":"2026-01-01","text":"started"}';
    const unfit =
      '{"$table":"Shop","PartitionKey":"cust!C1","RowKey":"order!000099","customerId":"C2","orderNo":99,"total":1.5}';
    server.service.importRows([...orders(6), other, unfit]);
    const { root, list } = temporaryProject({ "tables/all.table.ts": comparable });
    expect(await runHere(root, "pull", "Shop")).toEqual({
      code: 0,
      out: "",
      log: [
        '⚠ Shop: no definition reads 1 row with PartitionKey log, RowKey {row.format("yyyy-MM-dd")}',
        "⚠ Shop: Shop does not declare note: Edm.String in 3 rows",
        "⚠ Shop: Shop does not read 1 row of its kind",
        "Nothing was written. Pass --out <file> to write new definitions beside those that exist.",
      ].join("\n"),
    });
    const { out } = await runHere(root, "pull", "Shop", "--json");
    expect(JSON.parse(out).tables).toEqual([
      {
        table: "Shop",
        rows: 8,
        entities: [],
        missing: {
          unknown: [
            expect.objectContaining({
              name: "Shop",
              rows: 1,
              partitionKey: "log",
              rowKey: '{row.format("yyyy-MM-dd")}',
            }),
          ],
          undeclared: [{ entity: "Shop", property: "note", types: { "Edm.String": 3 } }],
          different: { Shop: 1 },
        },
      },
    ]);
    expect(list()).toEqual(["tables/all.table.ts"]);
  });

  it("knows the rows of their indexes", async () => {
    const users = `import { edm, entity } from "tablewright";
export const User = entity({
  table: "Users",
  kind: "user",
  properties: { id: edm.string({ maxLength: 20 }), email: edm.string({ maxLength: 50 }) },
  partitionKey: () => ["all"],
  rowKey: (k) => ["user", k.id],
  indexes: { byEmail: { rowKey: (k) => ["email", k.email], unique: true } },
});
`;
    const values = '"$table":"Users","PartitionKey":"all","id":"u1","email":"ann@x.org"';
    server.service.importRows([
      `{${values},"RowKey":"user!u1","kind":"user"}`,
      `{${values},"RowKey":"email!ann@x.org","kind":"user.byEmail"}`,
    ]);
    const { root } = temporaryProject({ "tables/users.table.ts": users });
    expect(await runHere(root, "pull", "Users")).toEqual({
      code: 0,
      out: "",
      log: "✔ 2 rows of Users: the definitions cover everything",
    });
  });

  it("writes new ones where --out says, under names that are free", async () => {
    server.service.importRows(orders(6));
    const { root, read } = temporaryProject({ "tables/all.table.ts": comparable });
    expect(await runHere(root, "pull", "shop", "--out", "draft.ts")).toMatchObject({
      code: 0,
      out: "written  draft.ts",
    });
    expect(read("draft.ts")).toContain("export const ShopShop = entity({");
    expect(read("tables/all.table.ts")).toBe(comparable);
  });

  it("does nothing while they have errors", async () => {
    const { root } = temporaryProject({ "tables/all.table.ts": shop.replace("k.orderNo", "k.number") });
    expect(await runHere(root, "pull", "Other")).toMatchObject({
      code: 2,
      log: expect.stringMatching(/✖ key\.unknown-property[\s\S]*: nothing was written\./),
    });
    const { code, out } = await runHere(root, "pull", "Other", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ ok: false, exitCode: 2, diagnostics: [{ code: "key.unknown-property" }] });
  });
});

describe("pull as a process", () => {
  it("reads a sample spread over the keys, or every row", async () => {
    const note =
      '{"$table":"Shop","PartitionKey":"cust!C9","RowKey":"order!000900","customerId":"C9","orderNo":900,"total":1.5,"late":true}';
    server.service.importRows([...orders(400), note]);
    const { root, read } = temporaryProject();
    const args = ["pull", "Shop", "--force"];
    expect(await runCli(root, [...args, "--all"])).toMatchObject({ code: 0, out: "written  tables/shop.table.ts\n" });
    expect(read("tables/shop.table.ts")).toContain("late: edm.boolean().optional(), // in 1 of 401 rows");
    expect(await runCli(root, [...args, "--sample", "50"])).toMatchObject({ code: 0 });
    expect(read("tables/shop.table.ts")).toContain("late: edm.boolean().optional(), // in 1 of 50 rows");
    expect(read("tables/shop.table.ts")).toContain('rowKey: (k) => ["order", k.orderNo.pad(6)],');
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends cleanly on %s, and has written nothing", async (signal, code) => {
    server.service.importRows(orders(6));
    server.service.faults.add({ fault: { kind: "delay", milliseconds: 30_000 } });
    const { root, list } = temporaryProject();
    const { child, ended } = startCli(root, ["pull", "Shop"]);
    await vi.waitFor(() => expect(server.service.requests).not.toEqual([]), { timeout: 600_000, interval: 5 });
    child.kill(signal);
    expect(await ended).toEqual({ code, out: "", log: "Stopped. Run the same command again.\n" });
    expect(list()).toEqual([]);
  });

  it("prints no secret, and has help for every option", async () => {
    const { root } = temporaryProject();
    const key = Buffer.from("the key of the account, which is long enough").toString("base64");
    const account = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${key};TableEndpoint=${server.endpoint};`;
    const { code, out, log } = await runCli(root, ["pull", "Shop", "--connection-string", account, "--json"]);
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ ok: false, exitCode: 4 });
    expect(out + log).not.toContain(key);
    const help = await runCli(root, ["pull", "--help"]);
    expect(help.code).toBe(0);
    for (const option of ["--config", "--sample", "--all", "--out", "--force", "--dry-run", "--json", "--endpoint"])
      expect(help.out).toContain(option);
  });
});
