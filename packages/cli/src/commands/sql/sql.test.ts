import { describe, expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { progressHere, runHere } from "../../test/run-here.js";
import { seedShop, shopDefinitions } from "../../test/small-shop.js";
import { runCli, withoutPackage } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

function shop() {
  seedShop(server.service, 12, 2);
  return temporaryProject({ "tables/shop.table.ts": shopDefinitions }).root;
}

describe("sql", () => {
  it("prints a table of entities that are joined with rows of a table", async () => {
    const join = `SELECT o.id, o.total, p.email FROM Order o JOIN table('People') p ON p.RowKey = 'person!' || o.total WHERE o.total < 5 ORDER BY 1`;
    expect(await runHere(shop(), "sql", join)).toEqual({
      code: 0,
      out: "id      total  email\n──────  ─────  ───────\n000000      0  0@x.org\n000001      1  1@x.org",
      log: "",
    });
  });

  it("says that it reads the definitions before it queries, and clears that", async () => {
    await runHere(shop(), "sql", "SELECT count(*) FROM Order");
    expect(progressHere.slice(0, 2)).toEqual(["→ reading the definitions", ""]);
    expect(progressHere.at(-1)).toBe("");
  });

  it("prints CSV and JSON", async () => {
    const root = shop();
    const query =
      "SELECT total, id || ',' AS text, NULL AS nothing, '' AS empty, sum(total) OVER () AS sum FROM Order LIMIT 1";
    const { out } = await runHere(root, "sql", "--csv", `SELECT * FROM (${query}) WHERE total = 0`);
    expect(out.replaceAll("\r", "")).toBe('total,text,nothing,empty,sum\n0,"000000,",,"",66');
    const json = await runHere(
      root,
      "sql",
      "--json",
      "SELECT count(*) AS n, sum(total) AS sum FROM Order WHERE NOT paid",
    );
    expect(JSON.parse(json.out)).toEqual({
      ok: true,
      exitCode: 0,
      columns: [
        { name: "n", type: "BIGINT" },
        { name: "sum", type: "HUGEINT" },
      ],
      rows: [{ n: "12", sum: "66" }],
    });
  });

  it("writes Parquet, which a query reads back", async () => {
    const root = shop();
    const written = await runHere(root, "sql", "--parquet", `${root}/orders.parquet`, "FROM Order WHERE total > 7");
    expect(written).toEqual({ code: 0, out: "", log: `✔ 4 rows written to ${root}/orders.parquet` });
    const read = await runHere(root, "sql", "--csv", `SELECT min(total), count(*) FROM '${root}/orders.parquet'`);
    expect(read.out.replaceAll("\r", "")).toBe("min(total),count_star()\n8,4");
  });

  it("explains what the service checks, reads and sends", async () => {
    const { out } = await runHere(shop(), "sql", "--explain", "SELECT id FROM Order WHERE total < 5 AND id LIKE '%1'");
    expect(out).toBe(`Order: row range of table Orders
  $filter  PartitionKey eq 'all' and RowKey ge 'order!' and RowKey lt 'order"' and total lt 5
  $select  PartitionKey,RowKey,id,total
  service  (total < 5)
  DuckDB   (id ~~ '%1')
  reads    12 rows in 1 partition: 1 request or more (US$0.000000036)
  sends    5 rows, 4 properties: less than 1 kB`);
  });

  it("explains the limit, and all of it as JSON", async () => {
    const root = shop();
    const { out } = await runHere(root, "sql", "--explain", "SELECT * FROM Order LIMIT 3");
    expect(out.split("\n").slice(2)).toEqual([
      "  limit    3",
      "  reads    3 rows in 1 partition: 1 request or more (US$0.000000036)",
      "  sends    3 rows, all properties: less than 1 kB",
    ]);
    const json = await runHere(root, "sql", "--explain", "--json", "SELECT id FROM Order WHERE total < 5");
    expect(JSON.parse(json.out)).toMatchObject({
      ok: true,
      exitCode: 0,
      relations: [
        {
          relation: "Order",
          table: "Orders",
          pushed: ["(total < 5)"],
          reads: { rows: { rows: 12 } },
          transfers: { rows: { rows: 5 } },
        },
      ],
    });
  });

  it("says how it estimates the rows of a large table, whose ranges it reads one by one", async () => {
    const { root } = temporaryProject({});
    const row = (n: number) => `{"$table":"Big","PartitionKey":"${"abc"[n % 3]}${n}","RowKey":"1","n":${n}}`;
    server.service.importRows(Array.from({ length: 3000 }, (_, n) => row(n)));
    const { out } = await runHere(root, "sql", "--explain", "SELECT n FROM table('Big')");
    expect(out.split("\n")).toEqual([
      "table('Big'): table scan of table Big",
      expect.stringMatching(/^ {2}\$filter {2}PartitionKey lt '.+'$/),
      ...Array(out.match(/ge '.+' and/g)?.length).fill(expect.stringContaining("  $filter  PartitionKey ge '")),
      expect.stringMatching(/^ {2}\$filter {2}PartitionKey ge '.+'$/),
      expect.stringMatching(
        /^ {2}reads {4}about \d,\d{3} rows in a scan of the whole table: \d requests or more \(US\$0\.\d+\)$/,
      ),
      expect.stringMatching(/^ {2}sends {4}about \d,\d{3} rows, all properties: about \d+ kB$/),
    ]);
  });

  it("says that a number of rows comes from samples, if they are on several pages", async () => {
    const root = shop();
    server.service.faults.add({ fault: { kind: "pageSize", size: 5 } });
    const { out } = await runHere(root, "sql", "--explain", "SELECT id FROM table('Orders')");
    expect(out.split("\n").at(-1)).toMatch(/^ {2}sends {4}about 12 rows, all properties: about \d kB$/);
  });

  it("writes one JSON object beside Parquet", async () => {
    const { out, log } = await runHere(shop(), "sql", "--parquet", "orders.parquet", "--json", "FROM Order");
    expect([JSON.parse(out), log]).toEqual([{ ok: true, exitCode: 0, file: "orders.parquet", rows: 12 }, ""]);
  });

  it("says which dates are texts", async () => {
    const { root } = temporaryProject({
      "tables/old.table.ts": `import { edm, entity } from "tablewright";
export const Old = entity({
  table: "Old",
  properties: { id: edm.string({ maxLength: 9 }), from: edm.dateTime(), to: edm.dateTime() },
  partitionKey: () => ["p"],
  rowKey: (k) => [k.id],
});
`,
    });
    const at = (name: string) => `"${name}@odata.type":"Edm.DateTime","${name}":"1601-01-01T00:00:00Z"`;
    server.service.importRows([`{"$table":"Old","PartitionKey":"p","RowKey":"1","id":"1",${at("from")},${at("to")}}`]);
    expect(await runHere(root, "sql", "--csv", `SELECT "from", "to" FROM Old`)).toMatchObject({
      code: 0,
      out: expect.stringContaining("1601-01-01T00:00:00"),
      log: "Dates as text, because some are before 1677 or after 2262: Old.from, Old.to",
    });
  });

  it.each([
    [
      "DELETE FROM Order",
      "✖ sql.not-a-query  Expected one SELECT statement.\n  → Pass a SELECT. The command only reads.\n",
    ],
    ["SELECT 1 FROM Order WHERE", "\n  → Correct the query. `--explain` shows what it would read.\n"],
  ])("refuses %s", async (query, message) => {
    const { code, log } = await runHere(shop(), "sql", query);
    expect([code, log]).toEqual([2, expect.stringContaining(message)]);
  });

  it("can be interrupted, and says how many rows it has read", async () => {
    seedShop(server.service, 6000, 0);
    const { root } = temporaryProject({ "tables/shop.table.ts": shopDefinitions });
    interruptAt(server.service, 6);
    const { code, log } = await runHere(root, "sql", "--parallel", "1", "SELECT sum(total) FROM Order");
    expect([code, log]).toEqual([130, expect.stringMatching(/^Stopped after reading [1-5],\d{3} rows\.$/)]);
  });

  it("names the column, and the nearest one", async () => {
    const { code, log } = await runHere(shop(), "sql", "SELECT totl FROM Order");
    expect(code).toBe(2);
    expect(log).toContain('Referenced column "totl" not found');
    expect(log).toContain('Candidate bindings: "total"');
  });

  it("names the nearest entity of a relation that does not exist, and what relations are", async () => {
    const { code, log } = await runHere(shop(), "sql", "SELECT id FROM Ordr");
    expect(code).toBe(2);
    expect(log).toContain(
      `There is no entity "Ordr". Did you mean "Order"? Relations are entities, table('Ordr') for the rows of a table, and files.`,
    );
    const other = await runHere(shop(), "sql", "SELECT 1 FROM table('People') JOIN Zzz ON true");
    expect(other.log).toContain(`There is no entity "Zzz". Relations are entities`);
  });

  it("stops before it reads more rows than it may", async () => {
    const { code, log } = await runHere(shop(), "sql", "--max-rows", "5", "SELECT sum(total) FROM Order");
    expect(code).toBe(2);
    expect(log).toContain("sql.too-many-rows");
    expect(log).toContain("The query needs 12 rows of table Orders (requests: 1 or more), and the maximum is 5.");
  });

  it("reads tables without definitions", async () => {
    shop();
    const { root } = temporaryProject({});
    expect(await runHere(root, "sql", "--csv", "SELECT max(total) AS max FROM table('Orders')")).toMatchObject({
      code: 0,
      out: "max\r\n11\r",
    });
  });

  it("says how to install the package", async () => {
    const { code, log } = await runCli("/", ["sql", "SELECT 1"], withoutPackage("@tablewright/sql"));
    expect(code).toBe(2);
    expect(log).toContain("npm i -D @tablewright/sql");
  });
});
