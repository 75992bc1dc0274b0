import { randomUUID } from "node:crypto";
import type { TableServiceView } from "@tablewright/runtime";
import { Order, type OrderKey, OutboxMessage } from "./tables.gen/index.js";

/** Stores an order and the message about it: both or neither. Calls no broker. */
export async function placeOrder(service: TableServiceView, customerId: string, total: bigint): Promise<OrderKey> {
  const orderId = randomUUID();
  await service.transaction(Order.partition({ orderId }), (tx) => {
    tx.insert(Order, { orderId, customerId, total, messages: 1 });
    tx.insert(OutboxMessage, { orderId, sequence: 1, topic: "order-placed" });
  });
  return { orderId };
}

/**
 * Ships a placed order exactly once, even with concurrent callers.
 * @throws TransactionError `entity.condition-not-met` for all other callers
 */
export async function shipOrder(service: TableServiceView, { orderId }: OrderKey): Promise<void> {
  const order = await service.entities(Order).getOrThrow({ orderId });
  if (order.status === "shipped") return;
  const sequence = order.messages + 1;
  await service.transaction(Order.partition({ orderId }), (tx) => {
    tx.merge(Order, { orderId }, { status: "shipped", messages: sequence }, { ifMatch: order.$etag });
    tx.insert(OutboxMessage, { orderId, sequence, topic: "order-shipped" });
  });
}
