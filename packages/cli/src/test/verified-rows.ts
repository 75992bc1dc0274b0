import type { EntityId } from "@tablewright/runtime";
import type { SeedEntity } from "@tablewright/testing";
import { expect } from "vitest";
import { runHere } from "./run-here.js";

/**
 * Definitions of two kinds in one table, of keys with derived parts and with values that no property stores, and of an entity that retains
 * unknown properties.
 */
export const definitions = `import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Shop",
  kind: "order",
  properties: {
    customerId: edm.string({ maxLength: 8 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 1, max: 999 }),
    total: edm.double(),
    sequence: edm.int64(),
    paid: edm.boolean({ default: false }),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    paymentId: edm.guid().optional(),
    signature: edm.binary({ maxBytes: 4 }).optional(),
    address: edm.json<{ city: string }>().optional(),
    weight: edm.int64({ as: "number" }).optional(),
    discount: edm.int32({ max: 90 }).optional(),
    rating: edm.int32({ min: 0 }).optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)],
});

export const OrderLine = entity({
  table: "Shop",
  kind: "line",
  properties: { customerId: edm.string({ maxLength: 8 }), lineNo: edm.int32(), sku: edm.string({ name: "Sku" }) },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.lineNo.pad(4)],
});

export const Visit = entity({
  table: "Visits",
  properties: {
    at: edm.dateTime(),
    page: edm.string({ maxLength: 64 }),
    session: edm.guid(),
    user: edm.string({ maxLength: 64, keyOnly: true }),
  },
  partitionKey: (k) => [k.at.day, k.page.shard(4)],
  rowKey: (k) => [k.page.lower, k.session, k.user],
});

export const Document = entity({
  table: "Documents",
  properties: { id: edm.string({ maxLength: 64 }), title: edm.string().optional() },
  partitionKey: () => ["all"],
  rowKey: (k) => [k.id],
  unknownProperties: "keep",
});
`;

export const order: SeedEntity = {
  PartitionKey: "cust!C1",
  RowKey: "order!2516982335999999999!0000000007",
  kind: "order",
  customerId: "C1",
  placedAt: new Date("2024-01-01T00:00:00Z"),
  orderNo: 7,
  "total@odata.type": "Edm.Double",
  total: 5,
  sequence: 5n,
  paid: true,
  currency: "EUR",
};
export const line: SeedEntity = {
  PartitionKey: "cust!C1",
  RowKey: "line!0001",
  kind: "line",
  customerId: "C1",
  lineNo: 1,
  Sku: "A",
};
export const session = "0f8fad5b-d9cb-469f-a165-70867728950e";
export const visit: SeedEntity = {
  PartitionKey: "2024-01-01!2",
  RowKey: `home!${session}!Ann`,
  at: new Date("2024-01-01T05:00:00Z"),
  page: "Home",
  "session@odata.type": "Edm.Guid",
  session,
};

/** Output of `verify --json`. */
export interface Report {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly rows: number;
  readonly findings: readonly {
    readonly code: string;
    readonly message: string;
    readonly rows: number;
    readonly examples: readonly EntityId[];
  }[];
}

/** Runs `verify --json`. */
export async function verifyJson(root: string, ...args: string[]): Promise<Report> {
  const { code, out } = await runHere(root, "verify", "--json", ...args);
  const parsed = JSON.parse(out) as Report;
  expect(parsed.exitCode).toBe(code);
  return parsed;
}
