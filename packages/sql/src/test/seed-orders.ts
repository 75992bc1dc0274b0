import type { TableServiceView } from "@tablewright/runtime";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";

/** Creates the table of orders and inserts so many of them, one a day, which the customers `C0`, `C1` … take turns to place. */
export async function seedOrders(service: TableServiceView, count: number, customers = 2): Promise<void> {
  await service.createTables([Order]);
  const orders = Array.from({ length: count }, (_, orderNo) => ({
    customerId: `C${orderNo % customers}`,
    placedAt: new Date(Date.UTC(2026, 10, 1 + orderNo)),
    orderNo,
    total: orderNo,
    sequence: BigInt(orderNo),
    currency: "EUR" as const,
  }));
  await service.entities(Order).bulk(orders.map((insert) => ({ insert })));
}
