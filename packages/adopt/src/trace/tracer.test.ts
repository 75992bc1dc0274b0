import { describe, expect, it } from "vitest";
import { adoptFiles } from "../test/adopt-files.js";

const start = 'import { TableClient } from "@azure/data-tables";\n';
const tablesIn = (code: string) => adoptFiles({ "a.ts": start + code }).calls.map(({ table }) => table);
const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join("\n");

describe("a value is followed through", () => {
  const chain = (count: number) =>
    `let x0: string = "Orders";\n${times(count, (n) => `let x${n + 1}: string = x${n};`)}\n`;

  it("24 steps", () => {
    expect(tablesIn(`${chain(23)}new TableClient("", x23).createTable();`)).toEqual(["Orders"]);
    expect(tablesIn(`${chain(24)}new TableClient("", x24).createTable();`)).toEqual([undefined]);
  });

  it("12 steps to the object whose member it is", () => {
    const objects = (count: number) => `interface Names { table: string }
      let x0: Names = { table: "Orders" };\n${times(count, (n) => `let x${n + 1}: Names = x${n};`)}\n`;
    expect(tablesIn(`${objects(11)}new TableClient("", x11.table).createTable();`)).toEqual(["Orders"]);
    expect(tablesIn(`${objects(12)}new TableClient("", x12.table).createTable();`)).toEqual([undefined]);
  });

  it("400 expressions", () => {
    const choose = (count: number) => `let last: string = "Last"; declare const n: number;
      function choose(): string { switch (n) { ${times(count, (n) => `case ${n}: return "Table${n}";`)} } return last; }
      new TableClient("", choose()).createTable();`;
    expect(tablesIn(choose(397))[0]).toMatch(/^Last or /);
    expect(tablesIn(choose(398))[0]).not.toContain("Last");
  });

  it("four objects within each other", () => {
    const objects = `interface A { b: B } interface B { c: C } interface C { d: D } interface D { e: E } interface E { table: string }
      let e: E = { table: "Orders" }; let d: D = { e }; let c: C = { d }; let b: B = { c }; let a: A = { b };\n`;
    expect(tablesIn(`${objects}new TableClient("", b.c.d.e.table).createTable();`)).toEqual(["Orders"]);
    expect(tablesIn(`${objects}new TableClient("", a.b.c.d.e.table).createTable();`)).toEqual([undefined]);
  });
});

describe("the values of a name are", () => {
  it.each([
    [
      "all that are assigned to it",
      'let t: string = "Orders"; t = "Users"; new TableClient("", t).createTable();',
      "Orders or Users",
    ],
    [
      "those assigned if it is not set",
      'let t: string | undefined; t ??= "Orders"; new TableClient("", t).createTable();',
      "Orders",
    ],
    [
      "both sides of ||",
      'declare const n: any; const t = n.table || "Orders"; new TableClient("", t).createTable();',
      "Orders",
    ],
    [
      "both of a condition",
      'declare const n: any; new TableClient("", n ? "Orders" : "Users").createTable();',
      "Orders or Users",
    ],
    ["an assignment's", 'let t: string; new TableClient("", (t = "Orders")).createTable();', "Orders"],
    [
      "not those of other fields of that name",
      'class A { t: string = "Orders"; } class B { t: string; constructor() { this.t = "Users"; } } new TableClient("", new A().t).createTable();',
      "Orders",
    ],
    [
      "not those with which it is compared",
      'let t: string = "Orders"; if (t === "Users") {} new TableClient("", t).createTable();',
      "Orders",
    ],
    [
      "a private field's",
      'class A { #t: string; constructor() { this.#t = "Orders"; } run() { new TableClient("", this.#t).createTable(); } }',
      "Orders",
    ],
    [
      "a member of an object with a short form",
      'const table: string = "Orders"; const names: { table: string } = { table }; new TableClient("", names.table).createTable();',
      "Orders",
    ],
    [
      "a renamed member that is taken out of an object",
      'const names: { t: string; u: string } = { u: "Users", t: "Orders" }; const { t: table } = names; new TableClient("", table).createTable();',
      "Orders",
    ],
    [
      "a field's of every instance",
      'class A { constructor(readonly t: string) {} } const make = (a: A) => new TableClient("", a.t).createTable(); new A("Orders"); new A("Users"); export { make };',
      "Orders or Users",
    ],
    [
      "a field's of every instance of a derived class",
      'class A { constructor(readonly t: string) {} } class B extends A { constructor() { super("Orders"); } } new B(); export const make = (a: A) => new TableClient("", a.t).createTable();',
      "Orders",
    ],
    [
      "a field's of this instance",
      'class A { constructor(readonly t: string) {} } new A("Users"); new TableClient("", new A("Orders").t).createTable();',
      "Orders",
    ],
    [
      "a field's in a class expression",
      'const A = class { constructor(readonly t: string) {} }; new TableClient("", new A("Orders").t).createTable();',
      "Orders",
    ],
    [
      "a parameter's of a class that others extend without a constructor",
      'class A { constructor(readonly t: string) {} } class B extends A {} new TableClient("", new B("Orders").t).createTable();',
      "Orders",
    ],
    [
      "what a function returns, not the functions in it",
      'function f() { const g = () => { return "Users"; }; g(); return "Orders" as string; } new TableClient("", f()).createTable();',
      "Orders",
    ],
    [
      "a default's of a parameter",
      'const f = (t: string = "Orders") => t; new TableClient("", f()).createTable();',
      "Orders",
    ],
    [
      "what is in casts and awaits",
      'const f = async () => <string>("Orders" satisfies string)!; async () => new TableClient("", (await f()) as string).createTable();',
      "Orders",
    ],
  ])("%s", (_, code, table) => {
    expect(tablesIn(code)).toEqual([table]);
  });
});
