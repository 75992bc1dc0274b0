/** Inserts, reads, changes, queries and deletes a typed row on a real server. */
import { TableServiceClient } from "@tablewright/runtime";
import { Order, OrderLine } from "./tables.gen/index.js";

const service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
const say = (line: string) => process.stdout.write(`${line}\n`);

await service.createTables([Order, OrderLine]);
say("table Shop is there");

const orders = service.entities(Order);
const lines = service.entities(OrderLine);

const placedAt = new Date();
const key = { customerId: "C1", placedAt, orderNo: 7 };
const inserted = await orders.insert({ ...key, total: 5, sequence: 5n, currency: "EUR" });
say(`inserted order 7 of C1, the service gave it ${inserted.$etag}`);
for (const lineNo of [1, 2])
  await lines.insert({ customerId: "C1", orderNo: 7, lineNo, sku: `sku-${lineNo}`, quantity: 2 });
say("inserted its two lines into the same partition");

const order = await orders.getOrThrow(key);
say(`read it back: ${JSON.stringify(order)}`);

await orders.merge(key, { paid: true, note: "It's paid – 支払済み" }, { ifMatch: order.$etag });
say("merged paid and a note under the ETag that was read");

try {
  await orders.merge(key, { total: 0 }, { ifMatch: order.$etag });
} catch (error) {
  say(`a second merge under the old ETag is refused: ${error instanceof Error ? error.message : String(error)}`);
}

for (let orderNo = 8; orderNo < 12; orderNo++) {
  await orders.insert({
    customerId: "C1",
    placedAt: new Date(),
    orderNo,
    total: orderNo * 20.5,
    sequence: BigInt(orderNo),
    currency: "USD",
  });
}
for await (const row of orders.query({ customerId: "C1" }).where({ total: { gt: 100 }, paid: false })) {
  say(`over 100 and unpaid: order ${row.orderNo}, ${row.total} ${row.currency}`);
}

say(`deleted order 7: ${await orders.delete(key, { ifMatch: "*" })}`);
say(`deleted it again: ${await orders.delete(key, { ifMatch: "*" })}`);
say(`reading it now gives ${await orders.get(key)}`);

await service.close();
