import { describe, expect, it } from "vitest";
import { generate, generateFormer } from "../../generate.js";
import { createSourceHost } from "../../read/project/source-host.js";

const file = "order.table.ts";
const definition = (properties: string, keys: string) => `import { edm, entity } from "tablewright";
export const Order = entity({ table: "Orders", kind: "order", properties: { ${properties} }, ${keys} });
`;
const lock = "tablewright.lock.json";

/** Returns the former classes of several definitions, of which the last is current. */
function former(...definitions: string[]) {
  let text: string | undefined;
  for (const source of definitions) {
    const host = createSourceHost({ [file]: source });
    const result = generate({ host, files: [file], outDir: "gen", lock: { path: lock, text, accept: true } });
    expect(result.diagnostics).toEqual([]);
    text = result.lock;
  }
  return generateFormer({ host: createSourceHost({ [file]: definitions.at(-1) ?? "" }), files: [file] }, text ?? "");
}

const plain = definition(
  "id: edm.string({ maxLength: 9 }), no: edm.int32({ min: 0 })",
  "partitionKey: (k) => [k.id], rowKey: (k) => [k.no.pad(8)]",
);

/** Returns the current class of the last of several definitions. */
function current(...definitions: string[]): string {
  let text: string | undefined;
  let code = "";
  for (const source of definitions) {
    const host = createSourceHost({ [file]: source });
    const result = generate({ host, files: [file], outDir: "gen", lock: { path: lock, text, accept: true } });
    text = result.lock;
    code = result.files.find(({ text }) => text.includes("class Order {"))?.text ?? "";
  }
  return code;
}

describe("the former keys in a class", () => {
  const indexed = (table: string, unique: string) =>
    plain
      .replace('table: "Orders"', `table: "${table}"`)
      .replace(
        "[k.no.pad(8)] });",
        `[k.no.pad(8)], indexes: { byNo: { table: "Numbers", partitionKey: (k) => [k.no.pad(8)], rowKey: (k) => [${unique ? "" : "k.id"}]${unique} } } });`,
      );

  it("are those that rows had in its table", () => {
    expect(current(plain, plain.replace("[k.id]", '["a", k.id]'))).toContain(
      '{ kind: "order", kindProperty: "kind", partitionKey',
    );
    expect(current(plain, plain.replace('"Orders"', '"Moved"'))).not.toContain("formerRows");
  });

  it("name another table only where entities that wait there hold values", () => {
    const unique = (table: string) => indexed(table, ', unique: "global"').replace("[]", '["in"]');
    expect(current(unique("Orders"), unique("Moved"))).toContain(
      'formerRows: $.formerRows([\n    { table: "Orders", kind: "order"',
    );
    expect(current(indexed("Orders", ""), indexed("Moved", ""))).not.toContain("formerRows");
  });
});

describe("the classes of former keys", () => {
  it("are none where the keys never changed", () => {
    expect(former(plain, plain)).toMatchObject({ classes: [] });
  });

  it("make each of the former keys, oldest first, of the properties that there are now", () => {
    const second = plain.replace("[k.id]", '["{a}", k.id.shard(4)]').replace('kind: "order"', 'kind: "o"');
    const third = second
      .replace("id:", "code:")
      .replace("maxLength: 9", 'maxLength: 9, formerly: ["id"]')
      .replace("k.id.shard(4)", "k.code.lower");
    const { files, classes } = former(plain, second, third);
    expect(classes).toEqual([
      { entity: "Order", name: "Order$1", table: "Orders" },
      { entity: "Order", name: "Order$2", table: "Orders" },
    ]);
    const [first, last] = classes.map(({ name }) => files.find(({ text }) => text.includes(`class ${name} {`))?.text);
    expect(first).toContain('scope: "Orders/{code}"');
    expect(first).toContain('kind: "order"');
    expect(last).toContain('scope: "Orders/{{a}}!{code:shard4}"');
    expect(last).toContain('kind: "o"');
  });

  it("have the literals and shards of a former key in their order", () => {
    const first = plain.replace("[k.id]", '["a", "b", k.no.pad(8).shard(4)]').replace("[k.no.pad(8)]", "[k.id]");
    const { files } = former(first, first.replace('"a", "b"', '"c"'));
    expect(files.find(({ text }) => text.includes("class Order$1 {"))?.text).toContain(
      "/** The PartitionKey `a!b!{no:8:shard4}`. */",
    );
  });

  it("have the pieces of a template without separators between them", () => {
    const template = ["`a$", "{k.id}-$", "{k.no.pad(8)}b`"].join("");
    const first = plain.replace("[k.no.pad(8)]", `["row", ${template}]`);
    const { files } = former(first, first.replace('"row"', '"r"'));
    expect(files.find(({ text }) => text.includes("class Order$1 {"))?.text).toContain(
      "/** The RowKey `row!a{id}-{no:8}b`. */",
    );
  });

  it("have the rows of the indexes under the former keys, with what completes them", () => {
    const indexed = (keys: string) =>
      definition(
        "id: edm.string({ maxLength: 9, keyOnly: true }), team: edm.string({ maxLength: 9 }), mail: edm.string({ maxLength: 9 })",
        `${keys}, indexes: {
          byMail: { rowKey: (k) => ["mail", k.mail], unique: true },
          byTeam: { rowKey: (k) => ["team", k.team] },
          byPlace: { partitionKey: (k) => [k.team], rowKey: (k) => ["x"] },
        }`,
      );
    const first = indexed('partitionKey: (k) => ["p", k.team], rowKey: (k) => ["order", k.id]');
    const { files, classes } = former(
      first,
      indexed('partitionKey: () => ["all"], rowKey: (k) => ["o", k.team, k.id]').replace('"order"', '"o"'),
    );
    expect(classes).toEqual([{ entity: "Order", name: "Order$1", table: "Orders" }]);
    const textOf = (name: string) => files.find(({ text }) => text.includes(`class ${name} {`))?.text;
    const keyOf = (text = "") => [
      /scope: (".*")/.exec(text)?.[1],
      /rowKey: \(\) => (\[.*\]),/.exec(text)?.[1],
      /kind: (".*")/.exec(text)?.[1],
    ];
    expect(keyOf(textOf("Order$1ByMail"))).toEqual(['"Orders/p!{team}"', '["mail", $mail]', '"order.byMail"']);
    expect(keyOf(textOf("Order$1ByTeam"))).toEqual(['"Orders/p!{team}"', '["team", $team, $id]', '"order.byTeam"']);
    expect(textOf("Order$1ByMail")).toContain('$.string("id", { maxLength: 9 })');
    expect(keyOf(textOf("Order$1ByPlace"))).toEqual(['"Orders/{team}"', '["x", $id]', '"order.byPlace"']);
  });

  it("have rows of indexes that hold a derived part of the entity's keys once", () => {
    const indexed = (keys: string) =>
      definition(
        "team: edm.string({ maxLength: 9 }), mail: edm.string({ maxLength: 9 })",
        `${keys}, indexes: { byTeam: { rowKey: (k) => ["team", k.team, k.mail.lower] }, byPlace: { rowKey: (k) => ["place", k.team] } }`,
      );
    const first = indexed('partitionKey: () => ["p"], rowKey: (k) => ["order", k.mail.lower]');
    const { files } = former(first, first.replace('["p"]', '["q"]'));
    const rowOf = (name: string) =>
      /rowKey: \(\) => (\[.*\]),/.exec(files.find(({ text }) => text.includes(`class ${name} {`))?.text ?? "")?.[1];
    expect([rowOf("Order$1ByTeam"), rowOf("Order$1ByPlace")]).toEqual([
      '["team", $team, [$mail, $.lower()]]',
      '["place", $team, [$mail, $.lower()]]',
    ]);
  });

  it("read past a part whose property is gone", () => {
    const gone = definition("no: edm.int32({ min: 0 })", 'partitionKey: () => ["all"], rowKey: (k) => [k.no.pad(8)]');
    const { files } = former(plain, gone);
    expect(files.find(({ text }) => text.includes("class Order$1 {"))?.text).toContain(
      '$.string("id", { keyOnly: true })',
    );
  });

  const withoutLast = (type: string, call: string): string | undefined => {
    const [id, rest] = ["id: edm.string({ maxLength: 9 })", "partitionKey: (k) => [k.id], rowKey: "];
    const before = definition(`${id}, gone: edm.${type}()`, `${rest}(k) => [k.gone${call}]`);
    const { files } = former(before, definition(id, `${rest}() => ["row"]`));
    return files.find(({ text }) => text.includes("class Order$1 {"))?.text;
  };

  it.each([
    ["boolean", "", '$.boolean("gone"', "boolean"],
    ["int32", ".asc", '$.int32("gone"', "number"],
    ["int64", ".asc", '$.int64("gone"', "bigint"],
    ["dateTime", ".desc", '$.dateTime("gone"', "Date"],
    ["guid", "", '$.guid("gone"', "$.Guid"],
  ])("read the type of a part that is gone: %s", (type, call, declared, held) => {
    const text = withoutLast(type, call);
    expect(text).toContain(`${declared}, { keyOnly: true })`);
    expect(text).toContain(`readonly gone: ${held};`);
  });

  it("have the codec of a part that is gone", () => {
    expect(withoutLast("dateTime", ".desc")).toContain("rowKey: () => [[$gone, $.ticksDesc]],");
  });

  it("leave out keys that the present type of a property cannot be in", () => {
    const other = definition(
      "id: edm.string({ maxLength: 9 }), no: edm.double()",
      'partitionKey: (k) => [k.id], rowKey: () => ["row"]',
    );
    expect(former(plain, other)).toMatchObject({ classes: [] });
  });
});
