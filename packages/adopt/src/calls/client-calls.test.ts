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

it("methods of a client that is in a variable of unknown type are found if the program creates the client", () => {
  const code = `class Store { client: any; constructor(table: string) { this.client = new TableClient("", table); }
    open() { return this.client.createTable(); } drop() { return this.client.deleteTable(); } }`;
  expect(callsIn(code)).toEqual(["createTable", "deleteTable"]);
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

  it.each([
    ['error.code === "ResourceNotFound"', "entity.not-found"],
    ['"EntityAlreadyExists" === error.details?.odataError?.code', "entity.already-exists"],
    ["error instanceof RestError", "isServiceError"],
    ["statusOf(error) === 409", "entity.already-exists"],
    ["status === 412", "entity.condition-not-met"],
    ["[409, 412].includes(error.statusCode)", "entity.condition-not-met"],
  ])("is also %s", (test, becomes) => {
    const { calls } =
      adoptCode(`import { RestError } from "@azure/data-tables"; const statusOf = (error: any) => error.statusCode;
      export const run = (error: any) => { const status = error.statusCode; return ${test}; };`);
    expect(calls.map(({ call }) => call)).toEqual([test]);
    expect(calls[0]?.becomes).toContain(becomes);
  });

  it.each([
    "x === 404",
    "error.code === 'ENOENT'",
    "[200].includes(x)",
    "[].includes(error.statusCode)",
    "x instanceof Error",
  ])("is not %s", (test) => {
    expect(adoptCode(`export const run = (error: any, x: any) => ${test};`).calls).toEqual([]);
  });

  it("is also a case of a switch", () => {
    const { calls } = adoptCode(
      "export function run(error: any) { switch (error.statusCode) { case 404: return 1; case 500: return 2; } }",
    );
    expect(calls.map(({ call }) => call)).toEqual(["case 404", "case 500"]);
  });

  it("is found in JavaScript as in TypeScript", () => {
    const code =
      'async function f(id) { const c = new TableClient("", "Visits"); try { await c.createTable(); } catch (e) { if (e.statusCode !== 409) throw e; } }';
    const calls = (path: string, from: string) =>
      adoptFiles({ [path]: `${from}\n${code}` }).calls.map(({ call }) => call);
    const found = ["createTable", "e.statusCode !== 409"];
    expect(calls("a.js", 'const { TableClient } = require("@azure/data-tables");')).toEqual(found);
    expect(calls("a.ts", 'import { TableClient } from "@azure/data-tables";')).toEqual(found);
  });

  it("matters only in files that import @azure/data-tables", () => {
    const { calls } = adoptFiles({
      "a.ts": `import "./b.js"; import { RestError } from "@azure/data-tables"; ${check}`,
      "b.ts": `import express from "express"; ${check}`,
    });
    expect(new Set(calls.map(({ location }) => location.file))).toEqual(new Set(["a.ts"]));
  });
});
