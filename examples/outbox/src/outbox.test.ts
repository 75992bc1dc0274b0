import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { placeOrder, shipOrder } from "./place-order.js";
import { publishPending } from "./publish-pending.js";
import { Order, OutboxMessage } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const outbox = service.entities(OutboxMessage);

const published: string[] = [];
const publish = async ({ orderId, topic }: OutboxMessage) => {
  published.push(`${orderId} ${topic}`);
};

beforeEach(async () => {
  tables.reset();
  published.length = 0;
  await service.createTables([Order, OutboxMessage]);
});

describe("an order and its message", () => {
  it("are written together", async () => {
    const order = await placeOrder(service, "C1", 5n);
    expect(await service.entities(Order).get(order)).toMatchObject({ status: "placed", total: 5n });
    expect(await outbox.scan().toArray()).toMatchObject([{ ...order, topic: "order-placed" }]);
  });

  it("are both not written if the service refuses", async () => {
    tables.faults.add({ fault: { kind: "throttle" }, operation: "transaction" });
    await expect(placeOrder(service, "C1", 5n)).rejects.toThrow();
    expect(tables.dump()["Shop"]).toEqual([]);
  });

  it("are written once, however many ship it", async () => {
    const order = await placeOrder(service, "C1", 5n);
    await Promise.allSettled([1, 2, 3].map(() => shipOrder(service, order)));
    expect(await outbox.scan().where({ topic: "order-shipped" }).count()).toBe(1);
  });
});

describe("publishPending", () => {
  it("publishes every message once, those of an order in their order", async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => placeOrder(service, "C1", 5n)));
    for (const order of orders) await shipOrder(service, order);
    expect(await publishPending(service, publish)).toBe(40);
    expect(await publishPending(service, publish)).toBe(0);
    expect(new Set(published).size).toBe(40);
    for (const { orderId } of orders) {
      const topics = published.filter((line) => line.startsWith(orderId));
      expect(topics).toEqual([`${orderId} order-placed`, `${orderId} order-shipped`]);
    }
  });

  it("keeps what the broker did not take, and publishes nothing about that order before it", async () => {
    const broken = await placeOrder(service, "C1", 5n);
    await shipOrder(service, broken);
    const other = await placeOrder(service, "C2", 5n);
    const refuse = async (message: OutboxMessage) => {
      if (message.orderId === broken.orderId) throw new Error("The broker is out of order.");
      await publish(message);
    };
    expect(await publishPending(service, refuse)).toBe(1);
    expect(published).toEqual([`${other.orderId} order-placed`]);
    expect((await outbox.scan().toArray()).map(({ failures }) => failures)).toEqual([1, 0]);
    expect(await publishPending(service, publish)).toBe(2);
  });

  it("publishes again what was published but not deleted", async () => {
    await placeOrder(service, "C1", 5n);
    tables.faults.add({ fault: { kind: "reset" }, operation: "delete", times: 1 });
    await expect(publishPending(service, publish)).rejects.toThrow();
    expect(await publishPending(service, publish)).toBe(1);
    expect(published).toHaveLength(2);
    expect(new Set(published).size).toBe(1);
  });

  it("leaves a message alone that another worker has changed meanwhile", async () => {
    await placeOrder(service, "C1", 5n);
    await publishPending(service, async (message) => {
      await outbox.merge(message, { failures: 1 }, { ifMatch: "*" });
    });
    expect(await outbox.scan().toArray()).toMatchObject([{ failures: 1 }]);
  });
});
