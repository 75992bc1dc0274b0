import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { decodeTableRow, encodeTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { anyBytes, anyDate, anyDouble, anyGuid, anyInt32, anyInt64, anyString } from "../test/arbitraries.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { law } from "../test/law.js";
import { Order } from "../test/shop/index.js";
import { type EdmValue, edm } from "./edm/edm-value.js";
import { idOf, parsePayload } from "./payload.js";
import { rewritePayload } from "./rewrite-payload.js";

const text =
  '{"odata.metadata":"https://a/$metadata#Shop/@Element","odata.etag":"W/\\"x\\"","PartitionKey":"cust!C1",' +
  '"RowKey":"order!2517927441548769999!0000000007","Timestamp":"2021-09-21T00:53:41.7166246Z","kind":"order","customerId":"C1",' +
  '"placedAt@odata.type":"Edm.DateTime","placedAt":"2021-01-02T03:04:05.123Z","orderNo":7,"total":12.0,"paid":true,' +
  '"sequence@odata.type":"Edm.Int64","sequence":"5","currency":"EUR","note":"old","gone":null,' +
  '"rate":5.0,"hits":5,"seen@odata.type":"Edm.DateTime","seen":"2021-01-02T03:04:05.1234567Z","nan@odata.type":"Edm.Double","nan":"NaN"}';

function rewrite(changes: object, payload = text, parse: (text: string) => unknown = parsePayload): string {
  const row = parse(payload) as EntityPayload;
  return rewritePayload(Order.$schema, row, Order.parseKey(idOf(row)), changes, limits.storage).body;
}

describe("a row with changes", () => {
  it("keeps what is not changed with its Edm type, also what the definition does not declare", () => {
    expect(rewrite({ set: { total: 13, paid: undefined }, unset: ["note"] })).toBe(
      '{"PartitionKey":"cust!C1","RowKey":"order!2517927441548769999!0000000007","kind":"order","customerId":"C1",' +
        '"placedAt@odata.type":"Edm.DateTime","placedAt":"2021-01-02T03:04:05.123Z","orderNo":7,"paid":true,' +
        '"sequence@odata.type":"Edm.Int64","sequence":"5","currency":"EUR",' +
        '"rate@odata.type":"Edm.Double","rate":5.0,"hits":5,' +
        '"seen@odata.type":"Edm.DateTime","seen":"2021-01-02T03:04:05.1234567Z","nan@odata.type":"Edm.Double","nan":"NaN",' +
        '"total@odata.type":"Edm.Double","total":13.0}',
    );
  });

  it("keeps a declared Double that JSON.parse has made a whole number", () => {
    expect(rewrite({}, text, JSON.parse)).toContain('"total@odata.type":"Edm.Double","total":12.0');
  });

  it("unsets optional properties alone", () => {
    expect(() => rewrite({ unset: ["total"] })).toThrow("Order.total is required and cannot be unset");
    expect(() => rewrite({ unset: ["rate"] })).toThrow('Order has no property "rate".');
  });

  it("replaces what $extra sets", () => {
    const row = parsePayload('{"PartitionKey":"p","RowKey":"1","Note":"n","a":5.0,"b":1}') as EntityPayload;
    const set = { $extra: { a: edm.int64(6n) } };
    expect(rewritePayload(Sample.$schema, row, { id: "1" }, { set }, limits.storage).body).toBe(
      '{"PartitionKey":"p","RowKey":"1","Note":"n","b":1,"a@odata.type":"Edm.Int64","a":"6"}',
    );
  });

  it("unsets undeclared properties of an entity that keeps them", () => {
    const row = parsePayload('{"PartitionKey":"p","RowKey":"1","Note":"n","a":5.0,"b":1}') as EntityPayload;
    const unset = (...names: string[]) =>
      rewritePayload(Sample.$schema, row, { id: "1" }, { unset: names as never }, limits.storage).body;
    expect(unset("$extra.a")).toBe('{"PartitionKey":"p","RowKey":"1","Note":"n","b":1}');
    expect(() => unset("$extra.Note")).toThrow(
      "Sample.$extra.Note is declared by the definition; set the property itself",
    );
    expect(() => unset("$extra.a-b")).toThrow(expect.objectContaining({ code: "property.invalid-name" }));
    expect(() => unset("a")).toThrow('Sample has no property "a".');
    expect(() => rewrite({ unset: ["$extra.rate"] })).toThrow('Order has no property "$extra.rate".');
    expect(() => rewrite({ unset: ["toString"] })).toThrow('Order has no property "toString".');
  });

  it("keeps numbers that are no Int32 as Doubles", () => {
    const large = text.replace('"hits":5', '"hits":2147483648,"least":-2147483648,"rate2":0.5');
    const body = rewrite({}, large, JSON.parse);
    expect(body).toContain('"hits@odata.type":"Edm.Double","hits":2147483648.0,"least":-2147483648,');
    expect(body).toContain('"rate2@odata.type":"Edm.Double","rate2":0.5');
  });

  it("keeps booleans and text as they are", () => {
    const odd = text.replace(
      '"hits":5',
      '"on":true,"say":"\\"x\\"","day@odata.type":"Edm.DateTime","day":"2021-01-02T00:00:00Z"',
    );
    expect(rewrite({}, odd)).toContain(
      '"on":true,"say":"\\"x\\"","day@odata.type":"Edm.DateTime","day":"2021-01-02T00:00:00Z"',
    );
  });

  it("keeps undeclared properties, and has the time of this write", () => {
    const keys = {
      PartitionKey: "C",
      RowKey: "member!0000000007",
      Timestamp: "",
      kind: "member",
      club: "C",
      member: 7,
    };
    const member = { ...keys, email: "a@b", town: "Ulm", visits: 1, other: "x" } as EntityPayload;
    const read = { club: "C", member: 7 };
    const body = rewritePayload(Member.$schema, member, read, { set: { visits: 2 } }, limits.storage).body;
    expect(JSON.parse(body)).toEqual({ ...member, Timestamp: undefined, visits: 2 });
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e" as never;
    const user = {
      PartitionKey: "T",
      RowKey: `user!${id}`,
      Timestamp: "",
      kind: "user",
      plan: "free",
    } as EntityPayload;
    const users = rewritePayload(User.$schema, user, { tenant: "T", id }, {}, limits.storage);
    expect(JSON.parse(users.body)).toMatchObject({ plan: "free", updatedAt: expect.stringMatching(/^20/) as string });
    const unset = () =>
      rewritePayload(User.$schema, user, { tenant: "T", id }, { unset: ["invitedBy" as never] }, limits.storage);
    expect(unset).toThrow(expect.objectContaining({ code: "value.read-only", property: "invitedBy" }));
  });

  it("names the property that cannot be written back", () => {
    const odd = text.replace("{", '{"odd":"\\ud800",');
    expect(() => rewrite({}, odd)).toThrow(
      expect.objectContaining({ code: "value.not-unicode", entity: "Order", property: "odd" }),
    );
  });

  it("checks what is set, and the key", () => {
    expect(() => rewrite({ set: { total: "1" } })).toThrow('Order.total is "1"');
    expect(() => rewrite({ set: { orderNo: 8 } })).toThrow("Order.orderNo is part of the key");
  });
});

const anyValue: fc.Arbitrary<EdmValue> = fc.oneof(
  anyString.map(edm.string),
  fc.boolean().map(edm.boolean),
  anyInt32.map(edm.int32),
  anyInt64.map(edm.int64),
  anyDouble.map(edm.double),
  anyDate.map(edm.dateTime),
  anyGuid.map(edm.guid),
  anyBytes.map(edm.binary),
);

/** Returns the service's response after it has stored a body. Finite Doubles and types that JSON distinguishes lose their annotation. */
function response(body: string): string {
  return body.replace(/"[^"]+@odata\.type":"Edm\.Double",("[^"]+":[^"])/g, "$1");
}

describe("the law of read, modify, write", () => {
  it("no value of an undeclared property is ever altered", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^x[a-z]{0,5}$/), anyValue), (properties) => {
        const declared = {
          kind: edm.string("order"),
          customerId: edm.string("C1"),
          total: edm.double(5),
          currency: edm.string("EUR"),
        };
        const row = {
          partitionKey: "cust!C1",
          rowKey: "order!2517927441548769999!0000000007",
          properties: { ...declared, ...properties },
        };
        const sent = encodeTableRow("Shop", row, limits.storage).body;
        const written = rewrite({ set: { paid: true } }, response(sent));
        const read = decodeTableRow("Shop", parsePayload(response(written)) as EntityPayload);
        expect({ ...read.properties }).toEqual({ ...row.properties, paid: edm.boolean(true) });
      }),
      law(20_000),
    );
  });
});
