import { describe, expect, it } from "vitest";
import { isTableError, type TableError } from "../errors/table-error.js";
import { Employee } from "../test/company/index.js";
import { orderRow } from "../test/order-rows.js";
import { recordingTransport } from "../test/recording-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const stored = orderRow(7);
const placedAt = new Date(String(stored["placedAt"]));
const key = { customerId: "C1", placedAt, orderNo: 7 };
const id = Order.key(key);
const etag = String(stored["odata.etag"]);

type Read = Awaited<ReturnType<typeof read>>;

/** Reads order 7. Returns it with a client that has sent nothing since. */
async function read() {
  const transport = recordingTransport((request) =>
    request.method === "GET"
      ? {
          status: 200,
          headers: versionHeader,
          body: request.url.includes("$select=") || request.url.includes("()") ? { value: [stored] } : stored,
        }
      : { status: 204, headers: ["etag", etag, ...versionHeader] },
  );
  const options = { transport, retry: false } as const;
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
  const orders = service.entities(Order);
  const order = await orders.getOrThrow(key);
  const [selected] = await orders.query(key).select("customerId", "placedAt", "orderNo").toArray();
  if (selected === undefined) throw new Error("There is no row.");
  transport.requests.length = 0;
  return { service, orders, order, selected, transport };
}

async function refusal(call: () => unknown): Promise<TableError> {
  try {
    await call();
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
  return expect.unreachable("It was written.");
}

/** Ways in which the key of an entity can change after it was read. Each returns the entity to write. */
const changes: Readonly<Record<string, (order: Read["order"]) => Read["order"]>> = {
  "a Date changed in place": (order) => {
    order.placedAt.setUTCDate(17);
    return order;
  },
  "a property assigned": (order) => Object.assign(order, { orderNo: 8 }),
  "a partition assigned": (order) => Object.assign(order, { customerId: "C2" }),
  "a copy with another value": (order) => ({ ...order, orderNo: 8 }) as Read["order"],
  "a copy whose Date was changed": (order) => {
    order.placedAt.setUTCDate(17);
    return { ...order } as Read["order"];
  },
};

const any = { ifMatch: "*" } as const;
const writes: Readonly<Record<string, (read: Read, order: Read["order"]) => Promise<unknown>>> = {
  merge: ({ orders }, order) => orders.merge(order, { paid: true }, any),
  replace: ({ orders }, order) => orders.replace(order, any),
  delete: ({ orders }, order) => orders.delete(order, any),
  "delete under its ETag": ({ orders }, order) => orders.delete(order, { ifMatch: order.$etag }),
  insertOrMerge: ({ orders }, order) => orders.insertOrMerge(order),
  insertOrReplace: ({ orders }, order) => orders.insertOrReplace(order),
  modify: ({ orders }, order) => orders.modify(order, () => ({ set: { paid: true } })),
  "tx.merge": ({ service }, order) =>
    service.transaction(Order.partition(key), (tx) => tx.merge(Order, order, { paid: true }, any)),
  "tx.replace": ({ service }, order) =>
    service.transaction(Order.partition(key), (tx) => tx.replace(Order, order, any)),
  "tx.delete": ({ service }, order) => service.transaction(Order.partition(key), (tx) => tx.delete(Order, order, any)),
  "tx.insertOrMerge": ({ service }, order) =>
    service.transaction(Order.partition(key), (tx) => tx.insertOrMerge(Order, order)),
  "tx.insertOrReplace": ({ service }, order) =>
    service.transaction(Order.partition(key), (tx) => tx.insertOrReplace(Order, order)),
  "bulk replace": async ({ orders }, replace) => {
    for await (const outcome of orders.bulk([{ replace, ifMatch: "*" }])) if (!outcome.ok) throw outcome.error;
  },
  "bulk merge": async ({ orders }, merge) => {
    const items = [{ merge, changes: { paid: true }, ifMatch: "*" }] as const;
    for await (const outcome of orders.bulk(items)) if (!outcome.ok) throw outcome.error;
  },
  "bulk delete": async ({ orders }, order) => {
    for await (const outcome of orders.bulk([{ delete: order, ifMatch: "*" }])) if (!outcome.ok) throw outcome.error;
  },
  "bulk insertOrReplace": async ({ orders }, insertOrReplace) => {
    for await (const outcome of orders.bulk([{ insertOrReplace }])) if (!outcome.ok) throw outcome.error;
  },
};

describe("an entity that was read and has another key by now", () => {
  describe.each(Object.entries(changes))("by %s", (_, change) => {
    it.each(Object.entries(writes))("is refused by %s, and nothing is sent", async (_name, write) => {
      const given = await read();
      const error = await refusal(() => write(given, change(given.order)));
      expect(error).toMatchObject({ code: "key.changed", entity: "Order" });
      expect(given.transport.requests).toEqual([]);
    });

    it("is a new row to insert", async () => {
      const given = await read();
      const order = change(given.order);
      await given.orders.insert(order);
      const { $etag: _etag, $timestamp: _timestamp, ...plain } = order;
      expect(JSON.parse(String(given.transport.requests[0]?.body))).toMatchObject({
        PartitionKey: Order.key(plain).partitionKey,
        RowKey: Order.key(plain).rowKey,
      });
    });

    it("is a new value as new Order(…), from JSON, and without its $timestamp", async () => {
      const { orders, order: found, transport } = await read();
      const order = change(found);
      const { $timestamp: _timestamp, ...plain } = order;
      const json: unknown = JSON.parse(JSON.stringify(new Order(order)));
      for (const value of [new Order(order), Order.fromJSON(json), structuredClone({ ...order }), plain] as Order[])
        await orders.replace(value, any);
      expect(new Set(transport.requests.map(({ url }) => url)).size).toBe(1);
      expect(transport.requests).toHaveLength(4);
      expect(transport.requests[0]?.url).toContain(encodeURIComponent(Order.key({ ...plain }).rowKey));
    });
  });

  it("is refused with both keys, the property and what to do", async () => {
    const { orders, order } = await read();
    order.placedAt.setUTCDate(17);
    const { rowKey } = Order.key({ ...key, placedAt: order.placedAt });
    const error = await refusal(() => orders.delete(order, any));
    expect(error.property).toBe("placedAt");
    expect(error.message).toBe(
      `This Order was read from the row ("cust!C1", "${id.rowKey}"), but placedAt is now ${order.placedAt.toISOString()}, and its properties give the key ("cust!C1", "${rowKey}"). To move the row, delete it and insert the new one; to write another row, pass a plain key or new Order(…).`,
    );
  });

  it("is refused as a key where it was changed in place, also by reads, Order.key and Order.partition", async () => {
    const { orders, order, transport } = await read();
    Object.assign(order, { customerId: "C2" });
    const reads = [
      () => orders.get(order),
      () => orders.getMany([order]),
      () => orders.query(order),
      () => Order.key(order),
      () => Order.partition(order),
    ];
    for (const call of reads)
      expect(await refusal(call)).toMatchObject({ code: "key.changed", property: "customerId" });
    expect(transport.requests).toEqual([]);
  });

  it("goes by its properties in reads where it is a copy", async () => {
    const { order, orders, transport } = await read();
    await expect(orders.get({ ...order, orderNo: 8 })).rejects.toMatchObject({ code: "decode.key-mismatch" });
    expect(transport.requests[0]?.url).toContain(encodeURIComponent(Order.key({ ...key, orderNo: 8 }).rowKey));
    const other = { ...order, orderNo: 8, customerId: "C2" };
    expect(Order.key(other)).toEqual(Order.key({ ...key, orderNo: 8, customerId: "C2" }));
    expect(Order.partition(other).partitionKey).toBe("cust!C2");
  });

  it("is a value like any to another entity", async () => {
    const { service, order, transport } = await read();
    order.placedAt.setUTCDate(17);
    await service.entities(OrderLine).delete({ ...order, orderNo: 9, lineNo: 1 }, any);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("what was selected, with another key by now", () => {
  it("is refused by writes", async () => {
    const { orders, service, selected, transport } = await read();
    selected.placedAt.setUTCDate(17);
    const calls = [
      () => orders.delete(selected, any),
      () => orders.merge(selected, { paid: true }, any),
      () => service.transaction(Order.partition(key), (tx) => tx.delete(Order, selected, any)),
    ];
    for (const call of calls) expect(await refusal(call)).toMatchObject({ code: "key.changed", property: "placedAt" });
    expect(transport.requests).toEqual([]);
  });

  it("is refused as a copy, too, where $timestamp was selected", async () => {
    const { orders, transport } = await read();
    const names = ["customerId", "placedAt", "orderNo", "$timestamp"] as const;
    const timed = await orders
      .query(key)
      .select(...names)
      .firstOrThrow();
    transport.requests.length = 0;
    const call = () => orders.delete({ ...timed, orderNo: 8 }, any);
    expect(await refusal(call)).toMatchObject({ code: "key.changed", property: "orderNo" });
    expect(transport.requests).toEqual([]);
  });

  it("is a new value as a copy without $timestamp", async () => {
    const { orders, selected, transport } = await read();
    await orders.delete({ ...selected, orderNo: 8 }, any);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("the callback of modify", () => {
  it("cannot set a key property by changing the Date of the row that it gets", async () => {
    const { orders } = await read();
    const call = orders.modify(key, (order) => {
      order.placedAt.setUTCDate(17);
      return { set: { ...order, paid: false } as object };
    });
    expect(await refusal(() => call)).toMatchObject({ code: "key.changed", property: "placedAt" });
  });

  it("may change that Date for its own use", async () => {
    const { orders, transport } = await read();
    await orders.modify(key, (order) => {
      order.placedAt.setUTCDate(17);
      return { set: { note: `due ${order.placedAt.toISOString()}` } };
    });
    expect(transport.requests.at(-1)?.url).toContain(encodeURIComponent(id.rowKey));
  });
});

describe("{ from } of a transaction", () => {
  it("is refused where its key was changed, also with a plain key", async () => {
    const row = {
      "odata.etag": etag,
      ...{ PartitionKey: "company!X", RowKey: "employee!1", Timestamp: "2024-01-02T00:00:00Z", kind: "employee" },
      ...{
        companyId: "X",
        employeeId: "1",
        email: "a@x.org",
        lastName: "A",
        department: "D",
        "hiredAt@odata.type": "Edm.DateTime",
      },
      ...{ hiredAt: "2024-01-02T00:00:00Z" },
    };
    const transport = recordingTransport(() => ({ status: 200, headers: versionHeader, body: row }));
    const options = { transport, retry: false } as const;
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    const employee = { companyId: "X", employeeId: "1" };
    const from = await service.entities(Employee).getOrThrow(employee);
    Object.assign(from, { employeeId: "2" });
    const call = service.transaction(Employee.partition(employee), (tx) =>
      tx.merge(Employee, employee, { department: "E" }, { from }),
    );
    expect(await refusal(() => call)).toMatchObject({ code: "key.changed", property: "employeeId" });
    expect(transport.requests).toHaveLength(1);
  });
});
