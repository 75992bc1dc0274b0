import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, keysIn } from "../test/adopt-files.js";

const start = 'import { TableClient } from "@azure/data-tables";\n';
const row = '{ partitionKey: "p", rowKey: "1" }';

describe("the values of parameters are those that callers pass to", () => {
  it.each([
    ["a function", `function save(row: any) { client.createEntity(row); } save(${row});`],
    ["a constant", `const save = function (row: any) { client.createEntity(row); }; save(${row});`],
    ["a member of an object", `const api = { save: (row: any) => client.createEntity(row) }; api.save(${row});`],
    ["a method of an object", `const api = { save(row: any) { client.createEntity(row); } }; api.save(${row});`],
    ["a field of a class", `class Api { save = (row: any) => client.createEntity(row); } new Api().save(${row});`],
    [
      "a method of one of several interfaces",
      `interface Closing { close(): void } interface Saving { save(row: any): void } class Base { log() {} }
       class Api extends Base implements Closing, Saving { close() {} save(row: any) { client.createEntity(row); } }
       const api: Saving = new Api(); api.save(${row});`,
    ],
  ])("%s", (_, code) => {
    expect(keysIn(adoptCode(code))).toEqual(["Orders p 1"]);
  });

  it("not to another function of the same name", () => {
    const report = adoptFiles({
      "a.ts": `${start}const client = new TableClient("", "Orders");
        export function save(row: any) { client.createEntity(row); } save(${row});`,
      "b.ts": 'function save(row: object) {} save({ partitionKey: "x", rowKey: "2" });',
      "c.ts": 'class Other { save(row: object) {} } new Other().save({ partitionKey: "y", rowKey: "3" });',
    });
    expect(keysIn(report)).toEqual(["Orders p 1"]);
  });
});

describe("callers are followed up to a limit:", () => {
  const tablesIn = (code: string) => adoptFiles({ "a.ts": start + code }).tables.map(({ name }) => name);
  const open = 'function f0(table: string) { new TableClient("", table).createTable(); }\n';
  const chain = (length: number) =>
    Array.from({ length }, (_, n) => `function f${n + 1}(table: string) { f${n}(table); }`).join("\n");
  const times = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => text(n)).join("\n");

  it("four levels", () => {
    expect(tablesIn(`${open}${chain(3)}\nf3("Orders");`)).toEqual(["Orders"]);
    expect(tablesIn(`${open}${chain(4)}\nf4("Orders");`)).toEqual([]);
  });

  it("the first 32 of each function", () => {
    const tables = tablesIn(open + times(33, (n) => `f0("Table${n + 10}");`));
    expect(tables).toHaveLength(32);
    expect(tables).not.toContain("Table42");
  });

  it("64 chains", () => {
    const callers = times(9, (n) => `function g${n}(table: string) { f0(table); }`);
    const calls = times(81, (n) => `g${Math.floor(n / 9)}("Table${n + 10}");`);
    expect(tablesIn(`${open}${callers}\n${calls}`)).toHaveLength(64);
  });
});
