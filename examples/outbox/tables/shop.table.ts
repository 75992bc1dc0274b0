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
    /** Number of messages about the order so far. */
    messages: edm.int32({ min: 0 }),
  },
  partitionKey: (k) => ["shop", k.orderId.shard(8)],
  rowKey: (k) => ["order", k.orderId],
});

/** A message that is not published yet. */
export const OutboxMessage = entity({
  table: "Shop",
  kind: "outbox",
  properties: {
    orderId: edm.guid(),
    /** 1 for the first message about the order. From it and the order's id, consumers know whether they have seen the message. */
    sequence: edm.int32({ min: 1 }),
    topic: edm.string({ oneOf: ["order-placed", "order-shipped"] }),
    /** Number of failed attempts to publish it. */
    failures: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => ["shop", k.orderId.shard(8)],
  rowKey: (k) => ["outbox", k.orderId, k.sequence.pad(10)],
});
