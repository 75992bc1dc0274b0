import { edm, entity } from "tablewright";

const purchase = { purchaseId: edm.guid() };

export const Purchase = entity({
  table: "Purchases",
  kind: "purchase",
  properties: { ...purchase, total: edm.double() },
  partitionKey: (k) => [k.purchaseId.shard(4)], // a worker reads 4 partitions, however many purchases there are
  rowKey: (k) => ["purchase", k.purchaseId],
});

/** An event to send; the row is deleted once it was sent. */
export const OutboxEvent = entity({
  table: "Purchases",
  kind: "event",
  properties: { ...purchase, eventNo: edm.int32({ min: 1 }), payload: edm.string() },
  partitionKey: (k) => [k.purchaseId.shard(4)],
  rowKey: (k) => ["event", k.purchaseId, k.eventNo.pad(4)],
});
