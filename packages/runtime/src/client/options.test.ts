import { describe, expect, it } from "vitest";
import {
  generateAccountSas,
  generateTableSas,
  getAccessPolicies,
  getServiceProperties,
  getServiceStats,
  getUserDelegationKey,
  setAccessPolicies,
  setServiceProperties,
  sweep,
} from "../admin.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { partitions } from "../features/partitions.js";
import { undiciTransport } from "../http/transport/undici-transport.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const transport = recordingTransport();
const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
const orders = service.entities(Order);
const parted = service.entities({ $schema: { ...Order.$schema, hooks: partitions } });
const table = service.table("Shop");
const tables = service.tables;
const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
const init = { ...key, total: 5, sequence: 5n, currency: "EUR" } as const;
const partition = Order.partition(key);
const id = { partitionKey: "p", rowKey: "r" };
const row = { ...id, properties: {} };
const credential = new SharedKeyCredential("account", "a2V5");
const expiresOn = new Date(Date.UTC(2040, 0, 1));

/** Calls by the options that they receive. */
const calls: Readonly<Record<string, (options: never) => unknown>> = {
  insert: (options) => orders.insert(init, options),
  insertOrMerge: (options) => orders.insertOrMerge(init, options),
  insertOrReplace: (options) => orders.insertOrReplace(init, options),
  merge: (options) => orders.merge(key, { paid: true }, options),
  replace: (options) => orders.replace(init, options),
  delete: (options) => orders.delete(key, options),
  get: (options) => orders.get(key, options),
  getOrThrow: (options) => orders.getOrThrow(key, options),
  getMany: (options) => orders.getMany([key], options),
  modify: (options) => orders.modify(key, () => undefined, options),
  bulk: (options) => orders.bulk([], options),
  deleteWhere: (options) => orders.deleteWhere(orders.query(key), options),
  query: (options) => orders.query(key, options),
  scan: (options) => orders.scan(options),
  queryPartitions: (options) => parted.queryPartitions({ customerId: "C1" } as never, options),
  first: (options) => orders.scan().first(options),
  firstOrThrow: (options) => orders.scan().firstOrThrow(options),
  toArray: (options) => orders.scan().toArray(options),
  count: (options) => orders.scan().count(options),
  exists: (options) => orders.scan().exists(options),
  page: (options) => orders.scan().page(options),
  pages: (options) => orders.scan().pages(options),
  "partition.query.with": (options) => service.partition(partition).query(Order).with(options),
  "partition.transaction": (options) =>
    service.partition(partition).transaction((tx) => tx.insert(Order, init), options),
  transaction: (options) => service.transaction(partition, (tx) => tx.insert(Order, init), options),
  "tx.merge": (options) => service.transaction(partition, (tx) => tx.merge(Order, key, { paid: true }, options)),
  "tx.replace": (options) => service.transaction(partition, (tx) => tx.replace(Order, init, options)),
  "tx.delete": (options) => service.transaction(partition, (tx) => tx.delete(Order, key, options)),
  deletePartition: (options) => service.deletePartition(partition, options),
  createTables: (options) => service.createTables([], options),
  "tables.list": (options) => tables.list(options).next(),
  "tables.exists": (options) => tables.exists("Shop", options),
  "tables.create": (options) => tables.create("Shop", options),
  "tables.createIfNotExists": (options) => tables.createIfNotExists("Shop", options),
  "tables.delete": (options) => tables.delete("Shop", options),
  "table.insert": (options) => table.insert(row, options),
  "table.insertOrMerge": (options) => table.insertOrMerge(row, options),
  "table.insertOrReplace": (options) => table.insertOrReplace(row, options),
  "table.merge": (options) => table.merge(id, {}, options),
  "table.replace": (options) => table.replace(row, options),
  "table.delete": (options) => table.delete(id, options),
  "table.get": (options) => table.get(id, options),
  "table.getOrThrow": (options) => table.getOrThrow(id, options),
  "table.query": (options) => table.query("p", options),
  "table.scan": (options) => table.scan(options),
  getServiceProperties: (options) => getServiceProperties(service, options),
  setServiceProperties: (options) => setServiceProperties(service, { cors: [] }, options),
  getServiceStats: (options) => getServiceStats(service, options),
  getUserDelegationKey: (options) =>
    getUserDelegationKey(service, { startsOn: new Date(0), expiresOn: new Date(1000) }, options),
  getAccessPolicies: (options) => getAccessPolicies(service, "Shop", options),
  setAccessPolicies: (options) => setAccessPolicies(service, "Shop", [], options),
  sweep: (options) => sweep(service, Order, options),
};

it("administration names what it is about", async () => {
  const odd = { timeout: 5 } as never;
  const naming = (text: string) => ({ message: expect.stringContaining(text) as string });
  await expect(getServiceProperties(service, odd)).rejects.toMatchObject(naming("service properties"));
  await expect(getAccessPolicies(service, "Shop", odd)).rejects.toMatchObject(naming("access policies"));
});

const refusal = (message: string) => ({
  code: expect.stringMatching(/^(config|query)\.invalid-option$/),
  message: expect.stringContaining(message),
});

const noOptions: readonly [none: unknown, given: string][] = [
  [5, "5"],
  [null, "null"],
  ["*", "a string"],
  [new AbortController().signal, "an AbortSignal"],
  [new Map(), "a Map"],
  [Promise.resolve({}), "a promise"],
];

const thrown = (call: () => unknown) => (async () => call())();

/** Owners of options as messages name them, where that is not the name of the method. */
const owners: Readonly<Record<string, string>> = {
  getOrThrow: "get",
  firstOrThrow: "first",
  getServiceProperties: "service properties",
  setServiceProperties: "service properties",
  getServiceStats: "service statistics",
  getUserDelegationKey: "user delegation keys",
  getAccessPolicies: "access policies",
  setAccessPolicies: "access policies",
};

describe.each(Object.entries(calls))("%s", (name, call) => {
  const method = name.slice(name.lastIndexOf(".") + 1);
  const owner = owners[method] ?? method;

  it("refuses an option that does not exist, and options that are none", async () => {
    const sent = transport.requests.length;
    await expect(thrown(() => call({ timeuot: 5 } as never))).rejects.toMatchObject(
      refusal(`There is no option "timeuot" of ${owner}.`),
    );
    for (const [none, given] of noOptions) {
      const message = new RegExp(`Invalid options of ${owner}: expected an object.*, not ${given}\\.$`);
      await expect(thrown(() => call(none as never))).rejects.toMatchObject({
        message: expect.stringMatching(message),
      });
    }
    expect(transport.requests).toHaveLength(sent);
  });

  it("names the nearest option, and what a signal is", async () => {
    if (name.startsWith("tx.")) {
      await expect(thrown(() => call({ ifmatch: "*" } as never))).rejects.toMatchObject(refusal('mean "ifMatch"?'));
      return;
    }
    await expect(thrown(() => call({ timeout: 5 } as never))).rejects.toMatchObject(refusal('mean "timeoutMs"?'));
    const signal = new AbortController();
    await expect(thrown(() => call({ signal } as never))).rejects.toMatchObject(refusal("controller.signal"));
    for (const timeoutMs of [0, -1, Number.NaN, "5000"]) {
      await expect(thrown(() => call({ timeoutMs } as never))).rejects.toMatchObject(refusal("above 0."));
    }
  });
});

it.each([
  ["merge", { ifmatch: "*" }, "ifMatch"],
  ["bulk", { onprogress: () => undefined }, "onProgress"],
  ["bulk", { concurency: 3 }, "concurrency"],
  ["modify", { attempt: 3 }, "attempts"],
  ["deleteWhere", { maximum: 3, max: 3 }, "max"],
  ["scan", { paralel: 3 }, "parallel"],
  ["scan", { partitionKeyRange: { gt: "a" } }, "ge"],
  ["queryPartitions", { maxPartitons: 5 }, "maxPartitions"],
  ["table.scan", { partitionKeyPrefx: "a", parallel: 3 }, "partitionKeyPrefix"],
  ["query", { maxComparison: 3 }, "maxComparisons"],
  ["pages", { sise: 3 }, "size"],
  ["createTables", { waitForDeletion: 3 }, "waitForDeletionMs"],
] as const)("%s refuses %j and names %s", async (name, options, nearest) => {
  const call = calls[name] as (options: never) => unknown;
  await expect(thrown(() => call(options as never))).rejects.toMatchObject(
    refusal(nearest === "max" ? "max" : `Did you mean "${nearest}"?`),
  );
});

it.each([
  ["getMany takes an array of keys", () => orders.getMany(key as never)],
  ["createTables takes an array of generated classes", () => service.createTables(Order as never)],
  ["modify takes a function as its second argument", () => orders.modify(key, {} as never)],
  ["transaction takes a function that adds operations", () => service.transaction(partition, {} as never)],
])("%s, and says so", async (message, call) => {
  await expect(thrown(call)).rejects.toMatchObject({
    code: "value.wrong-type",
    message: expect.stringContaining(message),
  });
});

it.each([
  ["take is -1; it must be a whole number of at least 0.", () => orders.query(key).take(-1)],
  ["take is 0.5; it must be a whole number of at least 0.", () => table.query("p").take(0.5)],
  ["take is -1; it must be", () => service.partition(partition).query(Order).take(-1)],
  [
    "The option max of toArray is -1; it must be a whole number of at least 0.",
    () => orders.scan().toArray({ max: -1 }),
  ],
  ["The option max of deleteWhere is -1; it must be", () => orders.deleteWhere(orders.query(key), { max: -1 })],
  ["size is 0; it must be a whole number from 1 to 1000.", () => orders.scan().page({ size: 0 })],
  ["size is 1001; it must be", () => orders.scan().page({ size: 1001 })],
  ["The option parallel of scan is 0; it must be a whole number from 1 to 64.", () => orders.scan({ parallel: 0 })],
  ["The option parallel of scan is 65; it must be", () => orders.scan({ parallel: 65 })],
  [
    "The option attempts of modify is 0; it must be a whole number of at least 1.",
    () => orders.modify(key, () => undefined, { attempts: 0 }),
  ],
  [
    "The option concurrency of getMany is 0; it must be a whole number of at least 1.",
    () => orders.getMany([key], { concurrency: 0 }),
  ],
  ["The option concurrency of bulk is 0; it must be", () => orders.bulk([], { concurrency: 0 })],
])("a count out of its range is refused: %s", async (message, call) => {
  await expect(thrown(call)).rejects.toMatchObject({ message: expect.stringContaining(message) });
});

it("a scan that is not in parallel takes nothing for one", () => {
  expect(() => orders.scan({ splitAt: ["a"] } as never)).toThrow('There is no option "splitAt" of scan.');
  expect(() => table.scan({ parallel: 4 } as never)).toThrow('There is no option "parallel" of scan.');
});

describe("options of the client", () => {
  const open = (options: object) => TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);

  it.each([
    [{ retires: 3 }, 'There is no option "retires" of the client. Did you mean "retry"?'],
    [{ retry: { maxAttempt: 3 } }, 'There is no option "maxAttempt" of retry. Did you mean "maxAttempts"?'],
    [{ retry: 3 }, "The option retry of the client is 3; it must be an object, or false."],
    [{ tls: { rejectUnauthorized: false } }, 'There is no option "rejectUnauthorized" of tls.'],
    [{ events: { onRequests: () => undefined } }, 'of events. Did you mean "onRequest"?'],
    [{ events: { onRequest: 5 } }, "The option onRequest of events is 5; it must be a function."],
    [{ readFrom: "secondry" }, 'The option readFrom of the client is "secondry"; it must be "primary" or'],
    [{ policies: [5] }, "policies takes functions, not 5."],
    [{ policies: [(next: unknown) => next, () => undefined] }, "policies[1] returned undefined, not a function."],
    [
      { policies: [async (next: unknown) => next] },
      "policies[0] returned a promise, not a function. Write it as (next) =>",
    ],
    [
      { retry: { maxAttempts: "3" } },
      'The option maxAttempts of retry is "3" (a string); it must be a whole number of at least 1.',
    ],
    [
      { retry: { maxAttempts: 1.5 } },
      "The option maxAttempts of retry is 1.5; it must be a whole number of at least 1.",
    ],
    [
      { retry: { baseDelayMs: "5" } },
      'The option baseDelayMs of retry is "5" (a string); it must be a number of milliseconds, at least 0.',
    ],
    ...[0, -1, Number.NaN, "5000"].map((timeoutMs) => [{ timeoutMs }, "it must be a number of milliseconds above 0."]),
    [{ attemptTimeoutMs: 0 }, "The option attemptTimeoutMs of the client is 0; it must be a number of milliseconds"],
    [{ kind: "azure" }, 'The option kind of the client is "azure"; it must be "storage" or "cosmos".'],
    [
      { tls: { key: 5 } },
      "The option key of tls is 5; it must be PEM with -----BEGIN PRIVATE KEY-----, as a string or a Uint8Array.",
    ],
    [{ tls: { ca: [5] } }, "Pass the contents of the file, not its name; or an array of these."],
    [{ connections: 0 }, "The option connections of the client is 0; it must be a whole number of at least 1."],
    [
      { connections: Number.NaN },
      "The option connections of the client is NaN; it must be a whole number of at least 1.",
    ],
    [{ connections: 1.5 }, "The option connections of the client is 1.5; it must be a whole number of at least 1."],
    [{ logger: {} }, "The option logger of the client is an object; it must be a function."],
    [{ transport: {} }, "The option transport of the client is an object; it must be a function."],
    [null, "Invalid options of the client: expected an object, not null."],
  ] as [unknown, string][])("%j are refused", (options, message) => {
    expect(() => open(options as never)).toThrow(message);
  });

  it("events may be an object of a class, with members of its own", () => {
    class Counter {
      requests = 0;
      onRequest(): void {
        this.requests++;
      }
    }
    expect(() => open({ events: new Counter() })).not.toThrow();
  });

  it("a key in their place is not repeated", () => {
    expect(() => open("c2VjcmV0" as never)).toThrow("Invalid options of the client: expected an object, not a string.");
    expect(() => new SharedKeyCredential("account", "a2V5", "c2VjcmV0" as never)).toThrow("not a string.");
  });
});

it.each([
  [() => new SharedKeyCredential("account", "a2V5", { schema: "SharedKey" } as never), 'Did you mean "scheme"?'],
  [() => undiciTransport({ keepAliveTimeout: 5 } as never), 'Did you mean "keepAliveTimeoutMs"?'],
  [() => generateTableSas(credential, { table: "Shop", permission: {}, expiresOn } as never), '"permissions"?'],
  [() => generateTableSas(credential, { table: "Shop", permissions: { read: true }, expiresOn } as never), '"read"'],
  [() => generateTableSas(credential, { table: "Shop", from: { pk: "a" }, policy: "p" } as never), '"pk"'],
  [() => generateTableSas({} as never, { table: "Shop", policy: "p" }), "is signed by a SharedKeyCredential"],
  [() => generateAccountSas(credential, { permissions: { reads: true }, expiresOn } as never), 'mean "read"?'],
  [() => generateAccountSas(credential, { permissions: {}, expires: expiresOn } as never), '"expiresOn"?'],
])("options of signatures and transports are known by name too: %#", (make, message) => {
  expect(make).toThrow(message);
});
