import { edm, entity } from "tablewright";

export const Limited = entity({
  table: "Limited",
  properties: {
    id: edm.string({ maxLength: 8 }),
    upTo: edm.int32({ max: 10 }),
    from: edm.int32({ min: -10 }),
    within: edm.int32({ min: 1, max: 3 }),
    short: edm.string({ maxLength: 3 }),
    few: edm.binary({ maxBytes: 2 }),
    only: edm.string({ oneOf: ["one"] }),
  },
  partitionKey: (k) => [k.id],
  rowKey: () => ["limited"],
});
