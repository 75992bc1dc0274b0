import { describe, expect, it } from "vitest";
import { dateTime, int32, lower, month, schema, string } from "../codegen/v1.js";
import { isTableError, type TableError } from "../errors/table-error.js";
import { limits } from "../schema/limits.js";
import { Sample } from "../test/every-type/sample.gen.js";
import { Order } from "../test/shop/index.js";
import { encodeEntity } from "./encode-entity.js";
import { fromRow } from "./from-row.js";

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

function refusal(read: () => unknown): TableError {
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
    expect(refusal(() => Order.fromRow({ ...sent, RowKey: undefined }))).toMatchObject({ code: "value.wrong-type" });
    expect(refusal(() => Order.fromRow("row")).message).toContain("The argument of Order.fromRow must be an object");
    expect(refusal(() => Order.fromRow({ ...sent, kind: "line" })).code).toBe("entity.wrong-kind");
    expect(refusal(() => Order.fromRow({ ...plain(sent), sequence: 2 ** 60 }))).toMatchObject({
      code: "decode.wrong-type",
      property: "sequence",
    });
    expect(refusal(() => Order.fromRow({ ...sent, RowKey: `${sent["RowKey"]}0` })).code).toBe("key.malformed");
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
    expect(refusal(() => fromRow(member, keys))).toMatchObject({ code: "key.not-reversible", property: "email" });
    expect(refusal(() => fromRow(member, { ...keys, email: "Ann@x.org" }))).toMatchObject({
      code: "key.not-reversible",
      property: "at",
      message:
        'Member.fromRow: the row ("ann@x.org", "2026-11") lacks at, and its keys contain only a value derived from it. Pass the row with that property.',
    });
  });
});
