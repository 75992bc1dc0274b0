import { edm, entity } from "tablewright";

/** A counter that only its own clients write. */
export const Counter = entity({
  table: "Counters",
  marker: { property: "_w", facts: 64, exclusive: true },
  properties: {
    name: edm.string({ maxLength: 64 }),
    count: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => [k.name],
  rowKey: () => ["counter"],
});
