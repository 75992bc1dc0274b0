import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTableError, TableError } from "../errors/table-error.js";
import { encodeTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { limits, type ServiceKind } from "../schema/limits.js";
import {
  anyBytes,
  anyDate,
  anyDouble,
  anyGuid,
  anyInt32,
  anyInt64,
  anyIso,
  anySafeInteger,
  anyString,
  anyTicks,
} from "../test/arbitraries.js";
import { Sample, type SampleInit } from "../test/every-type/sample.gen.js";
import { law } from "../test/law.js";
import { Order, type OrderInit } from "../test/shop/index.js";
import { edm } from "./edm/edm-value.js";
import { ExactDate } from "./edm/exact-date.js";
import { encodeEntity, entityBody, entityBytes, explainEncode } from "./encode-entity.js";

const kinds: readonly ServiceKind[] = ["storage", "cosmos"];
const order: OrderInit = {
  customerId: "C1",
  placedAt: new Date("2021-01-02T03:04:05.123Z"),
  orderNo: 7,
  total: 12,
  sequence: 5n,
  currency: "EUR",
};

function bodyOf(init: object, mode: 0 | 1 = 0): Record<string, unknown> {
  return JSON.parse(encodeEntity(Order.$schema, { ...order, ...init }, mode, limits.storage).body);
}

function refusal(init: object, kind: ServiceKind = "storage"): TableError | undefined {
  try {
    encodeEntity(Sample.$schema, { id: "1", note: "n", ...init } as SampleInit, 0, limits[kind]);
    return undefined;
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
}

describe("an encoded entity", () => {
  it("is the exact text that the service is sent", () => {
    const { partitionKey, rowKey, body } = encodeEntity(Order.$schema, order, 0, limits.storage);
    expect(partitionKey).toBe("cust!C1");
    expect(rowKey).toBe("order!2517927441548769999!0000000007");
    expect(body).toBe(
      '{"PartitionKey":"cust!C1","RowKey":"order!2517927441548769999!0000000007","kind":"order","customerId":"C1",' +
        '"placedAt@odata.type":"Edm.DateTime","placedAt":"2021-01-02T03:04:05.123Z","orderNo":7,' +
        '"total@odata.type":"Edm.Double","total":12.0,"paid":false,' +
        '"sequence@odata.type":"Edm.Int64","sequence":"5","currency":"EUR"}',
    );
  });

  it("has its defaults where the whole row is written, and leaves them out of a merge", () => {
    expect(bodyOf({})["paid"]).toBe(false);
    expect(bodyOf({ paid: null })["paid"]).toBe(false);
    expect(bodyOf({ paid: true }, 1)["paid"]).toBe(true);
    expect(bodyOf({}, 1)).not.toHaveProperty("paid");
  });

  it("may be an instance, also one that was read", () => {
    const read = Order.$schema.create(order, 'W/"x"', new Date());
    const { values, ...row } = encodeEntity(Order.$schema, order, 0, limits.storage);
    expect(encodeEntity(Order.$schema, read, 0, limits.storage)).toEqual({ ...row, values: read });
    expect(values).toBe(order);
  });
});

describe("rules 16 and 17", () => {
  it("every body holds both keys and never a Timestamp or another system member", () => {
    const given = { ...order, $timestamp: new Date(), $kind: "order", $etag: 'W/"x"' };
    const { partitionKey, rowKey, body } = encodeEntity(Order.$schema, given, 0, limits.storage);
    const sent = JSON.parse(body) as object;
    expect(sent).toMatchObject({ PartitionKey: partitionKey, RowKey: rowKey });
    expect(body).not.toMatch(/timestamp|etag|\$kind/i);
    for (const name of ["Timestamp", "PartitionKey", "odata.etag"]) {
      expect(() => bodyOf({ [name]: "x" })).toThrow(`Order has no property "${name}".`);
    }
  });
});

describe("rule 24: null and undefined from plain JavaScript", () => {
  it("leave an optional property out", () => {
    for (const nothing of [null, undefined]) expect(bodyOf({ note: nothing })).not.toHaveProperty("note");
  });

  it("are missing where the definition requires a value", () => {
    for (const nothing of [null, undefined]) {
      expect(() => bodyOf({ total: nothing })).toThrow("Order.total has no value; the definition requires one");
      expect(() => bodyOf({ customerId: nothing })).toThrow("Order.customerId has no value");
      expect(() => encodeEntity(Order.$schema, nothing as never, 0, limits.storage)).toThrow("Order must be an object");
    }
  });
});

describe("rule 10: string values", () => {
  it("Storage takes 32,768 units and refuses one more; Cosmos decides itself", () => {
    expect(refusal({ text: "é".repeat(32_768) })).toBeUndefined();
    const error = refusal({ text: "é".repeat(32_769) });
    expect(error?.code).toBe("value.too-long");
    expect(error?.message).toBe("Sample.text has 32769 UTF-16 units; the limit is 32768");
    expect(refusal({ data: "x".repeat(32_766) })).toBeUndefined();
    expect(refusal({ data: "x".repeat(32_767) })?.message).toBe(
      "Sample.data has 32769 UTF-16 units; the limit is 32768",
    );
    expect(refusal({ text: "é".repeat(32_769), data: "x".repeat(32_767) }, "cosmos")).toBeUndefined();
    expect(refusal({ short: "abcd" }, "cosmos")?.message).toBe("Sample.short has 4 UTF-16 units; the limit is 3");
  });
});

describe("rule 11: binary values", () => {
  it("Storage takes 65,536 bytes and refuses one more; Cosmos decides itself", () => {
    expect(refusal({ bytes: new Uint8Array(65_536) })).toBeUndefined();
    expect(refusal({ bytes: new Uint8Array(65_537) })?.message).toBe(
      "Sample.bytes has 65537 bytes; the limit is 65536",
    );
    expect(refusal({ bytes: new Uint8Array(65_537) }, "cosmos")).toBeUndefined();
    expect(refusal({ fewBytes: new Uint8Array(3) }, "cosmos")?.message).toBe(
      "Sample.fewBytes has 3 bytes; the limit is 2",
    );
  });
});

describe("rule 9: entity size", () => {
  /** Creates an entity with 16 strings, the last with `units`. With both keys of one unit, 32,764 units give exactly 1,048,576 bytes. */
  const large = (units: number) => {
    const names = Array.from({ length: 16 }, (_, i) => [`s${i}`, edm.string("x".repeat(i === 15 ? units : 32_768))]);
    return { note: "", count: 0, $extra: Object.fromEntries(names) };
  };

  it("Storage takes 1,048,576 bytes of values and refuses more; Cosmos decides itself", () => {
    expect(refusal(large(32_768 - 4))).toBeUndefined();
    const error = refusal(large(32_768 - 3));
    expect(error?.code).toBe("entity.too-large");
    expect(error?.message).toBe("Sample has at least 1048578 bytes of values; the limit is 1048576");
    expect(refusal(large(32_768), "cosmos")).toBeUndefined();
  });
});

describe("rule 6: names that Cosmos keeps for itself", () => {
  it.each(["id", "rid", "etag", "ResourceId"])("%s is refused there and stored by Storage", (name) => {
    const members = `,"text":${JSON.stringify(`,"${name}":`)},"${name}":1`;
    const id = { partitionKey: "p", rowKey: "r" };
    expect(entityBody("Order", id, members, limits.storage).body).toContain(`"${name}":1`);
    expect(() => entityBody("Order", id, members, limits.cosmos)).toThrow(
      `Order stores a property named "${name}", which is reserved by this service; choose another stored name`,
    );
    expect(entityBody("Order", id, `,"text":${JSON.stringify(`,"${name}":`)}`, limits.cosmos).rowKey).toBe("r");
  });
});

describe("rule 8: properties", () => {
  const extra = (count: number) => ({
    $extra: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, edm.boolean(true)])),
  });

  it("Storage takes 252 with those of $extra and refuses 253; Cosmos decides itself", () => {
    expect(refusal(extra(252 - 2))).toBeUndefined();
    const error = refusal(extra(253 - 2));
    expect(error?.code).toBe("entity.too-many-properties");
    expect(error?.message).toBe("Sample has 253 properties; the limit is 252");
    expect(refusal(extra(300), "cosmos")).toBeUndefined();
  });
});

describe("rules 12 to 15 on the keys of an entity", () => {
  it("name the entity and the key", () => {
    expect(refusal({ id: "a".repeat(1024) })).toBeUndefined();
    expect(refusal({ id: "a".repeat(1025) })?.message).toBe("Sample.RowKey has 1025 UTF-16 units; the limit is 1024");
    const short = { ...limits.storage, keyUnits: 6 };
    expect(() => encodeEntity(Order.$schema, { ...order, customerId: "C1" }, 0, short)).toThrow(
      expect.objectContaining({ code: "key.too-long", entity: "Order", property: "PartitionKey" }),
    );
    expect(refusal({ id: "" })).toBeUndefined();
    expect(refusal({ id: "" }, "cosmos")?.message).toBe("Sample.RowKey is empty, which this service does not accept");
    expect(refusal({ id: "a\u001fb" })?.message).toContain("Sample.id contains U+001F at index 1");
    expect(refusal({ id: "a!b" })).toBeUndefined();
    expect(refusal({ id: "\ud800" })?.code).toBe("value.not-unicode");
  });
});

describe("several refused properties", () => {
  it("are one error that lists each with its code", () => {
    const error = refusal({ note: 5, small: 2 ** 31, choice: "c", guid: "x", ranged: 6, real: "1" });
    expect(error?.code).toBe("entity.invalid");
    expect(error?.problems?.map(({ code, property }) => [property, code])).toEqual([
      ["choice", "value.not-allowed"],
      ["small", "value.out-of-range"],
      ["ranged", "value.out-of-range"],
      ["real", "value.wrong-type"],
      ["guid", "value.out-of-range"],
      ["note", "value.wrong-type"],
    ]);
    expect(error?.message).toContain("Sample has 6 problems:");
    expect(error?.message).toContain("- Sample.ranged is 6; the definition's maximum is 5");
    expect(error?.message).toContain('- Sample.choice is "c"; the definition allows "a", "b"');
  });

  it("are shown cut short", () => {
    expect(refusal({ guid: "x".repeat(500) })?.message.length).toBeLessThan(200);
  });
});

describe("the law of explanations", () => {
  const strange = fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    Number.NaN,
    6,
    5n,
    2n ** 63n,
    3155378976000000000n,
    "",
    "a",
    "abcd",
    "a/b",
    "a!b",
    "\ud800",
    "5",
    "x".repeat(32_769),
    "2021-01-01T00:00:00Z",
    "1500-01-01T00:00:00Z",
    "c9da6455-213d-42c9-9a79-3e9149a57833",
    new Date(0),
    new Date(Number.NaN),
    new Date(Date.UTC(1500, 0, 1)),
    new Uint8Array(3),
    new Uint8Array(65_537),
    {},
    [],
    () => 1,
    Symbol("s"),
  );
  const names = Object.keys(Sample.$schema.properties);
  const anyInit = fc.tuple(
    fc.array(fc.tuple(fc.constantFrom(...names), strange), { maxLength: 4 }),
    fc.constantFrom(0, 1, 2),
  );

  it("the straight-line encoder throws exactly where the explanation finds a problem", () => {
    let refused = 0;
    fc.assert(
      fc.property(anyInit, fc.constantFrom(...kinds), ([members, mode], kind) => {
        const init = { id: "1", note: "n", ...Object.fromEntries(members) } as SampleInit;
        let threw = false;
        try {
          if (mode !== 2) Sample.$schema.rowKey(init);
          Sample.$schema.encode(init, mode as 0 | 1 | 2, limits[kind]);
        } catch (error) {
          expect(error).toBeInstanceOf(TableError);
          threw = true;
        }
        const found = explainEncode(Sample.$schema, init, mode as 0 | 1 | 2, limits[kind]);
        expect(found !== undefined).toBe(threw);
        if (threw) refused++;
      }),
      law(40_000),
    );
    expect(refused).toBeGreaterThan(500);
  });
});

describe("the law of round trips", () => {
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const anySample = fc.record({
    id: fc.stringMatching(/^[a-z0-9 é]{0,20}$/),
    text: optional(anyString),
    data: optional(
      fc
        .json()
        .map((text): unknown => JSON.parse(text))
        .filter((value) => value !== null),
    ),
    choice: optional(fc.constantFrom("a" as const, "b" as const)),
    flag: optional(fc.boolean()),
    small: optional(anyInt32),
    ranged: optional(fc.integer({ min: -5, max: 5 })),
    big: optional(anyInt64),
    bigNumber: optional(anySafeInteger),
    bigString: optional(anyInt64.map(String)),
    real: optional(anyDouble),
    at: optional(anyDate),
    atIso: optional(anyIso),
    atTicks: optional(anyTicks),
    guid: optional(anyGuid),
    bytes: optional(anyBytes),
    count: anyInt32,
    note: anyString,
  });

  it("any valid entity is read back as it was written", () => {
    fc.assert(
      fc.property(anySample, (init) => {
        const { body } = encodeEntity(Sample.$schema, init, 0, limits.storage);
        const read = Sample.$schema.decode(JSON.parse(body), true);
        const fields: Record<string, unknown> = { ...read };
        for (const [name, value] of Object.entries(init)) expect(fields[name]).toEqual(value);
        if (init.at instanceof ExactDate) expect(read.at?.toISOString()).toBe(init.at.toISOString());
        expect(encodeEntity(Sample.$schema, read, 0, limits.storage).body).toBe(body);
      }),
      law(20_000),
    );
  });
});

function bytesOf(value: Parameters<typeof encodeTableRow>[1]["properties"][string]): number {
  const row = { partitionKey: "", rowKey: "", properties: { p: value } };
  return entityBytes(JSON.parse(encodeTableRow("T", row, limits.storage).body) as EntityPayload);
}

it.each([
  ["a string: two bytes a unit", edm.string('a"😀'), 8],
  ["a boolean", edm.boolean(true), 1],
  ["an Int32", edm.int32(-5), 4],
  ["an Int64", edm.int64(5n), 8],
  ["a Double", edm.double(5), 8],
  ["a Double that is no number", edm.double(Number.NaN), 8],
  ["a DateTime", edm.dateTime(new Date(0)), 8],
  ["a Guid", edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"), 16],
  ["no bytes", edm.binary(new Uint8Array()), 0],
  ["one byte", edm.binary(new Uint8Array(1)), 1],
  ["two bytes", edm.binary(new Uint8Array(2)), 2],
  ["three bytes", edm.binary(new Uint8Array(3)), 3],
])("rule 9 counts %s", (_, value, bytes) => {
  expect(bytesOf(value)).toBe(bytes);
});

it("rule 9 counts both keys at two bytes a unit, and neither names nor Timestamp", () => {
  const row = { PartitionKey: "ab", RowKey: "é", Timestamp: "2021-09-21T00:53:41Z", aVeryLongName: true };
  expect(entityBytes(row)).toBe(7);
});

it("rule 9 refuses an entity exactly if the count of its values and keys is above the limit", () => {
  const value = fc.oneof(
    fc.string({ maxLength: 20 }).map(edm.string),
    fc.uint8Array({ maxLength: 40 }).map(edm.binary),
    fc.integer().map(edm.int32),
    fc.constantFrom(edm.string(':"Edm.Binary","x":"y"'), edm.string('a":"Edm.Binary",'), edm.boolean(true)),
  );
  const row = fc.record({
    partitionKey: fc.constantFrom("", "p", "pppp"),
    rowKey: fc.constantFrom("", "r", "rr"),
    properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,2}$/), value, { maxKeys: 4 }),
  });
  fc.assert(
    fc.property(row, fc.integer({ min: -3, max: 3 }), (given, margin) => {
      const { body } = encodeTableRow("T", given, limits.storage);
      const bytes = entityBytes(JSON.parse(body) as EntityPayload);
      const encode = () => encodeTableRow("T", given, { ...limits.storage, entityBytes: bytes + margin });
      if (margin >= 0) expect(encode().body).toBe(body);
      else expect(encode).toThrow(`T has at least ${bytes} bytes of values; the limit is ${bytes + margin}`);
    }),
    law(5000),
  );
});
