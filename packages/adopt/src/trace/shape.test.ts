import { describe, expect, it } from "vitest";
import { adoptCode, propertiesIn } from "../test/adopt-files.js";

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
    [
      "of an unknown type",
      "declare const o: unknown;",
      "...(o as any)",
      "the type of o is not known, and it may replace the keys",
    ],
    ["with a computed name", "declare const o: string;", "[o]: 5", "the name [o] is computed"],
  ])("%s", (_, before, properties, message) => {
    const { uncertain } = adoptCode(`${before} client.createEntity({ ${key}, ${properties} });`);
    expect(uncertain.map((one) => one.message)).toEqual([message]);
  });
});
