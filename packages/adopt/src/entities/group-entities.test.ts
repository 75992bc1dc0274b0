import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, propertiesIn } from "../test/adopt-files.js";

const key = 'partitionKey: "p", rowKey: "r"';

describe("what calls show is joined:", () => {
  it("an update that replaces a row shows all its properties, one that merges does not", () => {
    const found = (mode: string) =>
      propertiesIn(
        adoptCode(`
      client.createEntity({ ${key}, a: true, b: true });
      client.updateEntity({ ${key}, a: true }, "${mode}");`),
      );
    expect(found("Replace")).toEqual(["a Boolean proved", "b? Boolean proved"]);
    expect(found("Merge")).toEqual(["a Boolean proved", "b Boolean proved"]);
  });

  it("a read adds the properties that it expects", () => {
    const read = "interface Row { a: boolean; c?: string; d: unknown } client.getEntity<Row>('p', 'r');";
    expect(propertiesIn(adoptCode(`${read} client.createEntity({ ${key}, a: true });`))).toEqual([
      "a Boolean likely",
      "c? String likely",
      "d? undefined unknown",
    ]);
    expect(propertiesIn(adoptCode(`${read} client.getEntity('p', 'r'); client.deleteEntity('p', 'r');`))).toEqual([
      "a Boolean likely",
      "c? String likely",
      "d undefined unknown",
    ]);
  });

  it.each([
    ["5n", "int64"],
    ["{ type: 'Guid', value: 'x' }", "guid"],
    ["2.5", "double"],
    ["2", "double"],
    ["new Date()", "date"],
  ])("a property that stores %s has the difference %s", (value, code) => {
    const { differences } = adoptCode(`client.createEntity({ ${key}, x: ${value} });`);
    expect(differences.map((one) => one.code)).toEqual(["errors", code]);
  });
});

describe("a read whose keys are not known", () => {
  const start = 'import { TableClient } from "@azure/data-tables";\n';
  const rows = (names: readonly string[]) =>
    `declare const id: string, partitionKey: string, rowKey: string, somePk: string, rkOfRow: string;
    interface Order { total: number } interface Line { size: number }
    ${names.map((name) => `client.createEntity({ partitionKey: id, rowKey: "${name}_" + id });`).join("\n")}`;

  it("belongs to the only entity, or to the one that is read with that type", () => {
    const becomes = (names: readonly string[], read: string) =>
      adoptCode(`${rows(names)}\n${read}`).calls.at(-1)?.becomes;
    expect(becomes(["order"], "client.getEntity(partitionKey, rowKey);")).toBe("service.entities(Order).get(key)");
    const typed = "client.getEntity<Line>(id, 'line_' + id); client.getEntity<Order>(id, 'order_' + id);";
    expect(becomes(["order", "line"], `${typed} client.getEntity<Line>(partitionKey, rowKey);`)).toBe(
      "service.entities(Line).get(key)",
    );
    expect(becomes(["order", "line"], `${typed} client.getEntity(id, rowKey);`)).toBe("service.entities(…).get(key)");
  });

  it("is uncertain in a table with several", () => {
    const { uncertain } = adoptCode(`${rows(["order", "line"])}\nclient.getEntity(id, rowKey);`);
    expect(uncertain.map(({ message }) => message)).toEqual(["cannot determine which rows of Orders this call uses"]);
  });

  it("is uncertain for each table of a wrapper, in the order of their names", () => {
    const save = (table: string) => `${table}.save("a_1"); ${table}.save("b_1");`;
    const { uncertain } = adoptFiles({
      "a.ts": `${start}
        class Store { constructor(private client: TableClient) {}
          save(rowKey: string) { return this.client.createEntity({ partitionKey: "p", rowKey }); }
          load(rowKey: string) { return this.client.getEntity("p", rowKey); } }
        const users = new Store(new TableClient("", "Users")); const audit = new Store(new TableClient("", "Audit"));
        declare const rowKey: string; ${save("users")} ${save("audit")} users.load(rowKey); audit.load(rowKey);`,
    });
    expect(uncertain.map(({ message }) => message).filter((message) => message.startsWith("cannot"))).toEqual([
      "cannot determine which rows of Audit this call uses",
      "cannot determine which rows of Users this call uses",
    ]);
  });

  it("shows no keys, unlike one by other variables, and drafts only what shows something", () => {
    const report = (read: string) => {
      const { tables, drafts } = adoptCode(`${rows([])}\n${read}`);
      return [
        ...tables.flatMap(({ entities }) => entities.map((one) => `${one.partitionKey} ${one.rowKey}`)),
        drafts.length,
      ];
    };
    expect(report("client.getEntity(partitionKey, rowKey);")).toEqual(["undefined undefined", 0]);
    expect(report("client.getEntity<Order>(partitionKey, rowKey);")).toEqual(["undefined undefined", 1]);
    expect(report("client.getEntity(somePk, rkOfRow);")).toEqual(["{somePk} {rkOfRow}", 1]);
    expect(report("client.getEntity(partitionKey + '_x', 'r');")).toEqual(["{partitionKey}_x r", 1]);
    expect(report("client.createTable();")).toEqual([0]);
  });
});
