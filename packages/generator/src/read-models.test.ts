import { expect, it } from "vitest";
import { readModels } from "./generate.js";
import { createSourceHost, type SourceHost } from "./read/project/source-host.js";

const shop = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order",                                   // tells it from other entities
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    sequence: edm.int64(),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    paymentId: edm.guid().optional(),
    signature: edm.binary().optional(),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)],   // newest first
});

export const OrderLine = entity({
  table: "Shop",
  kind: "line",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    orderNo: edm.int32({ min: 0 }),
    lineNo: edm.int32({ min: 1 }),
    sku: edm.string(),
    quantity: edm.int32(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.orderNo.pad(10), k.lineNo.pad(4)],
});
`;

it("reads two entities of one table into models, without a finding", () => {
  const { models, diagnostics } = readModels({
    host: createSourceHost({ "tables/shop.table.ts": shop }),
    files: ["tables/shop.table.ts"],
  });
  expect(diagnostics).toEqual([]);
  const [order, line] = models;
  expect(order).toMatchObject({
    name: "Order",
    fileName: "order.gen.ts",
    table: "Shop",
    kind: "order",
    kindProperty: "kind",
    separator: "!",
    unknownProperties: "drop",
    scope: "Shop/cust!{customerId}",
    kindScope: { by: "row-key", prefix: "order!" },
    doc: "A customer's order.",
    file: "tables/shop.table.ts",
    partitionKey: { template: "cust!{customerId}", prefix: "cust!", maxUnits: 5 + 3 * 64 },
    rowKey: { template: "order!{placedAt:desc}!{orderNo:10}", prefix: "order!", maxUnits: 6 + 19 + 1 + 10 },
  });
  expect(order?.properties.map(({ name, type, key, optional }) => [name, type, key, optional])).toEqual([
    ["customerId", "string", "partition", false],
    ["placedAt", "dateTime", "row", false],
    ["orderNo", "int32", "row", false],
    ["total", "double", undefined, false],
    ["paid", "boolean", undefined, false],
    ["sequence", "int64", undefined, false],
    ["currency", "string", undefined, false],
    ["paymentId", "guid", undefined, true],
    ["signature", "binary", undefined, true],
    ["note", "string", undefined, true],
  ]);
  expect(order?.properties.at(-1)?.doc).toBe("Free text.");
  const placedAt = order?.rowKey.parts[1];
  expect(placedAt).toMatchObject({ kind: "property", encoding: "desc", width: undefined });
  expect(placedAt?.kind === "property" && placedAt.property).toBe(order?.properties[1]);
  expect(line?.scope).toBe(order?.scope);
  expect(line?.kindScope).toEqual({ by: "row-key", prefix: "line!" });
});

it("reports everything at once, and gives no models then", () => {
  const broken = shop
    .replace('table: "Shop",', 'table: "My Shop",')
    .replace("k.lineNo.pad(4)", "k.linNo.pad(4)")
    .replace("edm.double()", "edm.float()");
  const { models, diagnostics } = readModels({
    host: createSourceHost({ "a.table.ts": broken }),
    files: ["a.table.ts"],
  });
  expect(models).toEqual([]);
  expect(diagnostics.map(({ code, location: { line, column } }) => `${line}:${column} ${code}`)).toEqual([
    "5:10 table.invalid-name",
    "11:16 definition.name-not-found",
    "35:48 key.unknown-property",
  ]);
});

it("gives models beside warnings", () => {
  const { models, diagnostics } = readModels({
    host: createSourceHost({ "a.table.ts": shop.replace("maxLength: 64", "") }),
    files: ["a.table.ts"],
  });
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["key.may-be-too-long", "warning"]]);
  expect(models).toHaveLength(2);
});

it("does not depend on the order or the repetition of the files", () => {
  const files = {
    "b/shop.table.ts": shop.replaceAll('"Shop"', '"ShopB"').replaceAll("Order", "Purchase"),
    "a.table.ts": shop,
    "c.table.ts": shop.replaceAll('"Shop"', '"shopb"').replaceAll("Order", "Invoice").replace('"line"', '"LINE"'),
    "d.table.ts": "// Nothing is left.\n",
  };
  const names = Object.keys(files);
  const results = [names, names.toReversed(), [...names, ...names]].map((order) =>
    readModels({ host: createSourceHost(files), files: order }),
  );
  const [first, ...others] = results.map((result) => JSON.stringify(result));
  for (const other of others) expect(other).toBe(first);
  expect(results[0]?.diagnostics.map(({ location, code }) => `${location.file} ${code}`)).toContain(
    "d.table.ts definition.none",
  );
});

it("reads nothing but the files that it needs", () => {
  const read: string[] = [];
  const files = { "a.table.ts": shop, "unused.ts": "export const x = 1;", "tsconfig.json": "{}" };
  const memory = createSourceHost(files);
  const readFile = (path: string) => {
    read.push(path);
    return memory.readFile(path);
  };
  const host: SourceHost = { ...memory, readFile };
  readModels({ host, files: ["a.table.ts"], tsconfig: "tsconfig.json" });
  expect(read).toEqual(["tsconfig.json", "a.table.ts"]);
});
