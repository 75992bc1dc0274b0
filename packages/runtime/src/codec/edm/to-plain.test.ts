import { expect, it } from "vitest";
import { Order } from "../../test/shop/index.js";
import { ExactDate } from "./exact-date.js";
import { toPlain } from "./to-json.js";

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
