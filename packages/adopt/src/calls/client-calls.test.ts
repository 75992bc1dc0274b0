import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles } from "../test/adopt-files.js";

const start = 'import { TableClient, TableServiceClient, TableTransaction } from "@azure/data-tables";\n';
const callsIn = (code: string) => adoptFiles({ "a.ts": start + code }).calls.map(({ call }) => call);
const calling = (name: string, methods: readonly string[]) => methods.map((one) => `${name}.${one}();`).join("\n");
const entityMethods = ["createEntity", "upsertEntity", "updateEntity", "deleteEntity"];
const tellingMethods = [...entityMethods, "getEntity", "listEntities", "submitTransaction"];

describe("the methods that have to change are", () => {
  it.each([
    ["TableClient", [...tellingMethods, "createTable", "deleteTable", "getAccessPolicy", "setAccessPolicy"]],
    [
      "TableServiceClient",
      ["createTable", "deleteTable", "listTables", "getProperties", "setProperties", "getStatistics"],
    ],
    ["TableTransaction", entityMethods],
    ["any", tellingMethods],
  ])("those of %s", (type, methods) => {
    expect(callsIn(`declare const x: ${type};\n${calling("x", methods)}`)).toEqual(methods);
  });

  it.each([
    ["TableClient", ["listTables", "close"]],
    ["TableTransaction", ["submitTransaction", "createTable"]],
    ["any", ["createTable", "deleteTable", "listTables", "getProperties", "createEntityLater"]],
    ["{ createEntity(): void }", ["createEntity"]],
  ])("none of %s: %j", (type, methods) => {
    expect(callsIn(`declare const x: ${type};\n${calling("x", methods)}`)).toEqual([]);
  });
});

it("a list of tables and settings of the service are of no table", () => {
  const { calls, tables, uncertain } = adoptFiles({
    "a.ts": `${start}declare const service: TableServiceClient; service.listTables({ queryOptions: {} }); service.getProperties();`,
  });
  expect(calls.map(({ table }) => table)).toEqual([undefined, undefined]);
  expect([tables, uncertain]).toEqual([[], []]);
});

it("a table is created with all its entities, and a call that shows no entity leaves it open", () => {
  const { calls } = adoptCode(`
    export function save(id: string) {
      client.createEntity({ partitionKey: id, rowKey: \`order_\${id}\` });
      client.createEntity({ partitionKey: id, rowKey: \`line_\${id}\` });
      client.createTable();
      client.submitTransaction([]);
    }`);
  expect(calls.slice(2).map(({ becomes }) => becomes)).toEqual([
    "service.createTables([Order, Line])",
    "service.transaction(partition, (tx) => { … }), with tx.insert, tx.merge, … of …",
  ]);
});

describe("the mode of a write", () => {
  it.each([
    ['client.upsertEntity(row, isNew ? "Replace" : "Merge")', "the mode is decided at run time: "],
    ['client.upsertEntity(row, isNew ? "Merge" : "Replace")', "the mode is decided at run time: "],
    ["transaction.updateEntity(row, { etag: '*' })", "service.entities(UnknownTable).merge(key"],
  ])("of %s", (call, becomes) => {
    const { calls } = adoptCode(`declare const isNew: boolean; const transaction = new TableTransaction();
      const row = { partitionKey: "p", rowKey: "r" }; ${call};`);
    expect(calls[0]?.becomes.slice(0, becomes.length)).toBe(becomes);
  });
});

describe("a comparison with a status code", () => {
  const check =
    "export const test = (error: any) => error.statusCode === 404 || error?.statusCode === 409 || error.statusCode === 412 || error.statusCode >= 500 || error.statusCodes === 404;";

  it("tests the error instead, and is listed by its place", () => {
    const { calls } = adoptCode(
      `export const run = (error: any) => error.statusCode !== 404 && client.deleteTable(); ${check}`,
    );
    expect(calls.map(({ call }) => call)).toEqual([
      "error.statusCode !== 404",
      "deleteTable",
      "error.statusCode === 404",
      "error?.statusCode === 409",
      "error.statusCode === 412",
      "error.statusCode >= 500",
    ]);
    expect(calls.map(({ becomes }) => becomes.replace(/^.*(isTableError|isServiceError)\(error(, ")?/, ""))).toEqual([
      'entity.not-found"); a missing table is "table.not-found"',
      "service.tables.delete(name)",
      'entity.not-found"); a missing table is "table.not-found"',
      'entity.already-exists"), of a table "table.already-exists"',
      'entity.condition-not-met"); modify retries by itself',
      "), which has status and serviceCode",
    ]);
    expect(calls[0]).toMatchObject({ table: undefined, differences: ["errors"] });
  });

  it("matters only in files that import @azure/data-tables", () => {
    const { calls } = adoptFiles({
      "a.ts": `import "./b.js"; import { RestError } from "@azure/data-tables"; ${check}`,
      "b.ts": `import express from "express"; ${check}`,
    });
    expect(new Set(calls.map(({ location }) => location.file))).toEqual(new Set(["a.ts"]));
  });
});
