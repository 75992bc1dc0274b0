import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, propertiesIn } from "../test/adopt-files.js";

const key = 'partitionKey: "p", rowKey: "r"';
const optional = (properties: string, before: string) =>
  propertiesIn(adoptCode(`${before}\nclient.createEntity({ ${key}, ${properties} });`)).map((one) =>
    one.replace(/ .*/, ""),
  );

describe("a property is required unless", () => {
  const before = "declare const isOld: boolean;";

  it.each([
    [
      "one of the objects that are spread may lack it",
      "...(isOld ? a : b)",
      "const a = { x: true, y: true }; const b = { x: true };",
      ["x?", "y?"],
    ],
    [
      "the object that is spread is one of several",
      "...c",
      "const a = { x: true }; const b = { y: true }; const c = isOld ? a : b;",
      ["x?", "y?"],
    ],
    [
      "its type says so",
      "...o",
      "declare const o: { x?: any; y: string | undefined; z: string; run(): void };",
      ["x?", "y?", "z"],
    ],
    ["an object that is spread under a condition has it", "...(isOld && o)", "declare const o: { x: string };", ["x?"]],
    ["it replaces one that is not", "x: true, ...(isOld && { x: true })", "", ["x"]],
    ["a later one that is required replaces it", "...(isOld && { x: 'a' }), x: 5n", "", ["x"]],
  ])("%s", (_, properties, more, found) => {
    expect(optional(properties, before + more)).toEqual(found);
  });

  it("it is assigned later", () => {
    const report = adoptCode(`
      export function save(note: string) {
        const row: any = { ${key}, a: true };
        row.note = note;
        row["size"] = 5n;
        row[note] = 1;
        if (row.other === note) other.extra = 1;
        return client.createEntity(row);
      }
      declare const other: any;
      export function unrelated(row: any) { row.no = 5; }`);
    expect(propertiesIn(report)).toEqual(["a Boolean proved", "note? String proved", "size? Int64 proved"]);
    expect(report.uncertain.map(({ message }) => message)).toEqual(["the name in row[note] is computed"]);
  });
});

it("names of keys and system members are no properties, unlike those that only contain them", () => {
  const names = [
    "etag",
    "timestamp",
    "'odata.etag'",
    "'x@odata.type'",
    "myEtag",
    "etagOf",
    "ownTimestamp",
    "myRowKey",
    "rowKeys",
  ];
  const members = names.map((name) => `${name}: string`).join("; ");
  const found = ["myEtag", "etagOf", "ownTimestamp", "myRowKey", "rowKeys"];
  const spread = adoptCode(`declare const o: { ${members}; run(): void }; client.createEntity({ ${key}, ...o });`);
  const read = adoptCode(
    `client.getEntity<{ partitionKey: string; rowKey: string; etag: string; timestamp: string; ${found.map((name) => `${name}: string`).join("; ")}; run(): void }>("p", "r");`,
  );
  for (const report of [spread, read])
    expect(propertiesIn(report)).toEqual(found.map((name) => `${name} String likely`));
});

describe("the report says that a row may have more properties", () => {
  it.each([
    ["of an index signature", "declare const o: Record<string, string>;", "...o", "o may have any property"],
    ["of an unknown type", "declare const o: unknown;", "...(o as any)", "the type of o is not known"],
    ["with a computed name", "declare const o: string;", "[o]: 5", "the name [o] is computed"],
  ])("%s", (_, before, properties, message) => {
    const { uncertain } = adoptCode(`${before} client.createEntity({ ${key}, ${properties} });`);
    expect(uncertain.map((one) => one.message)).toEqual([message]);
  });
});

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
