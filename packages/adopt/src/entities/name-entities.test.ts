import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles } from "../test/adopt-files.js";

const start = 'import { TableClient } from "@azure/data-tables";\n';
const save = (table: string, rowKey = "1") =>
  `new TableClient("", "${table}").createEntity({ partitionKey: "p", rowKey: "${rowKey}" });\n`;
const namesIn = (code: string) =>
  adoptFiles({ "a.ts": start + code }).tables.flatMap(({ entities }) => entities.map(({ name }) => name));

describe("an entity is named after", () => {
  const tables: readonly (readonly [table: string, name: string])[] = [
    ["Categories", "Category"],
    ["Diesels", "Diesel"],
    ["SeriesCategories", "SeriesCategory"],
    ["Addresses", "Address"],
    ["Batches", "Batch"],
    ["Business", "Business"],
    ["Status", "Status"],
    ["Analysis", "Analysis"],
    ["Lists", "List"],
    ["usersOld", "UsersOld"],
    ["Dates", "DateRow"],
  ];
  const found = namesIn(tables.map(([table]) => save(table)).join(""));

  it.each(tables)("its table in the singular: %s", (table, name) => {
    expect(
      found[
        tables
          .map(([other]) => other)
          .sort()
          .indexOf(table)
      ],
    ).toBe(name);
  });

  it.each([
    ["interface PurchaseEntity { total: number }", "Purchase"],
    ["type PurchaseTableRow = { total: number };", "Purchase"],
    ["interface Recording { total: number }", "Recording"],
    ["type Row = { total: number };", "Order"],
  ])("the type to which rows are cast: %s", (declaration, name) => {
    const [, type = ""] = declaration.split(" ");
    const report = adoptCode(`${declaration}\nclient.getEntity<${type}>("p", "r");`);
    expect(report.tables[0]?.entities.map((entity) => entity.name)).toEqual([name]);
  });

  it.each(["{ total: number }", "any"])("its table if that type has no name: %s", (type) => {
    const report = adoptCode(`client.getEntity<${type}>("p", "r");`);
    expect(report.tables[0]?.entities.map(({ name }) => name)).toEqual(["Order"]);
  });

  it("the first word of its RowKeys if the table has several, with Row before a digit", () => {
    const rows = (...keys: readonly string[]) =>
      `declare const id: string; ${keys.map((key) => `client.createEntity({ partitionKey: id, rowKey: ${key} });`).join(" ")}`;
    const names = (code: string) => adoptCode(code).tables[0]?.entities.map(({ name }) => name);
    expect(names(rows("'#line-item_' + id", "'order' + id"))).toEqual(["Line", "Order"]);
    expect(names(rows("id + '_x'", "'1_' + id"))).toEqual(["Order", "Order2"]);
    expect(namesIn(save("A123"))).toEqual(["A123"]);
  });

  it("a number as well if another table has an entity of that name", () => {
    expect(namesIn(save("Orders") + save("order") + save("ORDER"))).toEqual(["ORDER", "Order2", "Order3"]);
  });
});

describe("a property distinguishes entities if", () => {
  const kindsOf = (...rows: readonly string[]) => {
    const [draft] = adoptCode(
      `export function save(id: string, isTyped: boolean) { ${rows
        .map((row, n) => `client.createEntity({ partitionKey: id, rowKey: "r${n}_" + id, ${row} });`)
        .join(" ")} }`,
    ).drafts;
    return draft?.text.match(/(?<=kind: ").+(?=")/g) ?? [];
  };

  it("each stores another text in it", () => {
    expect(kindsOf("a: 'x', b: id, c: 'u'", "a: 'x', b: id, c: 'v'", "a: 'y', b: id, c: 'w'")).toEqual(["u", "v", "w"]);
  });

  it.each([
    ["each stores the same", ["c: 'u'", "c: 'u'"]],
    ["two of three store the same", ["c: 'u'", "c: 'v'", "c: 'u'"]],
    ["one may lack it", ["...(isTyped && { c: 'u' })", "c: 'v'"]],
    ["one lacks it", ["d: 'u'", "c: 'v'"]],
    ["one stores any text in it", ["c: id", "c: 'v'"]],
    ["there is only one entity", ["c: 'u'"]],
  ])("but not if %s", (_, rows) => {
    expect(kindsOf(...rows)).toEqual([]);
  });
});

it("entities of a table have the kinds that they store, and none where they store no kind", () => {
  const { drafts } = adoptCode(`declare const id: string;
    client.createEntity({ partitionKey: "team", rowKey: "t_" + id, type: "team", name: "A" });
    client.createEntity({ partitionKey: "team", rowKey: "m_" + id, type: "member", age: 1.5 });
    client.createEntity({ partitionKey: "names", rowKey: id, team: "A" });`);
  const [draft] = drafts;
  expect(draft?.problems).toEqual([]);
  expect(draft?.text.match(/kind(Property)?: .*/g)).toEqual([
    'kind: "team",',
    'kindProperty: "type",',
    'kind: "member",',
    'kindProperty: "type",',
    "kindProperty: false,",
  ]);
});
