import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { commandServer } from "../../../test/command-server.js";
import { runHere } from "../../../test/run-here.js";
import { seedShop, shopDefinitions } from "../../../test/small-shop.js";
import { temporaryProject } from "../../../test/temporary-project.js";
import type { DatasetManifest, DatasetState } from "./dataset-state.js";

const server = commandServer();

function shop(orders = 12) {
  seedShop(server.service, orders, 2);
  return temporaryProject({ "tables/shop.table.ts": shopDefinitions }).root;
}

const exportTo = (root: string, table: string, ...args: string[]) =>
  runHere(root, "export", table, "--parquet", "--out", "lake", ...args);

/** Runs a query over the files of the dataset. */
async function query(root: string, sql: string): Promise<string[]> {
  const { out, log } = await runHere(root, "sql", "--csv", sql.replaceAll("lake/", `${root}/lake/`));
  expect(log).toBe("");
  return out.replaceAll("\r", "").split("\n").slice(1).filter(Boolean);
}

const files = (root: string) => readdirSync(join(root, "lake"), { recursive: true }).map(String).sort();
const manifestOf = (root: string, name = "_run.manifest.json") =>
  JSON.parse(readFileSync(join(root, "lake", name), "utf8")) as DatasetManifest;

describe("export --parquet", () => {
  it("writes a folder for each entity, with columns of its types, and a manifest", async () => {
    const root = shop();
    expect(await exportTo(root, "Orders")).toMatchObject({
      code: 0,
      log: "✔ 12 rows of Orders exported to lake (files: 1)",
    });
    expect(files(root)).toEqual(["Order", "Order/part-000.parquet", "_run.manifest.json"]);
    const describeFiles = "SELECT column_name, column_type FROM (DESCRIBE FROM 'lake/Order/*.parquet')";
    expect(await query(root, describeFiles)).toEqual([
      "PartitionKey,VARCHAR",
      "RowKey,VARCHAR",
      "Timestamp,TIMESTAMP WITH TIME ZONE",
      "Timestamp_100ns,INTEGER",
      "_deleted,BOOLEAN",
      "id,VARCHAR",
      "total,INTEGER",
      "paid,BOOLEAN",
      "_rest,JSON",
    ]);
    const values = "SELECT PartitionKey, RowKey, id, total, paid, _rest FROM 'lake/Order/*.parquet' WHERE total = 3";
    expect(await query(root, values)).toEqual(["all,order!000003,000003,3,false,"]);
    const { rows, columns, files: written } = manifestOf(root);
    expect([rows, written.map(({ path, rows }) => [path, rows])]).toEqual([12, [["Order/part-000.parquet", 12]]]);
    expect(columns["Order"]).toContainEqual({
      name: "total",
      type: "INTEGER",
      edm: "Edm.Int32",
      property: "total",
    });
  });

  it("names folders so that no column hides a property", async () => {
    seedShop(server.service, 0, 0);
    server.service.importRows([
      '{"$table":"Logs","PartitionKey":"p","RowKey":"1","kind":"log","entity":"Customer","table":"Customers"}',
      '{"$table":"Logs","PartitionKey":"p","RowKey":"2","entity":"Order","table":"Orders"}',
    ]);
    const { root } = temporaryProject({
      "tables/log.table.ts": `import { edm, entity } from "tablewright";

export const Log = entity({
  table: "Logs",
  kind: "log",
  properties: { id: edm.string(), entity: edm.string(), table: edm.string() },
  partitionKey: () => ["p"],
  rowKey: (k) => [k.id],
});
`,
    });
    expect((await exportTo(root, "Logs")).code).toBe(0);
    expect(await query(root, `SELECT entity, "table" FROM 'lake/Log/*.parquet'`)).toEqual(["Customer,Customers"]);
    expect(await query(root, `SELECT entity, "table" FROM 'lake/table-Logs/*.parquet'`)).toEqual(["Order,Orders"]);
    expect(await query(root, `SELECT count(*) FROM 'lake/*/*.parquet'`)).toEqual(["2"]);
  });

  it("writes rows without a definition with inferred types, and keeps what does not fit beside", async () => {
    seedShop(server.service, 0, 0);
    const line = (row: number, rest: string) => `{"$table":"Raw","PartitionKey":"p","RowKey":"${row}",${rest}}`;
    server.service.importRows([
      ...Array.from({ length: 8 }, (_, row) =>
        line(row, '"n":1,"N":"x","at@odata.type":"Edm.DateTime","at":"2026-01-02T03:04:05.1234567Z"'),
      ),
      line(8, '"n":"one"'),
      line(9, '"big@odata.type":"Edm.Int64","big":"9007199254740993","n@odata.type":"Edm.Int64","n":"5"'),
    ]);
    const { root } = temporaryProject({});
    expect((await exportTo(root, "Raw")).code).toBe(0);
    expect(
      await query(
        root,
        `SELECT RowKey, n_1, N_2, big, "at", _rest FROM 'lake/table-Raw/*.parquet' WHERE RowKey IN ('0', '8', '9') ORDER BY 1`,
      ),
    ).toEqual([
      `0,1,x,,2026-01-02T03:04:05.1234560Z,"{""at@odata.type"":""Edm.DateTime"",""at"":""2026-01-02T03:04:05.1234567Z""}"`,
      `8,,,,,"{""n@odata.type"":""Edm.String"",""n"":""one""}"`,
      `9,,,9007199254740993,,"{""n@odata.type"":""Edm.Int64"",""n"":""5""}"`,
    ]);
  });

  it("puts rows of each kind into their own folder", async () => {
    const root = shop();
    server.service.importRows(['{"$table":"People","PartitionKey":"all","RowKey":"other","kind":"animal","legs":4}']);
    expect((await exportTo(root, "People")).log).toBe("✔ 3 rows of People exported to lake (files: 2)");
    expect(files(root).filter((name) => name.endsWith(".parquet"))).toEqual([
      "Person/part-000.parquet",
      "table-People/part-000.parquet",
    ]);
    expect(await query(root, "SELECT legs, kind FROM 'lake/table-People/*.parquet'")).toEqual(["4,animal"]);
  });

  it("divides rows among files, and continues after the last one that was counted", async () => {
    const root = shop(5000);
    expect((await exportTo(root, "Orders", "--part-rows", "2000", "--parallel", "1")).log).toContain("(files: 3)");
    const whole = await query(root, "SELECT id, total FROM 'lake/Order/*.parquet' ORDER BY ALL");
    expect(whole.length).toBe(5000);
    const { ranges = [], ...state } = { ...manifestOf(root) } as DatasetState;
    const [first] = state.files;
    if (first === undefined) throw new Error("There is no file.");
    // The state of a run that was killed after its first file, while it wrote others.
    const startedAt = "2026-01-02T03:04:05.000Z";
    const cut = { ...state, startedAt, rows: first.rows, files: [first], ranges: [{ share: 1, ge: "a" }, ...ranges] };
    writeFileSync(join(root, "lake/_run.export-state.json"), JSON.stringify(cut));
    expect((await exportTo(root, "Orders")).log).toContain("Continuing lake after 2,000 rows.");
    expect(manifestOf(root)).toMatchObject({ startedAt, files: { length: 2 } });
    expect(files(root).filter((name) => name.endsWith(".parquet")).length).toBe(2);
  });

  it.each(["[", '{"files":[]}', '{"startedAt":"2026-01-02T03:04:05Z"}'])(
    "does not continue from a state that is damaged: %s",
    async (text) => {
      const root = shop(5);
      await exportTo(root, "Orders");
      writeFileSync(join(root, "lake/_run.export-state.json"), text);
      expect(await exportTo(root, "Orders")).toMatchObject({ code: 2, log: expect.stringContaining("it is damaged") });
    },
  );

  it("appends what changed, and the keys of rows that were deleted", async () => {
    const root = shop(0);
    const { clock } = server.service;
    server.service.importRows(['{"$table":"Orders"}']);
    const orders = TableServiceClient.fromConnectionString(server.connectionString).table("Orders");
    const order = (id: number, total: number) => ({
      partitionKey: "all",
      rowKey: `order!${id}`,
      properties: { id: edm.string(`${id}`), total: edm.int32(total) },
    });
    clock.advance(-3_600_000);
    for (const id of [1, 2, 3, 4]) await orders.insert(order(id, id));
    clock.resume();
    expect((await exportTo(root, "Orders")).log).toContain("4 rows");
    expect(await exportTo(root, "Orders")).toMatchObject({
      code: 2,
      log: expect.stringContaining("export.file-exists"),
    });

    await orders.insertOrReplace(order(1, 100));
    await orders.delete(order(2, 2), { ifMatch: "*" });
    await orders.insert(order(5, 5));
    const changed = await exportTo(root, "Orders", "--since", "last", "--compare");
    expect(changed.log).toBe("✔ 2 rows of Orders exported to lake, 1 row deleted (files: 2)");

    await orders.insert(order(2, 200));
    await orders.delete(order(3, 3), { ifMatch: "*" });
    const again = await exportTo(root, "Orders", "--since", "last", "--compare", "--json");
    // The overlap reads the changes of the last minutes a second time.
    expect(JSON.parse(again.out)).toMatchObject({ run: 2, rows: 3, deleted: 1 });
    expect(again.log).toBe("");
    expect(files(root).filter((name) => name.endsWith(".parquet"))).toEqual([
      "Order/part-000.parquet",
      "Order/part-r001-000.parquet",
      "Order/part-r001-001.parquet",
      "Order/part-r002-000.parquet",
      "Order/part-r002-001.parquet",
    ]);
    const newest = `SELECT id, total FROM (FROM 'lake/Order/*.parquet' QUALIFY row_number() OVER (
      PARTITION BY PartitionKey, RowKey ORDER BY Timestamp DESC, Timestamp_100ns DESC, _deleted DESC) = 1)
      WHERE NOT _deleted ORDER BY ALL`;
    expect(await query(root, newest)).toEqual(["1,100", "2,200", "4,4", "5,5"]);
  });

  it("reports as deleted no row that --where leaves out", async () => {
    const root = shop(3);
    await exportTo(root, "Orders");
    const changed = await exportTo(root, "Orders", "--since", "last", "--compare", "--where", "total lt 0");
    expect(changed.log).toBe("✔ 0 rows of Orders exported to lake, 0 rows deleted (files: 0)");
    expect(files(root).filter((name) => name.includes("r001"))).toEqual(["_run-r001.manifest.json"]);
  });

  it("writes each table into a folder of its name, and passes over those that are complete", async () => {
    const root = shop(3);
    const exportAll = (...args: string[]) =>
      runHere(root, "export", "--all-tables", "--parquet", "--out", "lake", ...args);
    const people = { ok: true, exitCode: 0, table: "People", folder: "lake/People", run: 0, rows: 2 };
    const one = await runHere(root, "export", "People", "--parquet", "--out", "lake/People", "--json");
    expect(JSON.parse(one.out)).toEqual({ ...people, files: [expect.objectContaining({ rows: 2 })] });
    expect(one.log).toBe("");
    expect((await exportAll()).log.split("\n")).toEqual([
      "✔ 3 rows of Orders exported to lake/Orders (files: 1)",
      "lake/People is complete.",
    ]);
    const { out, log } = await exportAll("--json");
    expect([JSON.parse(out), log]).toEqual([{ ok: true, exitCode: 0, tables: [] }, ""]);
    expect(files(root).filter((name) => name.endsWith(".parquet"))).toEqual([
      "Orders/Order/part-000.parquet",
      "People/Person/part-000.parquet",
    ]);
    const changes = JSON.parse((await exportAll("--since", "last", "--json")).out);
    expect(changes.tables).toMatchObject([
      { table: "Orders", run: 1, rows: 3 },
      { table: "People", run: 1, rows: 2 },
    ]);
  });

  it("reads from the time of --since on", async () => {
    const root = shop(3);
    await exportTo(root, "Orders");
    expect((await exportTo(root, "Orders", "--since", "2999-01-01")).log).toContain("✔ 0 rows");
    expect(manifestOf(root, "_run-r001.manifest.json").since).toBe("2999-01-01T00:00:00.000Z");
  });

  it("of a shard starts when the plan was made", async () => {
    const root = shop(3);
    await runHere(root, "plan", "Orders", "--shards", "2", "--out", "plan.json");
    const plan = JSON.parse(readFileSync(join(root, "plan.json"), "utf8")) as { readonly createdAt: string };
    for (const shard of ["1/2", "2/2"]) await exportTo(root, "Orders", "--shard", shard, "--plan", "plan.json");
    const shards = [manifestOf(root, "_run-s01.manifest.json"), manifestOf(root, "_run-s02.manifest.json")];
    expect(shards.map(({ startedAt, shard }) => [startedAt, shard?.index])).toEqual([
      [plan.createdAt, 1],
      [plan.createdAt, 2],
    ]);
    expect(shards.reduce((sum, { rows }) => sum + rows, 0)).toBe(3);
  });

  it("says what it lacks", async () => {
    const root = shop();
    const log = async (...args: string[]) => (await exportTo(root, "Orders", ...args)).log;
    expect(await log("--since", "last")).toContain("export.no-run");
    expect(await log("--since", "yesterday")).toContain("--since is yesterday, which is not a time");
    expect(await log("--select", "total")).toContain("cli.usage");
    expect(await log("--shard", "1/2")).toContain("--shard and --plan belong together");
  });
});
