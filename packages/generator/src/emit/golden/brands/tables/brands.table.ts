import { edm, entity } from "tablewright";

export const Customer = entity({
  table: "Customers",
  kind: "customer",
  properties: {
    tenantId: edm.guid({ brand: "TenantId" }),
    customerId: edm.string({ brand: "CustomerId", maxLength: 64 }),
    rank: edm.int32({ brand: "Rank" }),
    points: edm.int64({ brand: "Points" }),
    plan: edm.string({ brand: "Plan", oneOf: ["free", "paid"] }).optional(),
  },
  partitionKey: (k) => [k.tenantId],
  rowKey: (k) => ["customer", k.customerId],
});

export const Referral = entity({
  table: "Customers",
  kind: "referral",
  properties: {
    tenantId: edm.guid({ brand: "TenantId" }),
    from: edm.string({ brand: "CustomerId", maxLength: 64 }),
    rank: edm.int32({ brand: "Rank", min: 0 }),
    points: edm.int64({ brand: "Points" }),
    to: edm.string({ brand: "CustomerId" }),
  },
  partitionKey: (k) => [k.tenantId],
  rowKey: (k) => ["referral", k.from, k.rank.pad(5), k.points.desc],
});
