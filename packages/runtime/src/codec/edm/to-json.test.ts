import { describe, expect, it } from "vitest";
import { decodeTableRow } from "../../rows/table-row.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { Sample } from "../../test/every-type/sample.gen.js";
import { Order } from "../../test/shop/index.js";
import { compileProjection } from "../decode-projection.js";
import { parsePayload } from "../payload.js";
import { edm } from "./edm-value.js";
import { ExactDate } from "./exact-date.js";
import { toPlain } from "./to-json.js";

it("an entity as JSON has what JSON can hold and its kind: no other system members, nothing absent", () => {
  const sample = new Sample(
    {
      id: "1",
      note: "n",
      big: 9007199254740993n,
      at: ExactDate.fromIso("2021-01-02T03:04:05.1234567Z"),
      atTicks: 637451534451234567n,
      bytes: new Uint8Array([0, 1, 2, 3]).subarray(1),
      data: { inner: [1, null] },
    },
    'W/"x"',
    new Date(0),
  );
  expect(JSON.parse(JSON.stringify(sample))).toEqual({
    id: "1",
    note: "n",
    big: "9007199254740993",
    at: "2021-01-02T03:04:05.1234567Z",
    atTicks: "637451534451234567",
    bytes: "AQID",
    data: { inner: [1, null] },
    count: 7,
    $kind: "Sample",
  });
  expect(Object.keys(sample.toJSON())).not.toContain("text");
});

const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const payload = parsePayload(
  JSON.stringify({
    "odata.etag": etag,
    PartitionKey: "p",
    RowKey: "i",
    Timestamp: "2021-09-21T00:53:41.7166246Z",
    ...{ "big@odata.type": "Edm.Int64", big: "9007199254740993" },
    ...{ "at@odata.type": "Edm.DateTime", at: "2021-01-02T03:04:05.1234567Z" },
    ...{ "atTicks@odata.type": "Edm.DateTime", atTicks: "2021-01-02T03:04:05.1234567Z" },
    ...{ "real@odata.type": "Edm.Double", real: "NaN" },
    ...{ "constructor@odata.type": "Edm.Binary", constructor: "AQID" },
    small: 7,
  }),
) as EntityPayload;

describe.each<[string, (value: unknown) => Promise<unknown>]>([
  ["JSON.stringify", async (value) => JSON.parse(JSON.stringify(value))],
  ["Response.json", (value) => Response.json(value).json()],
])("%s", (_, send) => {
  it("sends what select gives", async () => {
    const { decode } = compileProjection(Sample.$schema, ["big", "at", "atTicks", "real", "bytes", "small"]);
    const row = decode(payload, true);
    expect(await send([row])).toEqual([
      {
        big: "9007199254740993",
        at: "2021-01-02T03:04:05.1234567Z",
        atTicks: "637451534451234567",
        real: "NaN",
        bytes: "AQID",
        small: 7,
        $etag: etag,
      },
    ]);
    expect(Object.keys(row)).not.toContain("toJSON");
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  it("sends rows without a definition, each value with its type", async () => {
    expect(await send({ rows: [decodeTableRow("Samples", payload)] })).toEqual({
      rows: [
        {
          partitionKey: "p",
          rowKey: "i",
          properties: {
            big: { type: "Edm.Int64", value: "9007199254740993" },
            at: { type: "Edm.DateTime", value: "2021-01-02T03:04:05.1234567Z" },
            atTicks: { type: "Edm.DateTime", value: "2021-01-02T03:04:05.1234567Z" },
            real: { type: "Edm.Double", value: "NaN" },
            constructor: { type: "Edm.Binary", value: "AQID" },
            small: { type: "Edm.Int32", value: 7 },
          },
          $etag: etag,
          $timestamp: "2021-09-21T00:53:41.7166246Z",
        },
      ],
    });
  });

  it("sends values with their Edm types", async () => {
    const values = [edm.int64(5n), edm.double(Number.POSITIVE_INFINITY), edm.binary(new Uint8Array([255]))];
    expect(await send(values)).toEqual([
      { type: "Edm.Int64", value: "5" },
      { type: "Edm.Double", value: "Infinity" },
      { type: "Edm.Binary", value: "/w==" },
    ]);
  });
});

const placedAt = ExactDate.fromIso("2026-11-21T12:00:00.1234567Z");
const order = { customerId: "C1", placedAt, orderNo: 7, total: Number.NaN, sequence: 5n, currency: "EUR" } as const;

it("keeps numbers, bigints and bytes, and dates to the millisecond", () => {
  const signature = Buffer.from([1, 2]);
  const plain = toPlain(new Order({ ...order, signature }));
  expect(plain).toEqual({
    ...order,
    placedAt: new Date("2026-11-21T12:00:00.123Z"),
    signature: Uint8Array.of(1, 2),
    paid: false,
    $kind: "order",
  });
  expect(plain.placedAt.constructor).toBe(Date);
  expect(plain.signature?.constructor).toBe(Uint8Array);
  signature[0] = 9;
  expect(plain.signature).toEqual(Uint8Array.of(1, 2));
});

it("leaves out absent properties, and members of this package", () => {
  const stored = new Order(order, 'W/"x"' as never, new Date(0));
  expect(Object.keys(toPlain(stored)).filter((name) => /^\$(?!kind)|note|signature/.test(name))).toEqual([]);
});
