import { describe, expect, it } from "vitest";
import { adoptFiles, keysIn } from "../test/adopt-files.js";

const start = 'import { TableClient, TableServiceClient, TableTransaction } from "@azure/data-tables";\n';
const read = (code: string, file = "a.ts") => adoptFiles({ [file]: start + code });
const messages = (code: string) => read(code).uncertain.map(({ message }) => message);
const row = '{ partitionKey: "p", rowKey: "1" }';

describe("a placeholder for a table's name comes from", () => {
  it.each([
    ["orders", "Orders"],
    ["ordersClient", "Orders"],
    ["_stockTableClient", "Stock"],
    ["order_lines", "Orderlines"],
    ["TableHistory", "TableHistory"],
    ["clients", "Clients"],
    ["stockdb", "Stockdb"],
    ["fax", "Fax"],
    ["io", "ShopTable"],
    ["tc", "ShopTable"],
    ["_theTableClient", "ShopTable"],
  ])("the client's name or else the file's: %s", (name, table) => {
    const { tables } = read(`declare const ${name}: TableClient; ${name}.createEntity(${row});`, "src/shop.data.ts");
    expect(tables).toMatchObject([{ name: table, isNameKnown: false }]);
  });

  it.each([
    ["class Stock", "StockTable"],
    ["export default class", "ShopTable"],
  ])("the class around it, if it has a name: %s", (start, table) => {
    const { tables } = read(
      `${start} { constructor(private client: TableClient) {} save() { this.client.createEntity(${row}); } }`,
      "shop.ts",
    );
    expect(tables.map(({ name }) => name)).toEqual([table]);
  });

  it.each([
    ["process.env.TABLE_NAME!", "TableName"],
    [`\`\${prefix}-orders-\``, "Orders"],
    [`\`\${prefix}ab\``, "PrefixAb"],
    [`\`\${prefix}abc\``, "Abc"],
    [`\`\${prefix}2026\``, "UnknownTable"],
    [`prefix + "${"a".repeat(63)}"`, `A${"a".repeat(62)}`],
    [`prefix + "${"a".repeat(64)}"`, "UnknownTable"],
  ])("the expression %s: %s", (expression, table) => {
    const { tables } = read(`declare const prefix: string; new TableClient("", ${expression}).createEntity(${row});`);
    expect(tables).toMatchObject([{ name: table, isNameKnown: false }]);
  });
});

describe("the report doubts", () => {
  it("a name that is empty", () => {
    expect(messages('new TableClient("", "").createTable();')).toEqual(["the table's name is empty"]);
  });

  it("a name that is known only when the program runs, and is only a default", () => {
    const code =
      'function open({ table = process.env.T! }: { table?: string }) { new TableClient("", table).createTable(); }';
    expect(messages(code)).toEqual([
      "the table's name is {T}, which is known only when the program runs",
      "the table's name {T} is only a default",
    ]);
  });

  it("a name that is a default among others", () => {
    const code = (client: string) =>
      `declare const isOld: boolean; function open({ table = "Orders" }: { table?: string }) { ${client}.createTable(); }`;
    const doubts = ["the table's name Orders or Users is only a default", "the client's table may be Orders or Users"];
    expect(messages(code('new TableClient("", isOld ? table : "Users")'))).toEqual(doubts);
    expect(messages(code('(isOld ? new TableClient("", table) : new TableClient("", "Users"))'))).toEqual(doubts);
  });

  it("a client that no expression of the program creates", () => {
    const code = 'declare function open(url: string, table: string): TableClient; open("", "Orders").createTable();';
    expect(messages(code)).toEqual(["cannot determine the client's table"]);
    expect(read(code).tables).toEqual([]);
  });

  it("a transaction that nothing submits", () => {
    const report = read(`const tx = new TableTransaction(); tx.createEntity(${row});`);
    expect(report.uncertain).toMatchObject([
      { message: "cannot determine the table to which the transaction is submitted" },
    ]);
    expect(keysIn(report)).toEqual(["UnknownTable p 1"]);
  });
});
