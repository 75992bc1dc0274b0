import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { orderRow } from "../test/order-rows.js";
import { Order } from "../test/shop/index.js";
import { compileProjection } from "./decode-projection.js";
import { edm } from "./edm/edm-value.js";

function row(members: object): EntityPayload {
  return { "odata.etag": 'W/"x"', ...members } as EntityPayload;
}

const identity = ["PartitionKey", "RowKey", "kind"];

function order(members: object): EntityPayload {
  const { PartitionKey, RowKey, kind } = orderRow(0);
  return row({ PartitionKey, RowKey, kind, ...members });
}

describe("a projection", () => {
  const projection = compileProjection(Order.$schema, ["total", "note", "paid", "total"]);

  it("asks for the stored names, each once", () => {
    expect(projection.select).toEqual([...identity, "total", "note", "paid"]);
    expect(compileProjection(Sample.$schema, ["bytes"]).select).toEqual(["PartitionKey", "RowKey", "constructor"]);
  });

  it("asks for the keys, which tell the entity and the values that they hold", () => {
    expect(compileProjection(Order.$schema, ["orderNo", "total"]).select).toEqual([...identity, "orderNo", "total"]);
    const keyOnly = compileProjection(Sample.$schema, ["id"]);
    expect(keyOnly.select).toEqual(["PartitionKey", "RowKey"]);
    expect(keyOnly.decode(row({ PartitionKey: "p", RowKey: "7" }), true)).toEqual({ id: "7", $etag: 'W/"x"' });
  });

  it("gives plain objects of those names and the ETag; what is absent or null is absent", () => {
    const read = projection.decode(order({ total: 5, note: null, paid: null }), true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read)).toEqual(["total", "paid", "$etag"]);
    expect(read).toEqual({ total: 5, paid: false, $etag: 'W/"x"' });
    const sample = row({ PartitionKey: "p", RowKey: "7" });
    expect(Object.keys(compileProjection(Sample.$schema, ["bytes"]).decode(sample, true))).toEqual(["$etag"]);
  });

  it("names entity, property and types of what does not fit, or asks the handler", () => {
    const bad = order({ total: "x" });
    expect(() => projection.decode(bad, true)).toThrow(
      /^Order\.total of row \("cust!C1", "order!.*"\) is stored as Edm\.String "x", not as Edm\.Double/,
    );
    expect(projection.decode(bad, true, () => 0)).toMatchObject({ total: 0 });
  });

  it("refuses a name that the definition lacks", () => {
    expect(() => compileProjection(Order.$schema, ["nope" as never])).toThrow('Order has no property "nope" to select');
    expect(() => compileProjection(Order.$schema, ["toString" as never])).toThrow("to select");
    expect(() => compileProjection(Order.$schema, [["total"] as never])).toThrow(
      'select of Order takes names, such as select("a", "b"), not an array.',
    );
  });
});

describe("what a projection shows in JSON", () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const user = row({
    PartitionKey: "T",
    RowKey: `user!${id}`,
    kind: "user",
    "passwordHash@odata.type": "Edm.Binary",
    passwordHash: "AQI=",
    email: "a@b",
    "updatedTicks@odata.type": "Edm.DateTime",
    updatedTicks: "2024-01-01T00:00:00Z",
  });
  const read = (...names: string[]) => compileProjection(User.$schema, names).decode(user, true);

  it("leaves out hidden properties, which the row itself has", () => {
    const object = read("email", "passwordHash", "updatedTicks");
    expect(object).toEqual({
      email: "a@b",
      passwordHash: new Uint8Array([1, 2]),
      updatedTicks: 638396640000000000n,
      $etag: 'W/"x"',
    });
    const json = { email: "a@b", updatedTicks: "638396640000000000", $etag: 'W/"x"' };
    expect(JSON.parse(JSON.stringify(object))).toEqual(json);
    expect(JSON.parse(JSON.stringify(read("passwordHash")))).toEqual({ $etag: 'W/"x"' });
  });

  it("needs a toJSON only for values that JSON.stringify would change", () => {
    const toJson = (object: object) => (object as { readonly toJSON?: unknown }).toJSON;
    expect(toJson(read("email"))).toBeUndefined();
    expect(toJson(read("updatedTicks"))).toBeTypeOf("function");
    expect(toJson(read("tenant", "id"))).toBeUndefined();
    const total = compileProjection(Order.$schema, ["total"]);
    expect(toJson(total.decode(order({ total: 5 }), true))).toBeUndefined();
    const [nan] = [total.decode(order({ "total@odata.type": "Edm.Double", total: "NaN" }), true)];
    expect(JSON.stringify(nan)).toBe('{"total":"NaN","$etag":"W/\\"x\\""}');
  });

  it("is also what was changed since, and toJSON may be replaced", () => {
    const object: Record<string, unknown> = read("updatedTicks");
    object["updatedTicks"] = 5n;
    expect(JSON.parse(JSON.stringify(object))).toMatchObject({ updatedTicks: "5" });
    object["toJSON"] = () => "own";
    expect(JSON.stringify(object)).toBe('"own"');
  });
});

describe("system members of a projection", () => {
  const keys = { PartitionKey: "C", RowKey: "member!0000000007", kind: "member" };

  it("include the Timestamp if it is selected", () => {
    const timed = compileProjection(Member.$schema, ["town", "$timestamp"]);
    expect(timed.select).toEqual([...identity, "town", "Timestamp"]);
    const member = row({ ...keys, town: "Ulm", Timestamp: "2024-01-01T00:00:00Z" });
    expect(timed.decode(member, true)).toEqual({
      town: "Ulm",
      $timestamp: new Date("2024-01-01T00:00:00Z"),
      $etag: 'W/"x"',
    });
    const town = compileProjection(Member.$schema, ["town"]);
    expect(Object.keys(town.decode(member, true))).toEqual(["town", "$etag"]);
  });

  it("include undeclared properties, for which the whole row is read", () => {
    const { select, decode } = compileProjection(Sample.$schema, ["small", "$extra"]);
    expect(select).toBeUndefined();
    const sample = row({ PartitionKey: "p", RowKey: "7", small: 1, other: 2 });
    expect(decode(sample, true)).toEqual({ small: 1, $extra: { other: edm.int32(2) }, $etag: 'W/"x"' });
  });

  it.each(["$other", "$extra"])("are refused if the definition has none: %s", (name) => {
    expect(() => compileProjection(Order.$schema, [name])).toThrow(
      expect.objectContaining({
        code: "query.unknown-property",
        entity: "Order",
        message: `Order has no property "${name}" to select.`,
      }),
    );
  });
});

describe("the keys of a projected row", () => {
  const wrong = { ...order({ total: 1 }), PartitionKey: "cust!50%" };

  it("are checked whether or not the properties of the key are selected", () => {
    const kind = { ...order({}), kind: "line" };
    for (const names of [["total"], ["customerId", "placedAt", "orderNo"]]) {
      const { decode } = compileProjection(Order.$schema, names);
      expect(() => decode(kind, true)).toThrow(expect.objectContaining({ code: "entity.wrong-kind" }));
      expect(() => decode(wrong, true)).toThrow(expect.objectContaining({ code: "key.malformed" }));
    }
  });

  it("may be accepted by the handler", () => {
    const { decode } = compileProjection(Order.$schema, ["total"]);
    const told: unknown[] = [];
    expect(decode(wrong, true, (mismatch) => told.push(mismatch))).toMatchObject({ total: 1 });
    expect(told).toMatchObject([{ entity: "Order", partitionKey: "cust!50%", error: { code: "key.malformed" } }]);
  });

  it("have to be those of the selected properties", () => {
    const { decode } = compileProjection(Order.$schema, ["customerId"]);
    const row = order({ customerId: "C2" });
    expect(() => decode(row, true)).toThrow(
      expect.objectContaining({ code: "decode.key-mismatch", property: "customerId" }),
    );
    const whole = compileProjection(Order.$schema, ["customerId", "placedAt", "orderNo"]);
    expect(() => whole.decode(order({ customerId: "C1", orderNo: 5 }), true)).toThrow(
      expect.objectContaining({ code: "decode.key-mismatch", property: "orderNo" }),
    );
  });
});
