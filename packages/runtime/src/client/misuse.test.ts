import { describe, expect, it } from "vitest";
import {
  generateAccountSas,
  generateTableSas,
  generateUserDelegationSas,
  getAccessPolicies,
  getServiceProperties,
  getServiceStats,
  getUserDelegationKey,
  setAccessPolicies,
  setServiceProperties,
} from "../admin.js";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { edm } from "../codec/edm/edm-value.js";
import { isTableError } from "../errors/table-error.js";
import { partitions } from "../features/partitions.js";
import { undiciTransport } from "../http/transport/undici-transport.js";
import { odata } from "../query/filter/odata.js";
import { standardSchema } from "../standard-schema.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import type { Transaction } from "../write/transaction/transaction.js";
import { TableServiceClient } from "./table-service-client.js";

/* Values that plain JavaScript may pass as any argument. A public method must then throw nothing but a TableError. If the value happens
 * to be valid, any result is right. */

class Other {
  readonly value = 1;
}

const values: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  true,
  "text",
  "",
  [],
  [undefined],
  [5],
  [Symbol("s")],
  {},
  new Other(),
  () => undefined,
  Symbol("s"),
  5n,
  Buffer.from("C1"),
  new AbortController(),
  Object.create(null),
];

const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
const init = { ...key, total: 5, sequence: 5n, currency: "EUR" } as const;
const any = { ifMatch: "*" } as const;
const id = { partitionKey: "p", rowKey: "r" };
const row = { ...id, properties: {} };
const partition = Order.partition(key);
const nothing = () => undefined;
const expiresOn = new Date(Date.UTC(2040, 0, 1));

const transport = recordingTransport(({ method, url }) => {
  if (method !== "GET") return {};
  return { status: 200, body: url.includes("comp=") ? "<SignedIdentifiers/>" : { value: [] } };
});
const text = "UseDevelopmentStorage=true";
const service = TableServiceClient.fromConnectionString(text, { transport, retry: false });
const orders = service.entities(Order);
const parted = service.entities({ $schema: { ...Order.$schema, features: [partitions] } });
const table = service.table("Shop");
const credential = new SharedKeyCredential("account", "a2V5");

/** Valid arguments. Each is replaced and omitted in turn. */
type Arguments = readonly unknown[];
type Call = (...given: never[]) => unknown;

/** Methods of each handle. */
const handles: Readonly<Record<string, readonly [handle: object, Readonly<Record<string, Arguments>>]>> = {
  service: [
    service,
    {
      entities: [Order],
      partition: [partition],
      table: ["Shop"],
      createTables: [[Order], {}],
      transaction: [partition, nothing, {}],
      deletePartition: [partition, {}],
      withTables: [{ Shop: "ShopTenant42" }],
      metrics: [],
      close: [],
    },
  ],
  view: [
    service.withTables({ Shop: "ShopTenant42" }),
    {
      entities: [Order],
      partition: [partition],
      table: ["Shop"],
      createTables: [[Order], {}],
      transaction: [partition, nothing, {}],
      deletePartition: [partition, {}],
      withTables: [{ Shop: "ShopTenant42" }],
      metrics: [],
    },
  ],
  entities: [
    orders,
    {
      insert: [init, {}],
      insertOrMerge: [init, {}],
      insertOrReplace: [init, {}],
      merge: [key, { paid: true }, any],
      replace: [init, any],
      delete: [key, any],
      get: [key, { select: ["total"] }],
      getOrThrow: [key, { select: ["total"] }],
      getMany: [[key], {}],
      modify: [key, nothing, { orInsert: init }],
      bulk: [[{ insert: init }], {}],
      deleteWhere: [orders.scan(), { max: 5 }],
      updateWhere: [orders.scan(), { paid: true }, { max: 5 }],
      query: [key, {}],
      queryPartitions: [{ customerId: "C1" }, {}],
      scan: [{}],
    },
  ],
  "entities.query": [
    orders.query(key),
    {
      where: [{ paid: true }],
      select: ["total", "note"],
      take: [5],
      metadata: ["none"],
      first: [{}],
      firstOrThrow: [{}],
      toArray: [{}],
      count: [{}],
      exists: [{}],
      page: [{}],
      pages: [{}],
      explain: [],
      addresses: [],
      payloads: [],
      deletions: [],
      // Queries of other types have this method. The type of this query omits it.
      with: [{}],
      onUnknownKind: ["raw"],
      entities: [],
      tableRows: [],
    },
  ],
  rowKey: [
    orders.query(key).rowKey,
    { eq: [key], startsWith: [{ placedAt: new Date(0) }], between: [{ placedAt: { ge: new Date(0) } }] },
  ],
  partition: [service.partition(partition), { query: [Order], transaction: [nothing, {}] }],
  "partition.query": [
    service.partition(partition).query(Order),
    { where: [{ orderNo: 1 }], select: ["orderNo"], take: [5], with: [{}], onUnknownKind: ["raw"] },
  ],
  table: [
    table,
    {
      insert: [row, {}],
      insertOrMerge: [row, {}],
      insertOrReplace: [row, {}],
      merge: [id, {}, any],
      replace: [row, any],
      delete: [id, any],
      get: [id, { select: ["count"] }],
      getOrThrow: [id, { select: ["count"] }],
      getMany: [[id], {}],
      modify: [id, nothing, { orInsert: row }],
      updateWhere: [table.query("p"), { count: { type: "Edm.Int32", value: 5 } }, { max: 5 }],
      deleteWhere: [table.query("p"), { max: 5 }],
      deletePartition: ["p", {}],
      transaction: ["p", nothing, {}],
      bulk: [[{ insert: row }], {}],
      splitKeys: [4, {}],
      query: ["p", {}],
      scan: [{}],
    },
  ],
  "table.query": [
    table.query("p"),
    { where: [{ count: { ge: { type: "Edm.Int32", value: 5 } } }], select: ["a", "b"], take: [5] },
  ],
  tables: [
    service.tables,
    {
      list: [{}],
      exists: ["Shop", {}],
      create: ["Shop", {}],
      createIfNotExists: ["Shop", {}],
      delete: ["Shop", {}],
    },
  ],
  SharedKeyCredential: [credential, { update: ["a2V5"] }],
  SasCredential: [new SasCredential("sig=a"), { update: ["sig=b"] }],
};

const transaction = (build: (tx: Transaction<"Shop/cust!{customerId}">) => void) =>
  service.transaction(partition, build);

/** Constructors, functions, and members of options and objects. */
const functions: Readonly<Record<string, readonly [call: Call, ...Arguments]>> = {
  "new TableServiceClient": [
    (...given: ConstructorParameters<typeof TableServiceClient>) => new TableServiceClient(...given),
    "https://account.table.core.windows.net",
    credential,
    { transport },
  ],
  "TableServiceClient.fromConnectionString": [TableServiceClient.fromConnectionString, text, {}],
  "new SharedKeyCredential": [
    (...given: ConstructorParameters<typeof SharedKeyCredential>) => new SharedKeyCredential(...given),
    "account",
    "a2V5",
    {},
  ],
  "new SasCredential": [(token: string) => new SasCredential(token), "sig=a"],
  undiciTransport: [undiciTransport, {}],
  "scan in parallel": [(parallel: number, splitAt: string[]) => orders.scan({ parallel, splitAt }).toArray(), 2, ["a"]],
  "partitions in parallel": [
    (parallel: number, maxPartitions: number) =>
      parted.queryPartitions({ customerId: "C1" } as never, { parallel, maxPartitions }).toArray(),
    2,
    5,
  ],
  "scan of a range": [(partitionKeyRange: object) => orders.scan({ partitionKeyRange }).toArray(), { ge: "a" }],
  "options of a scan": [
    (partitionKeyPrefix: string, prefetch: 0, maxComparisons: number, cursorKey: string) =>
      orders.scan({ partitionKeyPrefix, prefetch, maxComparisons, cursorKey }).page(),
    "a",
    0,
    5,
    "key",
  ],
  "options of a page": [(size: number, cursor: string) => orders.scan().page({ size, cursor }), 5, "x"],
  conditions: [
    (total: never, note: never, currency: never, or: never, not: never, odata: never, timestamp: never) =>
      orders
        .scan()
        .where({ total, note, currency: { in: currency }, $or: or, $not: not, $odata: odata, $timestamp: timestamp }),
    5,
    { startsWith: "a" },
    ["EUR"],
    [{ paid: true }],
    { paid: true },
    "a eq 1",
    new Date(0),
  ],
  "row of a table": [
    (partitionKey: string, rowKey: string, properties: object) =>
      table.insert({ partitionKey, rowKey, properties: properties as never }),
    "p",
    "r",
    { count: { type: "Edm.Int32", value: 5 } },
  ],
  "a condition on rows of a table": [
    (any: never, operators: never, list: never, prefix: never) =>
      table.scan().where({ any, a: operators, b: { in: list }, c: { startsWith: prefix } }),
    { type: "Edm.Int32", value: 5 },
    { ge: { type: "Edm.Int32", value: 5 } },
    [{ type: "Edm.Int32", value: 5 }],
    "a",
  ],
  "operations on rows of a table": [
    (row: never, rowKey: string, properties: never, condition: never) =>
      table.transaction("p", (tx) => {
        tx.insert(row);
        tx.merge(rowKey, properties, condition);
        tx.delete(rowKey, condition);
      }),
    { rowKey: "1", properties: {} },
    "2",
    { count: { type: "Edm.Int32", value: 5 } },
    any,
  ],
  "edm.of": [(value: string) => edm.of(value), "a"],
  odata: [(value: string) => odata`a eq ${value}`, "a"],
  "values of an entity": [
    (customerId: string, placedAt: Date, total: number, sequence: bigint, signature: Uint8Array) =>
      orders.insert({ ...init, customerId, placedAt, total, sequence, signature }),
    "C1",
    new Date(0),
    5,
    5n,
    new Uint8Array(1),
  ],
  "an item of a bulk": [
    (item: never, insert: never, merge: never, changes: never) =>
      orders.bulk([item, { insert }, { merge, changes, ifMatch: "*" }]),
    { insert: init },
    init,
    key,
    { paid: true },
  ],
  "a change of modify": [
    (change: never) =>
      TableServiceClient.fromConnectionString(text, { transport: existing() })
        .entities(Order)
        .modify(key, () => change),
    { set: { paid: true } },
  ],
  "tx.insert": [(...given) => transaction((tx) => tx.insert(...(given as unknown as [never, never]))), Order, init],
  "tx.insertOrMerge": [
    (...given) => transaction((tx) => tx.insertOrMerge(...(given as unknown as [never, never]))),
    Order,
    init,
  ],
  "tx.insertOrReplace": [
    (...given) => transaction((tx) => tx.insertOrReplace(...(given as unknown as [never, never]))),
    Order,
    init,
  ],
  "tx.replace": [
    (...given) => transaction((tx) => tx.replace(...(given as unknown as [never, never, never]))),
    Order,
    init,
    any,
  ],
  "tx.merge": [
    (...given) => transaction((tx) => tx.merge(...(given as unknown as [never, never, never, never]))),
    Order,
    key,
    { paid: true },
    any,
  ],
  "tx.delete": [
    (...given) => transaction((tx) => tx.delete(...(given as unknown as [never, never, never]))),
    Order,
    key,
    any,
  ],
  generateTableSas: [generateTableSas, credential, { table: "Shop", permissions: { query: true }, expiresOn }],
  generateAccountSas: [generateAccountSas, credential, { permissions: { read: true }, expiresOn }],
  getServiceProperties: [getServiceProperties, service, {}],
  setServiceProperties: [setServiceProperties, service, { cors: [] }, {}],
  getServiceStats: [getServiceStats, service, {}],
  getUserDelegationKey: [getUserDelegationKey, service, { startsOn: new Date(0), expiresOn: new Date(1000) }, {}],
  generateUserDelegationSas: [
    generateUserDelegationSas,
    {
      ...{ objectId: "o", tenantId: "t", service: "t", version: "2025-07-05", value: "a2V5" },
      ...{ startsOn: new Date(0), expiresOn },
    },
    { accountName: "account", table: "Shop", permissions: { query: true }, expiresOn },
  ],
  standardSchema: [standardSchema, Order, { json: true }],
  getAccessPolicies: [getAccessPolicies, service, "Shop", {}],
  setAccessPolicies: [setAccessPolicies, service, "Shop", [{ id: "a" }], {}],
  "parts of a policy": [
    (policyId: string, permissions: object, startsOn: Date) =>
      setAccessPolicies(service, "Shop", [{ id: policyId, permissions, startsOn }]),
    "a",
    { query: true },
    expiresOn,
  ],
  "Order.partition": [Order.partition, key],
  "Order.key": [Order.key, key],
  "Order.parseKey": [Order.parseKey, Order.key(key)],
};

function existing() {
  const { partitionKey, rowKey } = Order.key(key);
  const stored = {
    PartitionKey: partitionKey,
    RowKey: rowKey,
    Timestamp: "2024-01-01T00:00:00Z",
    "odata.etag": 'W/"x"',
  };
  const body = {
    ...stored,
    kind: "order",
    total: 5.5,
    "sequence@odata.type": "Edm.Int64",
    sequence: "5",
    currency: "EUR",
  };
  return recordingTransport(({ method }) => (method === "GET" ? { status: 200, body } : {}));
}

/** Returns an error of a call that is not a TableError. Reads the rows of a query and the items of an iterable. */
async function surprise(call: () => unknown): Promise<string | undefined> {
  try {
    const result = await call();
    if (hasMethod(result, "toArray")) await result.toArray();
    if (hasMethod(result, "next")) await result.next();
    return undefined;
  } catch (error) {
    return isTableError(error) ? undefined : String((error as Error).stack);
  }
}

function hasMethod<Name extends string>(value: unknown, name: Name): value is Record<Name, () => unknown> {
  return typeof (value as Readonly<Record<Name, unknown>> | undefined)?.[name] === "function";
}

async function surprisesOf(call: (...given: unknown[]) => unknown, right: Arguments): Promise<unknown[]> {
  const surprises: unknown[] = [];
  for (const position of right.keys()) {
    const wrong = [...values.map((value) => right.with(position, value)), right.slice(0, position)];
    for (const given of wrong) {
      const error = await surprise(() => call(...given));
      if (error !== undefined) surprises.push([position, given[position], error]);
    }
  }
  return surprises;
}

const methods = Object.entries(handles).flatMap(([name, [handle, all]]) =>
  Object.entries(all).map(([method, right]) => [`${name}.${method}`, handle, method, right] as const),
);

describe("whatever stands in an argument's place, nothing but a TableError comes out of", () => {
  it.each(methods)("%s", async (_, handle, method, right) => {
    const call = (...given: unknown[]) =>
      (handle as Readonly<Record<string, (...all: unknown[]) => unknown>>)[method]?.(...given);
    expect(await surprisesOf(call, right)).toEqual([]);
  });

  it.each(Object.entries(functions))("%s", async (_, [call, ...right]) => {
    expect(await surprisesOf(call as (...given: unknown[]) => unknown, right)).toEqual([]);
  });

  it.each(["service", "view", "entities", "partition", "table", "tables", "entities.query"])(
    "and no method of %s is left out",
    (name) => {
      const [handle, all] = handles[name] as (typeof handles)[string];
      const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(handle) as object);
      const public_ = Object.keys(own).filter((method) => method !== "constructor" && own[method]?.value !== undefined);
      expect(Object.keys(all)).toEqual(expect.arrayContaining(public_));
    },
  );
});
