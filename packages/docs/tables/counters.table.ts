import { edm, entity } from "tablewright";

/** A counter. */
export const Counter = entity({
  table: "Counters",
  properties: {
    name: edm.string({ maxLength: 64 }),
    count: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => [k.name],
  rowKey: () => ["counter"],
});
