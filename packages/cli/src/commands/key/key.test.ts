import { describe, expect, it } from "vitest";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const tables = `import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Shop",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    sequence: edm.int64(),
    orderNo: edm.int32({ min: 0 }),
    paid: edm.boolean(),
    session: edm.guid(),
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.sequence.asc, k.orderNo.pad(10), k.paid, k.session],
});

export const Visit = entity({
  table: "Visits",
  properties: { at: edm.dateTime(), page: edm.string({ maxLength: 64 }), id: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => ["v", k.at.day],
  rowKey: (k) => ["v", k.page.lower, k.id],
});
`;

const values = {
  customerId: "C/1!",
  placedAt: "2024-01-01T00:00:00.1234567Z",
  sequence: "-5",
  orderNo: 7,
  paid: true,
  session: "0f8fad5b-d9cb-469f-a165-70867728950e",
};

const project = () => temporaryProject({ "tables/shop.table.ts": tables });

describe("key", () => {
  it("encodes values as the generated class does, and decodes them again", async () => {
    const { root, list } = project();
    const { code, out, log } = await runHere(root, "key", "encode", "Order", JSON.stringify(values));
    expect({ code, log }).toEqual({ code: 0, log: "" });
    const key = JSON.parse(out);
    expect(key).toEqual({
      partitionKey: "cust!C~2f1~21",
      rowKey: `order!2516982335998765432!09223372036854775803!0000000007!${key.rowKey.split("!")[4]}!${values.session}`,
    });
    const decoded = await runHere(root, "key", "decode", "Order", key.partitionKey, key.rowKey);
    expect({ ...decoded, out: JSON.parse(decoded.out) }).toEqual({ code: 0, out: values, log: "" });
    expect(list()).toEqual(["tables/shop.table.ts"]);
  });

  it("decodes of derived parts nothing, and takes an Int64 as a small number", async () => {
    const { root } = project();
    const visit = { at: "2024-05-06T07:08:09Z", page: "Home", id: "1" };
    const key = JSON.parse((await runHere(root, "key", "encode", "Visit", JSON.stringify(visit))).out);
    const { out } = await runHere(root, "key", "decode", "Visit", key.partitionKey, key.rowKey);
    expect(JSON.parse(out)).toEqual({ id: "1" });
    const number = await runHere(root, "key", "encode", "Order", JSON.stringify({ ...values, sequence: -5 }));
    expect(JSON.parse(number.out).rowKey).toContain("!09223372036854775803!");
  });

  it("shows the parts of a key that is a template", async () => {
    const window = `import { edm, entity } from "tablewright";
export const LimitWindow = entity({
  table: "Limits",
  separator: { partitionKey: ":", rowKey: "_" },
  properties: { address: edm.string({ keyOnly: true, maxLength: 64 }), at: edm.dateTime({ keyOnly: true }), slot: edm.string({ keyOnly: true, maxLength: 9 }) },
  partitionKey: (k) => ["ip", k.address],
  rowKey: (k) => [\`w\${k.at.minutes}\`, k.slot],
});
`;
    const { root } = temporaryProject({ "tables/window.table.ts": window });
    const { out } = await runHere(root, "key", "decode", "LimitWindow", "ip:2001:db8::1", "w29384756_c_1");
    expect(JSON.parse(out)).toMatchObject({ address: "2001:db8::1", slot: "c_1" });
    const key = await runHere(root, "key", "encode", "LimitWindow", out.trim());
    expect(JSON.parse(key.out)).toEqual({ partitionKey: "ip:2001:db8::1", rowKey: "w29384756_c_1" });
    const broken = await runHere(root, "key", "decode", "LimitWindow", "ip:2001:db8::1", "w2938x_c1");
    expect(broken.log).toContain(
      'RowKey "w2938x_c1" is not a key of LimitWindow, whose shape is "w{at}_{slot}": at index 5 "_" should follow',
    );
    expect(broken.log.match(/w2938x_c1/g)).toHaveLength(1);
    const refused = await runHere(
      root,
      "key",
      "encode",
      "LimitWindow",
      '{"address":"a","at":"2026-11-22T10:00:30Z","slot":"c"}',
    );
    expect(refused.log).toContain('the key keeps only "29922360" of it');
  });

  it.each([
    [
      ["encode", "Ordr", "{}"],
      "✖ key.unknown-entity  No definition is named Ordr.\n  → Pass one of these: Order, Visit\n  More: npx tablewright explain key.unknown-entity",
    ],
    [["encode", "Order", "{"], "✖ key.invalid  The values of Order must be a JSON object, not {."],
    [["encode", "Order", "[]"], "✖ key.invalid  The values of Order must be a JSON object, not []."],
    [["encode", "Visit", '{"page":"p"}'], "✖ key.invalid  Visit.at "],
    [
      ["encode", "Visit", '{"at":5,"page":"p","id":"1"}'],
      "✖ key.invalid  Visit.at is 5, which is not an Edm.DateTime in JSON.",
    ],
    [
      ["encode", "Visit", '{"at":"2024-01-01T00:00:00Z","page":"p","id":"1","idd":"2"}'],
      "→ The keys of Visit contain at, page, id.",
    ],
    [
      ["decode", "Order", "cust!C1", "order!5!x"],
      '✖ key.invalid  RowKey "order!5!x" is not a key of Order, whose shape is "order!{placedAt}!{sequence}!{orderNo}!{paid}!{session}": at index 6 {placedAt} has key text "5", which is not .NET ticks in 19 digits',
    ],
  ])("exits with 2 for %j", async (args, message) => {
    const { code, out, log } = await runHere(project().root, "key", ...args);
    expect([code, out, log]).toEqual([2, "", expect.stringContaining(message)]);
  });

  it("exits with 2 where the definitions have errors, or there are none", async () => {
    const { root } = temporaryProject({ "tables/shop.table.ts": "export const Order = entity({});\n" });
    expect(await runHere(root, "key", "encode", "Order", "{}")).toMatchObject({
      code: 2,
      log: expect.stringContaining("tables/shop.table.ts:1"),
    });
    expect((await runHere(temporaryProject().root, "key", "encode", "Order", "{}")).log).toContain(
      "definition.no-files",
    );
  });
});

it("keys of an entity with indexes, and of the rows of an index", async () => {
  const indexed = tables.replace(
    'rowKey: (k) => ["order",',
    'indexes: { bySession: { rowKey: (k) => ["session", k.session], unique: true } },\n  rowKey: (k) => ["order",',
  );
  const { root } = temporaryProject({
    "tables/shop.table.ts": indexed.replace('table: "Shop",', 'table: "Shop", kind: "order",'),
  });
  expect(await runHere(root, "key", "encode", "Order", JSON.stringify(values))).toMatchObject({ code: 0 });
  const { customerId, session } = values;
  expect(await runHere(root, "key", "encode", "OrderBySession", JSON.stringify({ customerId, session }))).toMatchObject(
    {
      code: 0,
      out: `{"partitionKey":"cust!C~2f1~21","rowKey":"session!${session}"}`,
    },
  );
});

it("keys of constants, and of an Int64 that a number cannot hold", async () => {
  const { root } = temporaryProject({
    "tables/settings.table.ts": `import { edm, entity } from "tablewright";
export const Setting = entity({
  table: "Settings",
  kind: "setting",
  properties: { name: edm.string() },
  partitionKey: () => ["all"],
  rowKey: () => ["one"],
});
export const Ticket = entity({
  table: "Tickets",
  properties: { id: edm.int64(), tag: edm.string({ maxLength: 9 }) },
  partitionKey: (k) => [k.tag],
  rowKey: (k) => [k.id.asc],
});
`,
  });
  const key = async (...args: string[]) => runHere(root, "key", ...args);
  expect((await key("encode", "Setting", "{}")).out).toBe('{"partitionKey":"all","rowKey":"one"}');
  expect((await key("encode", "Setting", "[]")).log).toContain("→ The keys of Setting are constants.");
  const encoded = await key("encode", "Ticket", '{"id":"-9007199254740993","tag":"x"}');
  const { partitionKey, rowKey } = JSON.parse(encoded.out) as {
    readonly partitionKey: string;
    readonly rowKey: string;
  };
  expect(JSON.parse((await key("decode", "Ticket", partitionKey, rowKey)).out)).toEqual({
    id: "-9007199254740993",
    tag: "x",
  });
  expect((await key("encode", "Ticket", '{"id":9007199254740993,"tag":"x"}')).log).toContain(
    "Ticket.id is 9007199254740992, which is not an Edm.Int64 in JSON.",
  );
});
