import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TableServiceClient, type TableServiceView } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, expect, it } from "vitest";
import { OrderLine } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { type AnalyzeOptions, analyze } from "./analyze.js";

let tables: ReturnType<typeof createTableService>;
let service: TableServiceView;

beforeEach(() => {
  tables = createTableService();
  service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
});

async function settings(options?: AnalyzeOptions) {
  const query = "SELECT current_setting('memory_limit') AS memory, current_setting('temp_directory') AS folder";
  return analyze(service, {}, options).sql(query).toArray();
}

it("DuckDB gets the memory and the folder of the options", async () => {
  const folder = join(tmpdir(), `tablewright-sql-${process.pid}`);
  expect(await settings()).toEqual([{ memory: "122.0 MiB", folder }]);
  const other = join(tmpdir(), "tablewright-other");
  expect(await settings({ memoryLimit: "1GiB", temporaryFolder: other })).toEqual([
    { memory: "1.0 GiB", folder: other },
  ]);
});

it("reads files only if the options allow it", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "tablewright-sql-")), "file.csv");
  writeFileSync(path, "name\nAnn\n");
  const query = `SELECT name FROM read_csv('${path}')`;
  expect(await analyze(service, {}).sql(query).toArray()).toEqual([{ name: "Ann" }]);
  const { sql } = analyze(service, {}, { files: false });
  for (const text of [query, `SELECT * FROM read_text('${path}')`, `SELECT * FROM '${path}'`])
    await expect(sql(text).toArray()).rejects.toMatchObject({ code: "sql.invalid" });
  await expect(sql(query).toArray()).rejects.toThrow("file system operations are disabled");
  rmSync(dirname(path), { recursive: true });
});

it("names of entities are those of the object, not those of the definitions", async () => {
  await service.createTables([OrderLine]);
  const { sql } = analyze(service, { Line: OrderLine });
  expect(await sql("SELECT sku FROM Line").toArray()).toEqual([]);
  await expect(sql("SELECT sku FROM OrderLine").toArray()).rejects.toThrow('There is no entity "OrderLine"');
});

it("reads with 8 requests at once by default, or as many as the options allow", async () => {
  await service.tables.create("Things");
  const keys = Array.from({ length: 20 }, (_, index) => `p${index}`);
  await service
    .table("Things")
    .bulk(keys.map((partitionKey) => ({ insert: { partitionKey, rowKey: "", properties: {} } })));
  const requestsAtOnce = async (options?: AnalyzeOptions) => {
    let [running, most] = [0, 0];
    const counted = TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: async (request) => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        return await tables(request).finally(() => running--);
      },
    });
    const list = keys.map((key) => `'${key}'`).join(", ");
    const query = `SELECT RowKey FROM table('Things') WHERE PartitionKey IN (${list})`;
    expect(await analyze(counted, {}, options).sql(query).toArray()).toHaveLength(20);
    return most;
  };
  expect(await requestsAtOnce()).toBe(8);
  expect(await requestsAtOnce({ parallel: 3 })).toBe(3);
  expect(await requestsAtOnce({ parallel: 1 })).toBe(1);
});

it("a query tells how many rows it has read, and runs again each time it is read", async () => {
  await service.createTables([OrderLine]);
  const line = { customerId: "C1", orderNo: 1, sku: "s", quantity: 1 };
  const lines = service.entities(OrderLine);
  await lines.bulk([1, 2, 3].map((lineNo) => ({ insert: { ...line, lineNo } })));
  let read = 0;
  const query = analyze(service, { OrderLine }).sql("SELECT lineNo FROM OrderLine WHERE lineNo > 1 ORDER BY ALL", {
    onRows: (rows) => {
      read += rows;
    },
  });
  expect(read).toBe(0);
  expect(await query.toArray()).toEqual([{ lineNo: 2 }, { lineNo: 3 }]);
  expect(read).toBe(2);
  await lines.insert({ ...line, lineNo: 4 });
  expect(await query.toArray()).toHaveLength(3);
  expect(read).toBe(5);
});
