import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runHere } from "../test/run-here.js";
import { definition, temporaryProject } from "../test/temporary-project.js";

let server: TableServer;

beforeAll(async () => {
  server = await serveTableService();
});
afterAll(() => server.close());
beforeEach(() => {
  server.service.reset();
  vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", "");
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Rows that hold an order's total and, in every second one, a note. */
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
      out: "written    src/tables.gen/index.ts\nwritten    src/tables.gen/shop.gen.ts",
      log: "✔ 2 files: 2 written",
    });
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

  it("replaces no file unless it is forced to", async () => {
    server.service.importRows(orders(6));
    const { root, write, read } = temporaryProject({ "tables/shop.table.ts": definition("Other") });
    expect(await runHere(root, "pull", "Shop")).toEqual({
      code: 2,
      out: "",
      log: "✖ pull.file-exists  tables/shop.table.ts exists already.\n  → Pass --force to replace it, or --out <file> to write another one.",
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
    [["--sample", "0"], "Expected a whole number from 1 to 9999999."],
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
