import { edm, entity } from "tablewright";

/**
 * Orders are spread over 8 partitions. The messages about an order are in its partition: both are written in one
 * transaction, and 8 queries find all messages.
 */
export const Order = entity({
  table: "Shop",
  kind: "order",
  properties: {
    orderId: edm.guid(),
    customerId: edm.string({ maxLength: 64 }),
    /** In cents. */
    total: edm.int64(),
    status: edm.string({ oneOf: ["placed", "shipped"], default: "placed" }),
    /** How many messages there have been about it. */
    messages: edm.int32({ min: 0 }),
  },
  partitionKey: (k) => ["shop", k.orderId.shard(8)],
  rowKey: (k) => ["order", k.orderId],
});

/** A message that was not published yet. */
export const OutboxMessage = entity({
  table: "Shop",
  kind: "outbox",
  properties: {
    orderId: edm.guid(),
    /** 1 for the first message about the order. With the order's id, consumers know by it that they have seen the message. */
    sequence: edm.int32({ min: 1 }),
    topic: edm.string({ oneOf: ["order-placed", "order-shipped"] }),
    /** How often publishing it failed. */
    failures: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => ["shop", k.orderId.shard(8)],
  rowKey: (k) => ["outbox", k.orderId, k.sequence.pad(10)],
});
