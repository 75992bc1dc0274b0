import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { draftIndexRows, draftTable } from "../draft/draft-table.js";
import type { SampledRow } from "../sample/columns.js";
import { draftInOrder } from "./draft-in-order.js";
import { readIndexKind } from "./index-kind.js";

type Values = Readonly<Record<string, EdmValue>>;

const values = (index: number) => ({
  companyId: edm.string(index % 2 === 0 ? "Acme" : "Beta"),
  id: edm.string(`e${index}`),
  email: edm.string(`m${index}x`),
  dept: edm.string(`D${index % 3}`),
});

/** Returns a row of a kind, with its keys and some of the values of an employee. */
function row(
  index: number,
  kind: string,
  keys: readonly [string, string],
  names: string,
  more: Values = {},
): SampledRow {
  const all: Readonly<Record<string, EdmValue>> = values(index);
  const chosen = names.split(" ").flatMap((name) => {
    const value = all[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const properties = { kind: edm.string(kind), ...Object.fromEntries(chosen), ...more };
  return { partitionKey: keys[0], rowKey: keys[1], properties };
}

const text = (value: EdmValue) => String(value.value);
const company = (index: number) => `company!${text(values(index).companyId)}`;
const employee = (index: number) =>
  row(index, "employee", [company(index), `employee!e${index}`], "companyId id email dept");

type MakeIndex = (index: number) => SampledRow;
const byEmail: MakeIndex = (i) => row(i, "employee.byEmail", [company(i), `email!m${i}x`], "companyId id email");
const byDept: MakeIndex = (i) =>
  row(i, "employee.byDept", [`dept!D${i % 3}`, `${text(values(i).companyId)}!e${i}`], "companyId id dept");
const byDeptIn: MakeIndex = (i) => row(i, "employee.byDept", [company(i), `dept!D${i % 3}!e${i}`], "companyId id dept");

const rowsOf = (...kinds: readonly MakeIndex[]) =>
  Array.from({ length: 20 }, (_, index) => kinds.map((make) => make(index))).flat();
/** Drafts a table. Returns its entities, each with its indexes and whether they are unique. */
function draft(...kinds: readonly MakeIndex[]) {
  return draftTable("Company", rowsOf(...kinds), (name) => name).map(({ source, indexes = [] }) => [
    source.name,
    ...indexes.map((index) => `${index.source.name}${index.source.unique ? " unique" : ""} of ${index.rows.length}`),
  ]);
}

describe("index rows become an index of their entity", () => {
  it("in its partition or in others, unique where the key does not name the entity", () => {
    expect(draft(employee, byEmail)).toEqual([["Employee", "byEmail unique of 20"]]);
    expect(draft(employee, byDept)).toEqual([["Employee", "byDept of 20"]]);
    expect(draft(employee, byDeptIn)).toEqual([["Employee", "byDept of 20"]]);
    expect(draft(byDept, employee, byEmail)).toEqual([["Employee", "byDept of 20", "byEmail unique of 20"]]);
  });

  it("with other values of the entity, if they are in its partition", () => {
    const including: MakeIndex = (i) =>
      row(i, "employee.byEmail", [company(i), `email!m${i}x`], "companyId id email dept");
    expect(draft(employee, including)).toEqual([["Employee", "byEmail unique of 20"]]);
    const elsewhere: MakeIndex = (i) => ({ ...including(i), partitionKey: "all" });
    expect(draft(employee, elsewhere)).toEqual([["Employee"], ["EmployeeByEmail"]]);
    const withMore: MakeIndex = (i) =>
      row(i, "employee.byDept", [`dept!D${i % 3}`, `${text(values(i).companyId)}!e${i}`], "companyId id dept email");
    expect(draft(employee, withMore)).toEqual([["Employee"], ["EmployeeByDept"]]);
  });

  it("with the keys and properties of the index", () => {
    const [drafted] = draftTable("Company", rowsOf(employee, byDeptIn), (name) => name);
    expect(drafted?.indexes?.[0]?.source).toEqual({
      name: "byDept",
      unique: false,
      entry: {
        table: "Company",
        partitionKey: {
          parts: [
            { kind: "literal", text: "company" },
            { kind: "property", encoding: "text", property: { name: "companyId" } },
          ],
        },
        rowKey: {
          parts: [
            { kind: "literal", text: "dept" },
            { kind: "property", encoding: "text", property: { name: "dept" } },
            { kind: "property", encoding: "text", property: { name: "id" } },
          ],
        },
        properties: [{ name: "companyId" }, { name: "id" }, { name: "dept" }],
      },
    });
    expect(drafted?.source.indexes).toEqual([drafted?.indexes?.[0]?.source]);
  });

  it("whose limits the properties get", () => {
    const limits = (...kinds: readonly MakeIndex[]) =>
      draftTable("Company", rowsOf(...kinds), (name) => name)[0]?.source.properties.map(
        ({ name, maxLength }) => `${name} ${maxLength}`,
      );
    expect(limits(employee)).toEqual(["companyId 128", "id 128", "email undefined", "dept undefined"]);
    expect(limits(employee, byEmail)).toEqual(["companyId 128", "id 128", "email 128", "dept undefined"]);
    expect(limits(employee, byDeptIn)).toEqual(["companyId 128", "id 64", "email undefined", "dept 64"]);
  });
});

describe("properties of an entity with indexes", () => {
  const numbered: MakeIndex = (i) => ({
    ...employee(i),
    properties: { ...employee(i).properties, no: edm.int32(i * 7) },
  });
  const byNo: MakeIndex = (i) =>
    row(i, "employee.byNo", [company(i), `no!${String(i * 7).padStart(6, "0")}!e${i}`], "companyId id", {
      no: edm.int32(i * 7),
    });

  it("have the minimum of their index keys", () => {
    const [drafted] = draftTable("Company", rowsOf(numbered, byNo), (name) => name);
    const [index] = drafted?.indexes ?? [];
    expect(index?.source.entry.rowKey.parts[1]).toEqual({
      kind: "property",
      encoding: "pad",
      width: 6,
      property: { name: "no" },
    });
    expect(drafted?.source.properties.map(({ name, min }) => [name, min])).toEqual([
      ["companyId", undefined],
      ["id", undefined],
      ["email", undefined],
      ["dept", undefined],
      ["no", 0],
    ]);
    expect(drafted?.source.properties[0]).not.toHaveProperty("min");
  });

  it.each([
    [128, 128],
    [129, undefined],
  ])("have the maximum length of their index keys unless a row exceeds it: %d", (length, maxLength) => {
    const one = employee(20);
    const long = { ...one, properties: { ...one.properties, email: edm.string("x".repeat(length)) } };
    const [drafted] = draftTable("Company", [...rowsOf(employee, byEmail), long], (name) => name);
    expect(drafted?.indexes).toHaveLength(1);
    expect(drafted?.source.properties.find(({ name }) => name === "email")?.maxLength).toBe(maxLength);
  });
});

describe("index rows stay an entity where", () => {
  it.each<readonly [string, MakeIndex]>([
    [
      "no entity has such a value",
      (i) => ({ ...byEmail(i), properties: { ...byEmail(i).properties, email: edm.string("x") } }),
    ],
    [
      "one of them has no entity",
      (i) =>
        i === 7
          ? row(i, "employee.byEmail", [company(i), "email!zz"], "companyId id", { email: edm.string("zz") })
          : byEmail(i),
    ],
    [
      "they lack a value of the entity's key",
      (i) => row(i, "employee.byEmail", [company(i), `email!m${i}x`], "companyId email"),
    ],
    [
      "they have a property that the entity lacks",
      (i) => row(i, "employee.byEmail", [company(i), `email!m${i}x`], "companyId id email", { x: edm.int32(1) }),
    ],
    [
      "a property has another type",
      (i) =>
        row(i, "employee.byEmail", [company(i), `email!m${i}x`], "companyId id", {
          email: edm.binary(new Uint8Array(1)),
        }),
    ],
    [
      "a part of the key is in no property",
      (i) => row(i, "employee.byEmail", [company(i), `email!q${i * 7}`], "companyId id email"),
    ],
    [
      "the key has another separator",
      (i) => row(i, "employee.byEmail", [company(i).replace("!", "|"), `email|m${i}x`], "companyId id email"),
    ],
    ["they are of another entity", (i) => row(i, "user.byEmail", [company(i), `email!m${i}x`], "companyId id email")],
  ])("%s", (_, make) => {
    const drafted = draft(employee, make);
    expect(drafted).toHaveLength(2);
    expect(drafted[0]).toEqual(["Employee"]);
  });
});

describe("tables that are drafted together", () => {
  const run = (tables: readonly (readonly [string, readonly SampledRow[]])[]) => {
    const order: string[] = [];
    const drafts = draftInOrder(
      tables.map(([table, rows]) => ({ table, rows })),
      ({ table, rows }, { elsewhere, declared, declare }) => {
        order.push(table);
        const own = rows.filter((each) => !declared.has(each));
        const entities = own.length === 0 ? [] : draftTable(table, own, (name) => name, "indexes", elsewhere);
        declare(entities);
        return `${table}: ${entities.map(({ source, indexes = [] }) => [source.name, ...indexes.map((index) => index.source.name)].join(" ")).join(", ")}`;
      },
    );
    return { order, drafts };
  };

  it("have those with index rows alone last, and are returned as given", () => {
    expect(
      run([
        ["Index", rowsOf(byDept)],
        ["Company", rowsOf(employee)],
      ]),
    ).toEqual({
      order: ["Company", "Index"],
      drafts: ["Index: ", "Company: Employee byDept"],
    });
    expect(
      run([
        ["A", rowsOf(employee)],
        ["B", rowsOf(byDept)],
        ["Log", [{ partitionKey: "p", rowKey: "r", properties: {} }]],
      ]),
    ).toEqual({
      order: ["A", "Log", "B"],
      drafts: ["A: Employee byDept", "B: ", "Log: Log"],
    });
  });

  it("have the index rows of a table once", () => {
    const log: readonly SampledRow[] = [{ partitionKey: "p", rowKey: "r", properties: {} }];
    const { drafts } = run([
      ["Log", log],
      ["Company", rowsOf(employee, byEmail)],
    ]);
    expect(drafts).toEqual(["Log: Log", "Company: Employee byEmail"]);
  });

  it("keep index rows of no other table as entities", () => {
    expect(run([["Index", rowsOf(byDept)]]).drafts).toEqual(["Index: EmployeeByDept"]);
  });

  it("have drafts of their index rows alone", () => {
    expect(draftIndexRows("Company", rowsOf(employee, byDept)).map(({ source }) => source.name)).toEqual([
      "EmployeeByDept",
    ]);
  });
});

describe("the kind of an index row", () => {
  it.each([
    ["employee.byEmail", { entity: "employee", index: "byEmail" }],
    ["a.b.byÄ_1", { entity: "a.b", index: "byÄ_1" }],
    ["employee.byemail", undefined],
    ["employee.by", undefined],
    ["byEmail", undefined],
    [".byEmail", undefined],
    ["employee.byEmail-x", undefined],
    ["employee.xbyEmail", undefined],
    [undefined, undefined],
  ])("%s has the parts %j", (kind, parts) => {
    expect(readIndexKind(kind)).toEqual(parts);
  });
});
