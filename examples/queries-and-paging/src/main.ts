/** Shows queries from the cheapest to the most expensive, and paging through them. */
import { TableServiceClient } from "@tablewright/runtime";
import { Customer, Order, OrderLine, type OrderWhere } from "./tables.gen/index.js";

const connectionString = process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true";
await using service = TableServiceClient.fromConnectionString(connectionString);
const say = (line: string) => process.stdout.write(`${line}\n`);
const day = (n: number) => new Date(Date.UTC(2024, 0, n));

await service.createTables([Customer, Order, OrderLine]);
const orders = service.entities(Order);
await service.entities(Customer).insertOrReplace({ customerId: "C1", 名前: "山田", since: day(1) });
await service.entities(OrderLine).insertOrReplace({ customerId: "C1", orderNo: 1, lineNo: 1, sku: "A", quantity: 2 });
for (let n = 1; n <= 25; n++) {
  await orders.insertOrReplace({ customerId: "C1", placedAt: day(n), orderNo: n, total: n * 10, currency: "EUR" });
}

// A query of a partition with conditions. select narrows the type and the request.
const large: OrderWhere = { total: { gt: 200 }, $or: [{ paid: false }, { currency: "USD" }] };
for await (const row of orders.query({ customerId: "C1" }).where(large).select("orderNo", "total")) {
  say(`order ${row.orderNo}: ${row.total}`);
}

// The service seeks row keys. The key stores the date in descending order, but the range is in ascending order.
const week = orders.query({ customerId: "C1" }).rowKey.between({ placedAt: { ge: day(8), lt: day(15) } });
say(`second week: ${(await week.toArray({ max: 100 })).map((order) => order.orderNo).join(" ")}`);
say(`newest: ${(await orders.query({ customerId: "C1" }).first())?.orderNo}`);
say(
  `point read: ${
    orders
      .query({ customerId: "C1" })
      .where({ placedAt: day(3), orderNo: 3 })
      .explain().access
  }`,
);
say(`unpaid: ${await orders.query({ customerId: "C1" }).where({ paid: false }).count()}`);
say(`plan: ${week.explain().filters[0]}`);

// A page for a web client, which sends the cursor back. The client cannot alter it or use it for another query.
const listing = orders.query({ customerId: "C1" }, { cursorKey: "a secret of the server" }).where({ paid: false });
let cursor: string | undefined;
do {
  const page = await listing.page({ size: 10, cursor });
  say(`page of ${page.items.length}, then ${page.cursor === undefined ? "nothing" : "more"}`);
  cursor = page.cursor;
} while (cursor !== undefined);

// A partition's rows of all kinds, distinguished by kind.
for await (const row of service
  .partition(Order.partition({ customerId: "C1" }))
  .query(Customer, Order, OrderLine)
  .take(3)) {
  if (row.$kind === "customer") say(`customer ${row.名前}`);
  else if (row.$kind === "line") say(`line of ${row.quantity} ${row.sku}`);
  else say(`order ${row.orderNo}`);
}

// Only a scan reads all partitions. In parallel it has no order, and therefore no pages.
const scan = orders.scan({ parallel: 4 }).where({ $timestamp: { ge: day(1) } });
say(`${scan.explain().access}: ${await scan.count()} orders`);
