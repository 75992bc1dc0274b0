import { edm, entity } from "tablewright";

/** A short link. Every code has its own partition, so links are spread over as many servers as they need. */
export const Link = entity({
  table: "Links",
  properties: {
    code: edm.string({ maxLength: 32 }),
    url: edm.string({ maxLength: 2048 }),
    clicks: edm.int64({ default: 0n }),
    expiresAt: edm.dateTime(),
  },
  partitionKey: (k) => [k.code],
  rowKey: () => ["link"],
});
