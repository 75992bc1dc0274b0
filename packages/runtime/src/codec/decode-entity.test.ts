import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { Job } from "../../../generator/src/emit/golden/made-defaults/expected/index.js";
import { dateTime, int32, lower, month, schema, string } from "../codegen/v1.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { rowReadAs } from "../features/rows-read.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { Order } from "../test/shop/index.js";
import { decodeEntity, fromRow } from "./decode-entity.js";
import { compileProjection } from "./decode-projection.js";
import { edm } from "./edm/edm-value.js";
import { ExactDate } from "./edm/exact-date.js";
import { encodeEntity } from "./encode-entity.js";
import type { Mismatch } from "./mismatch.js";
import { parsePayload } from "./payload.js";
import { findStoredKeys } from "./stored-keys.js";

const stored = {
  "odata.etag": "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"",
  PartitionKey: "cust!C1",
  RowKey: "order!2517927441548769999!0000000007",
  Timestamp: "2021-09-21T00:53:41.7166246Z",
  kind: "order",
  customerId: "C1",
  "placedAt@odata.type": "Edm.DateTime",
  placedAt: "2021-01-02T03:04:05.123Z",
  orderNo: 7,
  total: 12.5,
  paid: true,
  "sequence@odata.type": "Edm.Int64",
  sequence: "5",
  currency: "EUR",
};

function decode(changes: object, typed = true): Order {
  return decodeEntity(Order.$schema, { ...stored, ...changes } as EntityPayload, typed);
}

function refusal(changes: object, typed = true): string {
  try {
    decode(changes, typed);
  } catch (error) {
    if (isTableError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("a stored row", () => {
  it("is an instance with own data, its ETag and its exact Timestamp", () => {
    const order = decode({});
    expect(order).toBeInstanceOf(Order);
    expect(Object.keys(order)).toEqual([
      "customerId",
      "placedAt",
      "orderNo",
      "total",
      "paid",
      "sequence",
      "currency",
      "paymentId",
      "signature",
      "note",
      "$kind",
      "$etag",
      "$timestamp",
    ]);
    expect(order.$etag).toBe(stored["odata.etag"]);
    expect(order.$timestamp?.toISOString()).toBe("2021-09-21T00:53:41.7166246Z");
    expect(order.placedAt).toEqual(new Date("2021-01-02T03:04:05.123Z"));
    expect(JSON.parse(JSON.stringify(order))).toEqual({
      customerId: "C1",
      placedAt: "2021-01-02T03:04:05.123Z",
      orderNo: 7,
      total: 12.5,
      paid: true,
      sequence: "5",
      currency: "EUR",
      $kind: "order",
    });
  });

  it("has its key properties from the key where it does not store them", () => {
    const order = decode({ customerId: undefined, placedAt: null, orderNo: undefined });
    expect([order.customerId, order.placedAt, order.orderNo]).toEqual(["C1", new Date("2021-01-02T03:04:05.123Z"), 7]);
  });

  it("has its defaults where it lacks a value", () => {
    expect(decode({ paid: undefined }).paid).toBe(false);
  });

  it("has no ETag without metadata, and is read by its text", () => {
    const { "odata.etag": _, "sequence@odata.type": __, "placedAt@odata.type": ___, ...bare } = stored;
    const order = decodeEntity(Order.$schema, bare as EntityPayload, false);
    expect(order.$etag).toBeUndefined();
    expect(order.sequence).toBe(5n);
  });
});

describe("rule 23 in a row", () => {
  it("a string without annotation is no date, no Int64 and no NaN", () => {
    expect(refusal({ "placedAt@odata.type": undefined })).toContain("decode.wrong-type: Order.placedAt of row");
    expect(refusal({ "sequence@odata.type": undefined })).toContain('is stored as Edm.String "5", not as Edm.Int64');
    expect(refusal({ total: "NaN" })).toContain('is stored as Edm.String "NaN", not as Edm.Double');
    expect(decode({ total: "NaN", "total@odata.type": "Edm.Double" }).total).toBeNaN();
    expect(decode({ total: "NaN" }, false).total).toBeNaN();
  });
});

describe("rule 24: null in an answer", () => {
  it("is absent", () => {
    expect(decode({ note: null }).note).toBeUndefined();
    expect(refusal({ total: null })).toContain("decode.missing");
  });
});

describe("rule 25: a row that does not fit", () => {
  it("is an error that names property, row and both types", () => {
    expect(refusal({ total: "12" })).toBe(
      'decode.wrong-type: Order.total of row ("cust!C1", "order!2517927441548769999!0000000007") is stored as Edm.String "12", not as Edm.Double',
    );
    expect(refusal({ total: undefined })).toBe(
      'decode.missing: Order.total of row ("cust!C1", "order!2517927441548769999!0000000007") is absent; the definition requires Edm.Double',
    );
    expect(refusal({ currency: "GBP" })).toContain('is stored as "GBP"; the definition allows "EUR", "USD"');
    expect(refusal({ sequence: "x" })).toContain("decode.malformed");
    expect(refusal({ orderNo: 7.5 })).toContain("is stored as Edm.Double 7.5, not as Edm.Int32");
    expect(refusal({ customerId: undefined, PartitionKey: "C1" })).toContain("key.malformed");
  });

  it("lists several problems", () => {
    try {
      decode({ total: "12", sequence: 5, note: 1 });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TableError);
      expect((error as TableError).code).toBe("decode.invalid");
      expect((error as TableError).problems?.map(({ property }) => property)).toEqual(["total", "sequence", "note"]);
    }
  });

  it("is left to the handler, which gives the value or throws", () => {
    const mismatches: Mismatch[] = [];
    const row = { ...stored, total: "12", note: 5, orderNo: undefined, customerId: "C1" } as unknown as EntityPayload;
    const order = decodeEntity(Order.$schema, row, true, (mismatch) => {
      mismatches.push(mismatch);
      return mismatch.property === "total" ? Number(mismatch.stored) : undefined;
    });
    expect(order).toBeInstanceOf(Order);
    expect(order.total).toBe(12);
    expect(order.note).toBeUndefined();
    expect(order.orderNo).toBe(7);
    expect(order.$etag).toBe(stored["odata.etag"]);
    expect(mismatches.map(({ property, rowKey, error }) => [property, rowKey, error.code])).toEqual([
      ["total", stored.RowKey, "decode.wrong-type"],
      ["note", stored.RowKey, "decode.wrong-type"],
    ]);
    const stop = () => {
      throw new Error("stop");
    };
    expect(() => decodeEntity(Order.$schema, row, true, stop)).toThrow("stop");
  });

  it("is of another kind where its kind says so", () => {
    expect(refusal({ kind: "line" })).toBe(
      'entity.wrong-kind: The row ("cust!C1", "order!2517927441548769999!0000000007") of table Shop does not match Order, kind "order": its kind is "line".',
    );
    expect(refusal({ kind: undefined })).toContain("it has no kind");
  });
});

describe("rule 26: undeclared properties", () => {
  it("are invisible", () => {
    expect(decode({ other: 1 })).not.toHaveProperty("other");
  });

  it("are kept under $extra with their Edm types where the entity keeps them", () => {
    const text =
      '{"odata.etag":"W/\\"x\\"","PartitionKey":"p","RowKey":"1","Timestamp":"2021-09-21T00:53:41.7166246Z","Note":"n",' +
      '"whole":5.0,"int":5,"huge":1e21,"none":null,"date@odata.type":"Edm.DateTime","date":"2021-01-02T03:04:05.1234567Z",' +
      '"long@odata.type":"Edm.Int64","long":"5","__proto__":"x","toString":true}';
    const sample = decodeEntity(Sample.$schema, parsePayload(text) as EntityPayload, true);
    expect(sample.bytes).toBeUndefined();
    expect({ ...sample.$extra }).toEqual({
      whole: edm.double(5),
      int: edm.int32(5),
      huge: edm.double(1e21),
      date: edm.dateTime(ExactDate.fromIso("2021-01-02T03:04:05.1234567Z")),
      long: edm.int64(5n),
      ["__proto__"]: edm.string("x"),
      toString: edm.boolean(true),
    });
    expect(Object.keys(sample.$extra ?? {})).toContain("__proto__");
  });
});

describe("stored names that every object inherits", () => {
  it("are read from the row alone", () => {
    const row = { PartitionKey: "p", RowKey: "1", Timestamp: "2021-09-21T00:53:41Z", Note: "n" };
    expect(decodeEntity(Sample.$schema, row, true).bytes).toBeUndefined();
    const with_ = { ...row, constructor: "AQID", "constructor@odata.type": "Edm.Binary" } as unknown as EntityPayload;
    expect(decodeEntity(Sample.$schema, with_, true).bytes).toEqual(new Uint8Array([1, 2, 3]));
  });
});

describe("the row that an entity was read from", () => {
  const member = { PartitionKey: "C", RowKey: "member!0000000007", Timestamp: stored.Timestamp, kind: "member" };
  const memberRow = { ...member, email: "a@b", town: "Ulm", visits: 1 } as unknown as EntityPayload;
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const time = { createdAt: stored.Timestamp, updatedAt: stored.Timestamp };
  const types = { "createdAt@odata.type": "Edm.DateTime", "updatedAt@odata.type": "Edm.DateTime" };
  const userKeys = { PartitionKey: "T", RowKey: `user!${id}`, Timestamp: stored.Timestamp, kind: "user" };
  const password = { "passwordHash@odata.type": "Edm.Binary", passwordHash: "AQI=" };
  const userRow = { ...userKeys, email: "a@b", ...password, ...types, ...time } as unknown as EntityPayload;

  it("is remembered for an entity with indexes", () => {
    const read = decodeEntity(Member.$schema, memberRow, true);
    expect(rowReadAs(read)).toBe(memberRow);
    expect(rowReadAs({ ...read })).toBeUndefined();
    expect(rowReadAs(decodeEntity(Member.$schema, memberRow, false))).toBeUndefined();
  });

  it("is remembered for read-only properties, also of a copy of the entity", () => {
    const { $timestamp } = { ...decodeEntity(User.$schema, userRow, true) };
    expect(rowReadAs($timestamp ?? expect.unreachable())).toBe(userRow);
  });

  it("is not needed for other entities", () => {
    const read = decode({});
    expect(rowReadAs(read)).toBeUndefined();
    expect(rowReadAs(read.$timestamp ?? expect.unreachable())).toBeUndefined();
    const { $timestamp } = decodeEntity(Member.$schema, memberRow, true);
    expect(rowReadAs($timestamp ?? expect.unreachable())).toBeUndefined();
  });

  it("has keys that are remembered, and so are others that its properties would make", () => {
    const id = { partitionKey: stored.PartitionKey, rowKey: stored.RowKey };
    expect(findStoredKeys(Order.$schema, decode({}))).toEqual({ id, made: id });
    const other = { ...stored, customerId: "C2" } as unknown as EntityPayload;
    const accepted = decodeEntity(Order.$schema, other, true, () => undefined);
    const made = { partitionKey: "cust!C2", rowKey: stored.RowKey };
    expect(findStoredKeys(Order.$schema, accepted)).toEqual({ id, made });
  });

  it("has its own copy of a default, which a caller may change", () => {
    const { decode: read } = compileProjection(Job.$schema, ["tags", "queue"]);
    const row = { PartitionKey: "main", RowKey: `2517927441548769999!${id}` } as EntityPayload;
    const [one, two] = [read(row, true), read(row, true)];
    expect(one).toMatchObject({ tags: [], queue: "main" });
    expect(one["tags"]).not.toBe(two["tags"]);
  });
});

const init = {
  customerId: "C1",
  placedAt: new Date("2026-11-21T12:00:00.123Z"),
  orderNo: 7,
  total: 5,
  sequence: 5_000_000_000n,
  currency: "EUR",
} as const;
const sent = JSON.parse(encodeEntity(Order.$schema, init, 0, limits.storage).body) as Record<string, unknown>;

/** Returns a row as plain JSON of other programs has it: without annotations. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes("@")));
}

function errorOf(read: () => unknown): TableError {
  try {
    read();
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

describe("fromRow", () => {
  it("decodes a row as the service sends it, with its ETag and its time", () => {
    const $etag = "W/\"datetime'2026-01-02T03%3A04%3A05.6789012Z'\"";
    const order = Order.fromRow({ ...sent, "odata.etag": $etag, Timestamp: "2026-01-02T03:04:05.6789012Z" });
    expect(order).toBeInstanceOf(Order);
    expect(order).toMatchObject({ ...init, $etag });
    expect(order.$timestamp?.toISOString()).toBe("2026-01-02T03:04:05.6789012Z");
  });

  it("decodes a row as an input binding of Azure Functions delivers it: no annotations, numbers, offsets", () => {
    const row = { ...plain(sent), sequence: 5_000_000_000, placedAt: "2026-11-21T13:00:00.123+01:00" };
    expect(Order.fromRow(row)).toEqual(new Order(init));
  });

  it("decodes every type with and without annotations", () => {
    const at = new Date("2026-11-21T12:00:00Z");
    const values = { id: "a", note: "n", flag: true, small: 1, big: 2n, bigNumber: 3, bigString: "4", real: 1.5, at };
    const all = { ...values, guid: "0000000a-0000-0000-0000-00000000000b", bytes: new Uint8Array([1, 2]) } as const;
    const row = JSON.parse(encodeEntity(Sample.$schema, all, 0, limits.storage).body) as Record<string, unknown>;
    for (const given of [row, plain(row)])
      expect(fromRow(Sample.$schema, given)).toEqual(new Sample({ ...all, $extra: {} }));
  });

  it("reads key properties that the row lacks from its keys", () => {
    const { customerId, placedAt, orderNo, ...rest } = plain(sent);
    expect([customerId, placedAt, orderNo]).not.toContain(undefined);
    expect(Order.fromRow(rest)).toEqual(new Order(init));
  });

  it("refuses a row without keys, of another kind, and a number that has lost digits", () => {
    expect(errorOf(() => Order.fromRow({ ...sent, RowKey: undefined }))).toMatchObject({ code: "value.wrong-type" });
    expect(errorOf(() => Order.fromRow("row")).message).toContain("The argument of Order.fromRow must be an object");
    expect(errorOf(() => Order.fromRow({ ...sent, kind: "line" })).code).toBe("entity.wrong-kind");
    expect(errorOf(() => Order.fromRow({ ...plain(sent), sequence: 2 ** 60 }))).toMatchObject({
      code: "decode.wrong-type",
      property: "sequence",
    });
    expect(errorOf(() => Order.fromRow({ ...sent, RowKey: `${sent["RowKey"]}0` })).code).toBe("key.malformed");
  });

  it("names the property of which the keys contain only a derived value", () => {
    const $email = string("email");
    const $at = dateTime("at", { optional: true });
    const $no = int32("no");
    class Member {
      constructor(values: object) {
        Object.assign(this, values);
      }
    }
    const member = schema({
      name: "Member",
      scope: "Club/{email:lower}",
      partitionKey: () => [[$email, lower()]],
      rowKey: () => [[$at, month]],
      properties: [$email, $at, $no],
      encode: () => "",
      decode: (row) => new Member({ email: $email.type.fromJson(row["email"], undefined, true) }) as never,
      class: () => Member,
    });
    const keys = { PartitionKey: "ann@x.org", RowKey: "2026-11" };
    expect(errorOf(() => fromRow(member, keys))).toMatchObject({ code: "key.not-reversible", property: "email" });
    expect(errorOf(() => fromRow(member, { ...keys, email: "Ann@x.org" }))).toMatchObject({
      code: "key.not-reversible",
      property: "at",
      message:
        'Member.fromRow: the row ("ann@x.org", "2026-11") lacks at, and its keys contain only a value derived from it. Pass the row with that property.',
    });
  });
});
