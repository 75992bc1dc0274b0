import { edm, entity } from "tablewright";

export const Feature = entity({
  table: "Features",
  properties: {
    name: edm.string({ maxLength: 100 }),
    enabled: edm.boolean(),
  },
  partitionKey: () => ["all", "features"],
  rowKey: (k) => [k.name],
});

export const Singleton = entity({
  table: "Singleton",
  kind: "single",
  properties: {
    value: edm.string().optional(),
  },
  partitionKey: () => ["only"],
  rowKey: () => ["one", ""],
});
