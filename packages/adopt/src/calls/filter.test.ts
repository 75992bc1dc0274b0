import { describe, expect, it } from "vitest";
import { adoptCode, keysIn, propertiesIn } from "../test/adopt-files.js";

const declared = "declare const id: string; declare const partitionKey: string;\n";
const list = (options: string) => adoptCode(`${declared}client.listEntities(${options});`);
const filtered = (filter: string) => list(`{ queryOptions: { filter: ${filter} } }`);

describe("the type of a property is that of the literal in a filter:", () => {
  const literals: readonly (readonly [literal: string, type: string])[] = [
    ["5", "Int32 likely"],
    ["-5", "Int32 likely"],
    ["5L", "Int64 proved"],
    ["-0.5", "Double proved"],
    ["1e3", "Double proved"],
    ["true", "Boolean proved"],
    ["false", "Boolean proved"],
    ["datetime'2026-01-01T00:00:00Z'", "DateTime proved"],
    ["GUID'9e9c4a0e-0000-0000-0000-000000000000'", "Guid proved"],
    ["X'00'", "Binary proved"],
    ["binary'00'", "Binary proved"],
    ["'5'", "String proved"],
    ["'5L'", "String proved"],
    ["'a datetime''s'", "String proved"],
    ["'a guid''s'", "String proved"],
    ["'an x''s'", "String proved"],
  ];
  const found = propertiesIn(filtered(JSON.stringify(literals.map(([text], n) => `x${n} eq ${text}`).join(" and "))));

  it.each(literals)("%s: %s", (literal, type) => {
    const index = literals.findIndex(([other]) => other === literal);
    expect(found[index]).toBe(`x${index}? ${type}`);
  });
});

it.each([
  [`odata\`PartitionKey eq \${id} and RowKey eq \${'order_' + id}\``, "{id} order_{id}"],
  [`\`PartitionKey eq '\${id}' and RowKey eq 'order_\${id}'\``, "{id} order_{id}"],
  [`"PartitionKey eq '" + id + "' and RowKey eq 'order_" + id + "_x'"`, "{id} order_{id}_x"],
  [`"PartitionKey eq 'p' and RowKey eq 'o''neil'"`, "p o'neil"],
  [`"PartitionKey ge 'p' and RowKey eq 'r'"`, "undefined r"],
  [`"PartitionKey eq 'p' and RowKey lt 'r'"`, "p undefined"],
  [`\`PartitionKey eq '\${partitionKey}' and RowKey eq 'r'\``, "undefined r"],
])("the filter %s compares the keys with %s", (filter, keys) => {
  expect(keysIn(filtered(filter))).toEqual([`Orders ${keys}`]);
});

it("names of keys and of the timestamp are no properties, unlike those that only contain them", () => {
  const filter =
    "Timestamp gt datetime'x' and LastTimestamp gt datetime'x' and TimestampCount eq 5L and MyRowKey eq ''";
  const select = '["partitionKey", "RowKey", "timestamp", "etag", "myEtag", "etagOfRow", "1st", "no-te", "note"]';
  expect(propertiesIn(list(`{ queryOptions: { filter: ${JSON.stringify(filter)}, select: ${select} } }`))).toEqual([
    "LastTimestamp? DateTime proved",
    "TimestampCount? Int64 proved",
    "MyRowKey? String proved",
    "myEtag? undefined unknown",
    "etagOfRow? undefined unknown",
    "note? undefined unknown",
  ]);
});

describe("a query", () => {
  const becomes = (code: string) => adoptCode(declared + code).calls.map((call) => call.becomes);

  it.each([
    [
      "in constants",
      `const filter = \`PartitionKey eq '\${id}'\`; const queryOptions = { filter };`,
      "{ queryOptions }",
    ],
    ["of any partition", "", `{ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey}\` } }`],
    ["that is joined", "", `{ queryOptions: { filter: [\`PartitionKey eq '\${id}'\`, 'x eq 5'].join(' and ') } }`],
  ])("with a filter %s names a partition", (_, before, options) => {
    expect(becomes(`${before} client.listEntities(${options});`)).toEqual([
      "service.entities(Order).query(partition).where(conditions)",
    ]);
  });

  it("without a partition is a scan, in pages where byPage is called on it", () => {
    expect(
      becomes("const use = (...all: unknown[]) => all; use(client.listEntities(), client.listEntities().byPage());"),
    ).toEqual([
      "service.entities(Order).scan().where(conditions)",
      "service.entities(Order).scan().where(conditions).page({ size, cursor })",
    ]);
  });

  it("reads the entity whose RowKeys start with the least one of the filter", () => {
    const code = `client.createEntity({ partitionKey: id, rowKey: "order_" + id });
      client.createEntity({ partitionKey: id, rowKey: "line_" + id });
      client.listEntities({ queryOptions: { filter: "RowKey gt 'line_' and RowKey lt 'line\`'" } });`;
    expect(becomes(code)[2]).toBe("service.entities(Line).scan().where(conditions)");
  });
});
