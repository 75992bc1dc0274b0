import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Contact } from "../../../generator/src/emit/golden/evolution/expected/index.js";
import { type EdmValue, edm } from "../codec/edm/edm-value.js";
import { parsePayload } from "../codec/payload.js";
import type { EntityClass, EntityPayload, EntityTypes } from "../schema/entity-schema.js";
import { law } from "../test/law.js";
import { Order } from "../test/shop/index.js";
import { findMismatches } from "./find-mismatches.js";
import { fitsDefinition, isAsEncoded } from "./fits-definition.js";
import { tableRowJson } from "./row-json.js";
import { decodeTableRow } from "./table-row.js";

const order = {
  partitionKey: "cust!C1",
  rowKey: "order!2517927441548769999!0000000007",
  properties: {
    kind: edm.string("order"),
    customerId: edm.string("C1"),
    placedAt: edm.dateTime(new Date("2021-01-02T03:04:05.123Z")),
    orderNo: edm.int32(7),
    total: edm.double(5),
    paid: edm.boolean(true),
    sequence: edm.int64(5n),
    currency: edm.string("EUR"),
  },
};
const contact = {
  partitionKey: "team!T",
  rowKey: "contact!000007",
  properties: {
    kind: edm.string("contact"),
    group: edm.string("T"),
    no: edm.int32(7),
    mail: edm.string("ann@x.org"),
    visits: edm.int32(5),
    externalId: edm.guid("0f8fad5b-d9cb-469f-a165-70867728950e"),
  },
};

const values = fc.constantFrom<EdmValue | undefined>(
  undefined,
  edm.string("C1"),
  edm.string("EUR"),
  edm.string("05"),
  edm.string("C".repeat(65)),
  edm.int32(7),
  edm.int32(-1),
  edm.double(7),
  edm.double(7.5),
  edm.int64(7n),
  edm.boolean(false),
  edm.dateTime(new Date("2021-01-02T03:04:05.123Z")),
  edm.guid("0f8fad5b-d9cb-469f-a165-70867728950e"),
  edm.binary(new Uint8Array(3)),
);

/** Generates rows of which up to two properties or keys differ from a row that fits. */
function changed({ properties, ...keys }: typeof order | typeof contact) {
  const names = [...Object.keys(properties), "note", "paymentId", "email", "legacy"];
  const change = fc.tuple(fc.constantFrom(...names), values);
  const key = fc.constantFrom<object>({}, {}, {}, { rowKey: "x" }, { partitionKey: "cust!C2" }, { partitionKey: "" });
  return fc.tuple(fc.array(change, { maxLength: 2 }), key).map(([changes, otherKeys]) => ({
    ...keys,
    ...otherKeys,
    properties: { ...properties, ...Object.fromEntries(changes) } as Readonly<Record<string, EdmValue | undefined>>,
  }));
}

const payloadOf = (row: Parameters<typeof tableRowJson>[1]) =>
  parsePayload(tableRowJson("Shop", { ...row, $timestamp: new Date(0) })) as EntityPayload;

describe.each([
  ["an order", Order, order],
  ["a contact, which has former names and types", Contact, contact],
] as const)("a row of %s", (_, entity, row) => {
  const $class = entity as unknown as EntityClass<EntityTypes>;

  it("fits where it has no mismatches", () => {
    let fitting = 0;
    const hasNone = (payload: EntityPayload) => findMismatches($class, decodeTableRow("Shop", payload)).length === 0;
    fc.assert(
      fc.property(changed(row), (each) => {
        const payload = payloadOf(each);
        const fits = fitsDefinition($class, payload);
        expect(fits).toBe(hasNone(payload));
        if (fits) fitting++;
      }),
      law(20_000),
    );
    expect(fitting).toBeGreaterThan(50);
    expect(fitsDefinition($class, payloadOf(row))).toBe(true);
  });
});

describe("a row is as its definition encodes it", () => {
  const isAs = (changes: Readonly<Record<string, EdmValue | undefined>>, keys: object = {}) =>
    isAsEncoded(
      Order as unknown as EntityClass<EntityTypes>,
      payloadOf({ ...order, ...keys, properties: { ...order.properties, ...changes } }),
    );

  it("with or without what is optional or not declared", () => {
    expect(isAs({})).toBe(true);
    expect(isAs({ note: edm.string("n"), legacy: edm.double(1) })).toBe(true);
    expect(isAs({ placedAt: edm.dateTime(new Date("2021-01-02T03:04:05.123Z")) })).toBe(true);
  });

  it("not without a default, with another type, another kind or other keys", () => {
    expect(isAs({ paid: undefined })).toBe(false);
    expect(isAs({ total: edm.int32(5) })).toBe(false);
    expect(isAs({ orderNo: edm.double(7) })).toBe(false);
    expect(isAs({ sequence: edm.string("5") })).toBe(false);
    expect(isAs({ kind: edm.string("line") })).toBe(false);
    expect(isAs({ customerId: undefined })).toBe(false);
    expect(isAs({}, { partitionKey: "cust!C2" })).toBe(false);
    expect(isAs({}, { rowKey: "order!x" })).toBe(false);
  });

  it("not where a property has former names, because these have to be looked for", () => {
    expect(isAsEncoded(Contact as unknown as EntityClass<EntityTypes>, payloadOf(contact))).toBe(false);
  });
});
