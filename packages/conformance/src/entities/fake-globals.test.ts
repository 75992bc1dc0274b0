import { fetchTransport, TableServiceClient, type Transport, undiciTransport } from "@tablewright/runtime";
import { createTableService, serveTableService } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";

/* Test runners replace globals. No call may wait for a fake one: a test would have to advance its clock to get a row. */

const { setTimeout: realTimeout } = globalThis;
const timers = ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "performance", "Date"] as const;
const unusable = () => {
  throw new Error("This global was called.");
};

/** Replaces a global, or all of them, as tests do. */
const fakes: Record<string, () => void> = {
  ...Object.fromEntries(timers.map((name) => [name, () => vi.useFakeTimers({ toFake: [name] })])),
  "all timers": () => vi.useFakeTimers({ toFake: [...timers] }),
  crypto: () => vi.stubGlobal("crypto", { randomUUID: unusable, getRandomValues: unusable }),
  TextEncoder: () => {
    vi.stubGlobal("TextEncoder", unusable);
    vi.stubGlobal("TextDecoder", unusable);
  },
  structuredClone: () => vi.stubGlobal("structuredClone", unusable),
};
fakes["all"] = () => {
  for (const name of ["crypto", "TextEncoder", "structuredClone", "all timers"]) fakes[name]?.();
};

let server: Awaited<ReturnType<typeof serveTableService>>;
const opened: TableServiceClient[] = [];

beforeAll(async () => {
  server = await serveTableService();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  for (const service of opened) await service.close();
  await server.close();
});

function open(transport?: Transport): TableServiceClient {
  const service = TableServiceClient.fromConnectionString(server.connectionString, { ...(transport && { transport }) });
  opened.push(service);
  return service;
}

const transports: Readonly<Record<string, () => TableServiceClient>> = {
  "the transport in memory": () => {
    const tables = createTableService();
    return TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  },
  "the default transport": () => open(),
  undiciTransport: () => open(undiciTransport()),
  fetchTransport: () => open(fetchTransport()),
};

const at = new Date(1.7e12);
let partitions = 0;

/** Does every kind of work in a partition of its own. @returns the number of orders that a query counts */
async function work(service: TableServiceClient): Promise<number> {
  partitions += 1;
  const customerId = `c${partitions}`;
  const placedAt = at;
  const order = (orderNo: number) =>
    ({ customerId, placedAt, orderNo, total: 12.5, sequence: 5n, currency: "EUR" }) as const;
  const orders = service.entities(Order);
  await service.createTables([Order]);
  await orders.insert(order(1));
  const read = await orders.getOrThrow(order(1));
  expect([read.placedAt.toISOString(), read.sequence]).toEqual(["2023-11-14T22:13:20.000Z", 5n]);
  await orders.merge(read, { paid: true }, { ifMatch: read.$etag });
  await orders.modify(order(1), ({ total }) => ({ set: { total: total + 1 } }));
  await orders.replace(order(1), { ifMatch: "*" });
  await orders.insertOrMerge(order(1));
  await orders.insertOrReplace(order(2));
  await orders.delete(order(2), { ifMatch: "*" });
  await service.transaction(Order.partition({ customerId }), (tx) => {
    tx.insert(Order, order(3));
    tx.insert(OrderLine, { orderNo: 3, lineNo: 1, sku: "A", quantity: 1 });
  });
  await orders.bulk(Array.from({ length: 31 }, (_, at) => ({ insert: order(100 + at) })));
  await orders.getMany([order(1), order(100)]);
  const count = await orders
    .query({ customerId })
    .where({ total: { gt: 1 } })
    .count();
  await orders.updateWhere(orders.query({ customerId }), { paid: true }, { max: 100 });
  await orders.deleteWhere(orders.query({ customerId }), { max: 100 });
  await service.tables.exists("Shop");
  return count;
}

/** Fails if the work takes longer than any request to this server. Uses real time. */
function inTime<Value>(working: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => realTimeout(() => reject(new Error("hangs")), 20_000).unref());
  return Promise.race([working, late]);
}

/** Globals that undici and Node's own `fetch` read when they send: with these fake, they wait for the test to advance its clock. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  undiciTransport: ["setImmediate", "all timers", "all"],
  fetchTransport: ["queueMicrotask", "all timers", "all"],
};

describe.each(Object.keys(transports))("with %s, every operation works", (name) => {
  it.each(Object.keys(fakes).filter((fake) => !neededBy[name]?.includes(fake)))(
    "while a test fakes %s, before and after the first request",
    async (fake) => {
      const connected = transports[name]?.() as TableServiceClient;
      await connected.createTables([Order]);
      const fresh = transports[name]?.() as TableServiceClient;
      fakes[fake]?.();
      expect(await inTime(work(fresh))).toBe(33);
      expect(await inTime(work(connected))).toBe(33);
    },
  );
});

it("a client works that is loaded while the clock is fake, and after that", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  // The client loads further modules while it works. The next test file must not get those that were loaded while the clock was fake.
  onTestFinished(() => void vi.resetModules());
  const { TableServiceClient: Late } = await import("@tablewright/runtime");
  const service = Late.fromConnectionString(server.connectionString);
  expect(await inTime(work(service as TableServiceClient))).toBe(33);
  vi.useRealTimers();
  expect(await inTime(work(service as TableServiceClient))).toBe(33);
  await service.close();
});

it("retries and time limits wait for the fake clock", async () => {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([Order]);
  vi.useFakeTimers({ now: 0 });
  tables.faults.add({ fault: { kind: "throttle", retryAfterSeconds: 50 }, operation: "get", times: 1 });
  let isDone = false;
  const got = service.entities(Order).get({ customerId: "c", placedAt: at, orderNo: 1 });
  void got.then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await got).toBeUndefined();
  tables.faults.add({ fault: { kind: "hang" }, operation: "get" });
  const hanging = service.entities(Order).get({ customerId: "c", placedAt: at, orderNo: 1 }, { timeoutMs: 60_000 });
  const refused = expect(hanging).rejects.toMatchObject({ code: "request.timeout" });
  await vi.advanceTimersByTimeAsync(60_001);
  await refused;
});

it("fetchTransport sends by the global fetch of the moment, so that a mock answers", async () => {
  const service = open(fetchTransport());
  await service.tables.exists("Shop");
  const mock = vi.fn(
    async () =>
      new Response('{"value":[{"TableName":"Shop"}]}', {
        headers: { "x-ms-version": "2019-02-02", "content-type": "application/json" },
      }),
  );
  vi.stubGlobal("fetch", mock);
  expect(await service.tables.exists("Shop")).toBe(true);
  expect(mock).toHaveBeenCalledOnce();
});
