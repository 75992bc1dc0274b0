/** Places and ships an order, then publishes both messages. `worker.ts` is the process that does so permanently. */
import { TableServiceClient } from "@tablewright/runtime";
import { placeOrder, shipOrder } from "./place-order.js";
import { publishPending } from "./publish-pending.js";
import { Order, OutboxMessage } from "./tables.gen/index.js";

const connectionString = process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true";
await using service = TableServiceClient.fromConnectionString(connectionString);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await service.createTables([Order, OutboxMessage]);
const order = await placeOrder(service, "C1", 12_50n);
await shipOrder(service, order);
const published = await publishPending(service, async ({ orderId, sequence, topic }) =>
  say(`${orderId} ${sequence}: ${topic}`),
);
say(`published ${published} messages, ${await service.entities(OutboxMessage).scan().count()} are waiting`);
