import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSourceHost, generate } from "@tablewright/generator";
import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, keysIn } from "./test/adopt-files.js";

const folder = join(import.meta.dirname, "fixtures/shop");
const shop = adoptFiles(
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")])),
);

describe("a shop with clients in classes, keys in another file and a transaction", () => {
  it("has these tables and keys", () => {
    expect(keysIn(shop)).toEqual([
      "Audit {now:day} {?}",
      "Shop cust_{customerId} order_{orderNo:10}",
      "Shop cust_{customerId} line_{orderNo:10}_{index:number}",
      "Users users {email:lower}",
    ]);
  });

  it("has drafts that are accepted, and classes are generated from them", () => {
    expect(shop.drafts.flatMap(({ problems }) => problems)).toEqual([]);
    const definitions = Object.fromEntries(shop.drafts.map(({ path, text }) => [path, text]));
    const host = createSourceHost(definitions);
    const { files, diagnostics } = generate({ host, files: Object.keys(definitions), outDir: "gen" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual([
      "gen/audit.gen.ts",
      "gen/index.ts",
      "gen/line.gen.ts",
      "gen/order.gen.ts",
      "gen/user.gen.ts",
    ]);
  });

  it("has this draft", async () => {
    await expect(shop.drafts.map(({ text }) => text).join("\n")).toMatchFileSnapshot("fixtures/shop-drafts.txt");
  });

  it("has these calls", () => {
    expect(shop.calls.map(({ location, call, table, becomes }) => [location.file, call, table, becomes])).toEqual([
      ["audit.ts", "createEntity", "Audit or Users", "service.entities(Audit or User).insert(row)"],
      [
        "audit.ts",
        "listEntities",
        "Audit or Users",
        "service.entities(Audit or User).scan().where(conditions).page({ size, cursor })",
      ],
      ["orders.ts", "upsertEntity", "Shop", "service.entities(Order).insertOrReplace(row)"],
      [
        "orders.ts",
        "submitTransaction",
        "Shop",
        "service.transaction(partition, (tx) => { … }), with tx.insert, tx.merge, … of Order or Line",
      ],
      ["orders.ts", "getEntity", "Shop", "service.entities(Order).get(key)"],
      ["orders.ts", "error.statusCode === 404", undefined, expect.stringContaining("undefined from get")],
      ["orders.ts", "listEntities", "Shop", "service.entities(Order).query(partition).where(conditions)"],
      ["orders.ts", "deleteEntity", "Shop", "service.entities(Order).delete(key, { ifMatch })"],
    ]);
  });

  it("touches every difference but that of clients", () => {
    expect(shop.differences.map(({ code }) => code)).toEqual([
      "not-found",
      "delete-not-found",
      "condition",
      "mode",
      "errors",
      "int64",
      "guid",
      "double",
      "date",
      "continuation",
      "filter",
      "scan",
      "transaction",
    ]);
  });

  it("says what is uncertain", () => {
    expect(shop.uncertain.map(({ location, message }) => `${location.file}:${location.line} ${message}`)).toEqual([
      "audit.ts:10 the table's name is {AUDIT_TABLE}, which is known only when the program runs",
      "audit.ts:14 the table's name is {AUDIT_TABLE}, which is known only when the program runs",
      "audit.ts:14 the client's table may be Audit or Users",
    ]);
  });
});

describe("a call becomes the method", () => {
  const calls: readonly (readonly [call: string, becomes: string])[] = [
    ["client.upsertEntity(row)", "service.entities(Order).insertOrMerge(row)"],
    ['client.upsertEntity(row, "Merge")', "service.entities(Order).insertOrMerge(row)"],
    ['client.upsertEntity(row, "Replace")', "service.entities(Order).insertOrReplace(row)"],
    [
      "client.upsertEntity(row, mode)",
      "the mode is decided at run time: service.entities(Order).insertOrMerge(row) or",
    ],
    ["client.updateEntity(row)", "service.entities(Order).merge(key, changes, { ifMatch })"],
    ["client.updateEntity(row, undefined, { etag })", "service.entities(Order).merge(key, changes, { ifMatch })"],
    ['client.updateEntity(row, "Replace", { etag })', "service.entities(Order).replace(row, { ifMatch })"],
    ["client.updateEntity(row, mode)", "the mode is decided at run time: service.entities(Order).merge(key"],
    ["client.listEntities()", "service.entities(Order).scan().where(conditions)"],
    ["client.createTable()", "service.createTables([Order])"],
    ["client.getAccessPolicy()", "getAccessPolicies of @tablewright/runtime/admin"],
  ];
  const report = adoptCode(`
    declare const mode: "Merge" | "Replace"; declare const etag: string;
    const row = { partitionKey: "p", rowKey: "r", x: true };
    ${calls.map(([call]) => `${call};`).join("\n")}
  `);

  it.each(calls)("%s: %s", (call, becomes) => {
    const found = report.calls[calls.findIndex(([other]) => other === call)]?.becomes ?? "";
    expect(found.slice(0, becomes.length)).toBe(becomes);
  });
});

it("a wrapper that is called with both modes decides at run time", () => {
  const { calls } = adoptCode(`
    const save = (row: { partitionKey: string; rowKey: string }, mode: "Merge" | "Replace") => client.upsertEntity(row, mode);
    save({ partitionKey: "p", rowKey: "r" }, "Merge");
    save({ partitionKey: "p", rowKey: "r" }, "Replace");
  `);
  expect(calls[0]?.becomes).toMatch(/^the mode is decided at run time/);
});
