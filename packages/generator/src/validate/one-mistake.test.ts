import { expect, it } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";

const shop = `import { edm, entity } from "tablewright";
export const Order = entity({
  table: "Shop", kind: "order", separator: "|",
  properties: {
    customerId: edm.string({ maxLength: 64, brand: "CustomerId" }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0, max: 99 }),
    state: edm.string({ oneOf: ["a", "b"], default: "a" }),
    code: edm.string({ oneOf: ["x", "y"], keyOnly: true }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(2), k.code],
});
export const Line = entity({
  table: "Shop", kind: "line", separator: "|",
  properties: { customerId: edm.string({ maxLength: 64, brand: "CustomerId" }), no: edm.int32({ min: 0 }) },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.no.asc],
});
`;

const codesOf = (...texts: readonly string[]) => {
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.table.ts`, text]));
  return readModels({ host: createSourceHost(files), files: Object.keys(files) }).diagnostics.map(({ code }) => code);
};

it.each([
  ['oneOf: ["a", "b"]', "oneOf: [5]", "definition.invalid-value"],
  ['oneOf: ["a", "b"]', "oneOf: [absent]", "definition.name-not-found"],
  ['oneOf: ["a", "b"]', 'oneOf: ["b", absent]', "definition.name-not-found"],
  ['oneOf: ["a", "b"]', "oneOf: Object.values(Absent)", "definition.name-not-found"],
  ['oneOf: ["a", "b"]', "oneOf: Object.values(absent.State)", "definition.name-not-found"],
  ['oneOf: ["a", "b"]', 'oneOf: ["a", "b"].slice(0)', "definition.not-static"],
  ["k.orderNo.pad(2)", "k.orderNo.pad(2 * 1)", "definition.not-static"],
  ['oneOf: ["a", "b"]', 'oneOf: "a"', "definition.invalid-value"],
  ['oneOf: ["a", "b"]', 'oneOf: ["a", "b"], maxLength: 0', "property.limit-invalid"],
  ['oneOf: ["a", "b"]', "oneOf: []", "property.one-of-invalid"],
  ['oneOf: ["x", "y"]', "oneOf: []", "property.one-of-invalid"],
  ['oneOf: ["x", "y"]', "oneof: []", "definition.unknown-option"],
  ["maxLength: 64", "maxLength: 99999", "property.limit-invalid"],
  ["maxLength: 64", "maxLength: absent", "definition.name-not-found"],
  ["maxLength: 64", "maxlength: 64", "definition.unknown-option"],
  ["min: 0, max: 99", "min: 0.5, max: 0", "property.limit-invalid"],
  ["min: 0, max: 99", "min: 99999999999, max: 99", "property.limit-invalid"],
  ["min: 0, max: 99", "min: 0, max: 1e12", "property.limit-invalid"],
  ["min: 0, max: 99", "min: 0, max: -1", "property.range-empty"],
  ["min: 0, max: 99", "mn: 0, max: 99", "definition.unknown-option"],
  ["keyOnly: true", "keyonly: true", "definition.unknown-option"],
  ['kind: "order"', 'knd: "order"', "definition.unknown-option"],
  ['kind: "order"', 'kind: "order", kindProperty: "a b"', "property.invalid-name"],
  ['kind: "order"', 'kind: "order", kindProperty: "RowKey"', "property.system-name"],
  ['separator: "|"', 'seperator: "|"', "definition.unknown-option"],
  ["properties:", "propertis:", "definition.unknown-option"],
  ["rowKey:", "rowkey:", "definition.unknown-option"],
  ["k.customerId", "k.note", "key.optional-property"],
  ["import { edm, entity }", "import { entity }", "definition.name-not-found"],
  ["import { edm, entity }", "import { edn, entity }", "definition.name-not-found"],
  ['(k) => ["order"', 'function (k) { return ["order"', "definition.syntax"],
])("one mistake gives one finding: %s as %s", (right, wrong, code) => {
  expect(codesOf(shop)).toEqual([]);
  expect(codesOf(shop.replace(right, wrong))).toEqual([code]);
});

it("a mistake in a mixin is found once, though two entities have it", () => {
  const text = shop
    .replaceAll('customerId: edm.string({ maxLength: 64, brand: "CustomerId" })', "...shared")
    .replace("export", "const shared = { customerId: edm.string({ maxLength: 99999 }) };\nexport");
  expect(codesOf(text)).toEqual(["property.limit-invalid"]);
});

it("a copied file gives one finding for each entity", () => {
  expect(codesOf(shop, shop)).toEqual(["entity.duplicate-name", "entity.duplicate-name"]);
});
