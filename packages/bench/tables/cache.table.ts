import { edm, entity } from "tablewright";

/** Item of a cache, larger than a property. */
export const CacheItem = entity({
  table: "BenchCache",
  properties: {
    cache: edm.string({ maxLength: 60 }),
    item: edm.string({ maxLength: 100 }),
    value: edm.binary({ parts: 15 }),
  },
  partitionKey: (k) => [k.cache],
  rowKey: (k) => [k.item],
});
