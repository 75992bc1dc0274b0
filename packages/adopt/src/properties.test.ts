import { describe, expect, it } from "vitest";
import { adoptCode, propertiesIn } from "./test/adopt-files.js";

const written = (properties: string, before = "") =>
  propertiesIn(adoptCode(`${before}\nclient.createEntity({ partitionKey: "p", rowKey: "r", ${properties} });`));

describe("the stored type is", () => {
  const types: readonly (readonly [value: string, found: string])[] = [
    ["{ type: 'Int64', value: '5' }", "Int64 proved"],
    ["{ type: 'Guid', value: '…' } as const", "Guid proved"],
    ["5n", "Int64 proved"],
    ["new Date()", "DateTime proved"],
    ["Buffer.from('')", "Binary proved"],
    ["new Uint8Array()", "Binary proved"],
    ["true", "Boolean proved"],
    ["2.5", "Double proved"],
    ["2", "Int32 likely"],
    ["Math.round(2.5)", "Int32 likely"],
    ["Math.random()", "Double likely"],
    ["Date.now()", "undefined unknown"],
    ["JSON.stringify({})", "String proved"],
    ["JSON.parse('') as string", "String likely"],
    ["JSON.parse('')", "undefined unknown"],
    ["{ nested: true }", "undefined unknown"],
  ];
  const found = written(types.map(([value], index) => `x${index}: ${value}`).join(", "));

  it.each(types)("of %s: %s", (value, type) => {
    const index = types.findIndex(([other]) => other === value);
    expect(found[index]).toBe(`x${index} ${type}`);
  });

  it("Double where whole numbers and others are stored", () => {
    const report = adoptCode(`
      const key = { partitionKey: "p", rowKey: "r" };
      client.createEntity({ ...key, x: 2 });
      client.createEntity({ ...key, x: 2.5 });
    `);
    expect(propertiesIn(report)).toEqual(["x Double likely"]);
    expect(report.differences.map(({ code }) => code)).toContain("double");
    expect(report.drafts[0]?.text).toContain('x: edm.double({ reads: ["Edm.Int32"] }), // uncertain:');
  });

  it("unknown where two calls store different ones", () => {
    const report = adoptCode(`
      client.createEntity({ partitionKey: "p", rowKey: "r", x: "5" });
      client.upsertEntity({ partitionKey: "p", rowKey: "r", x: 5n });
    `);
    expect(propertiesIn(report)).toEqual(["x undefined unknown"]);
    expect(report.drafts[0]?.text).toContain("uncertain: stored as Edm.Int64 and as Edm.String");
  });

  it("what a filter compares it with", () => {
    const report = adoptCode(`
      export const find = (at: Date, name: string) => client.listEntities({ queryOptions: { filter:
        odata\`PartitionKey eq \${name} and at ge \${at} and count gt 5L and ratio lt 0.5 and id eq guid'…' and open eq true and city eq '\${name}'\`,
        select: ["at", "note"] } });
    `);
    expect(propertiesIn(report)).toEqual([
      "at? DateTime proved",
      "count? Int64 proved",
      "ratio? Double proved",
      "id? Guid proved",
      "open? Boolean proved",
      "city? String proved",
      "note? undefined unknown",
    ]);
  });
});

describe("the properties of an entity are those of", () => {
  it("objects that are spread, in their order", () => {
    const before = "const base = { a: 'x' as string, b: 1.5 }; declare const o: { c: Date; d?: boolean; run(): void };";
    expect(written("...base, ...o, b: 'y' as string", before)).toEqual([
      "a String proved",
      "b String proved",
      "c DateTime likely",
      "d? Boolean likely",
    ]);
  });

  it("objects before one that may replace them", () => {
    const report = adoptCode(`
      declare const body: any;
      client.createEntity({ partitionKey: "p", rowKey: "r", a: "", b: 0, ...body, c: 5n });
    `);
    expect(propertiesIn(report)).toEqual(["a String likely", "b Double likely", "c Int64 proved"]);
    expect(report.drafts[0]?.text).toContain("a: edm.string(), // uncertain: body may replace it");
  });

  it("objects that are spread under a condition, which are optional", () => {
    const before = "declare const note: string | undefined;";
    expect(written("...(note && { note }), ...(note ? { a: true } : { b: true })", before)).toEqual([
      "note? String proved",
      "a? Boolean proved",
      "b? Boolean proved",
    ]);
  });

  it("a function that makes the entity, and of assignments to it", () => {
    const report = adoptCode(`
      const toEntity = (id: string, total: bigint) => ({ partitionKey: "p", rowKey: id, total });
      export async function save(id: string, note?: string) {
        const entity: any = toEntity(id, 5n);
        if (note) entity.note = note;
        entity["size"] = 2.5;
        await client.upsertEntity(entity);
      }
    `);
    expect(propertiesIn(report)).toEqual(["total Int64 proved", "note? String proved", "size? Double proved"]);
  });

  it("every write: one that leaves a property out makes it optional, an update does not", () => {
    const report = adoptCode(`
      const key = { partitionKey: "p", rowKey: "r" };
      client.createEntity({ ...key, a: true, b: true });
      client.upsertEntity({ ...key, a: true }, "Replace");
      client.updateEntity({ ...key, c: true }, "Merge");
    `);
    expect(propertiesIn(report)).toEqual(["a Boolean proved", "b? Boolean proved", "c? Boolean proved"]);
  });

  it("the type that a read is cast to, where nothing is written", () => {
    const report = adoptCode(`
      interface Order { partitionKey: string; total: number; note?: string }
      export const get = (id: string) => client.getEntity<Order>("p", \`o_\${id}\`);
    `);
    expect(propertiesIn(report)).toEqual(["total Double likely", "note? String likely"]);
    expect(report.tables[0]?.entities[0]?.name).toBe("Order");
  });

  it("system properties are none", () => {
    expect(written("etag: '*', timestamp: new Date(), 'odata.type': 'x', x: true")).toEqual(["x Boolean proved"]);
  });
});

it("what may be more than is known is said", () => {
  const { uncertain, drafts } = adoptCode(`
    declare const body: any; declare const name: string;
    client.createEntity({ partitionKey: "p", rowKey: "r", ...body, [name]: 5 });
  `);
  expect(uncertain.map(({ message }) => message)).toEqual([
    "the type of body is not known, and it may replace the keys",
    "the name [name] is computed",
  ]);
  expect(drafts[0]?.text).toContain("// uncertain: there may be more properties: the type of body is not known");
});

it("a name that a class cannot have is stored as it is under another", () => {
  const [draft] = adoptCode(
    'client.createEntity({ partitionKey: "p", rowKey: "r", then: true, constructor: true });',
  ).drafts;
  expect(draft).toMatchObject({ problems: [] });
  expect(draft?.text).toContain('thenValue: edm.boolean({ name: "then" })');
});

it("names of a select that the program puts together are not invented", () => {
  const report = adoptCode(`
    const fields = ["note", prefix() + "Name", \`\${prefix()}\`, "at"];
    declare function prefix(): string;
    client.createEntity({ partitionKey: "p", rowKey: "1", total: 5 });
    for await (const row of client.listEntities({ queryOptions: { select: [...fields.slice(1), "note", prefix() + "x", "other"] } })) void row;`);
  const names = report.tables
    .flatMap(({ entities }) => entities.flatMap(({ properties }) => properties))
    .map(({ name }) => name);
  expect(names.sort()).toEqual(["note", "other", "total"]);
});
