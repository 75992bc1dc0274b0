import { expect } from "vitest";
import {
  getAccessPolicies,
  getServiceProperties,
  getServiceStats,
  setAccessPolicies,
  setServiceProperties,
} from "../../admin.js";
import type { TableServiceClient } from "../../client/table-service-client.js";
import { Order, OrderLine } from "../shop/index.js";

const key = { customerId: "C1", placedAt: new Date("2026-01-01T00:00:00Z"), orderNo: 7 };
const init = { ...key, total: 1, sequence: 1n, currency: "EUR" } as const;
const id = { partitionKey: "a", rowKey: "b" };

/** Public calls that together use every operation of the protocol. */
export const everyCall: Readonly<Record<string, (service: TableServiceClient) => Promise<unknown>>> = {
  insert: (service) => service.entities(Order).insert(init),
  get: (service) => service.entities(Order).get(key),
  getMany: (service) => service.entities(Order).getMany([key]),
  merge: (service) => service.entities(Order).merge(key, { paid: true }, { ifMatch: 'W/"x"' }),
  replace: (service) => service.entities(Order).replace(init, { ifMatch: "*" }),
  insertOrMerge: (service) => service.entities(Order).insertOrMerge(init),
  insertOrReplace: (service) => service.entities(Order).insertOrReplace(init),
  delete: (service) => service.entities(Order).delete(key, { ifMatch: "*" }),
  modify: (service) => service.entities(Order).modify(key, () => ({ set: { paid: true } })),
  query: (service) => service.entities(Order).query({ customerId: "C1" }).toArray(),
  transaction: (service) =>
    service.transaction(Order.partition({ customerId: "C1" }), (tx) => {
      tx.insert(Order, { ...init });
      tx.insert(OrderLine, { orderNo: 8, lineNo: 1, sku: "A", quantity: 2 });
    }),
  rawGet: (service) => service.table("Shop").get(id),
  rawInsert: (service) => service.table("Shop").insert({ ...id, properties: {} }),
  listTables: async (service) => {
    for await (const name of service.tables.list()) expect(typeof name).toBe("string");
  },
  createTable: (service) => service.tables.createIfNotExists("Shop", { timeoutMs: 50 }),
  deleteTable: (service) => service.tables.delete("Shop"),
  tableExists: (service) => service.tables.exists("Shop"),
  getServiceProperties: (service) => getServiceProperties(service),
  setServiceProperties: (service) => setServiceProperties(service, { cors: [] }),
  getServiceStats: (service) => getServiceStats(service),
  getAccessPolicies: (service) => getAccessPolicies(service, "Shop"),
  setAccessPolicies: (service) => setAccessPolicies(service, "Shop", []),
};
