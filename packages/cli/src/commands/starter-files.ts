/** The config that `init` writes: the defaults, to be changed. */
export const starterConfig = `import { defineConfig } from "tablewright";

export default defineConfig({
  definitions: "tables/**/*.table.ts",
  outDir: "src/tables.gen",
});
`;

/** The definition that `init` writes. */
export const starterDefinition = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order", // tells it from other entities in the same table
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)], // newest first
});
`;
