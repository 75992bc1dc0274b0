import {
  type EntityClient,
  type HttpResponse,
  TableServiceClient,
  type TableServiceClientOptions,
  type Transport,
} from "@tablewright/runtime";
import { createTableService, type TableService } from "@tablewright/testing";
import { Badge, Order, OrderLine, type OrderTypes } from "../tables.gen/index.js";

/** Environment of an error's example: a client of a strict service that contains one order, and the order. */
export interface Lab {
  readonly tables: TableService;
  readonly service: TableServiceClient;
  readonly orders: EntityClient<OrderTypes>;
  /** Returns a client of the same service with other options. */
  client(options: TableServiceClientOptions): TableServiceClient;
}

export const key = { customerId: "C1", placedAt: new Date("2026-11-21T12:00:00Z"), orderNo: 7 };
export const order = { ...key, total: 12.5, sequence: 5n, currency: "EUR" } as const;
export const scope = Order.partition(key);

/** Returns the lab's order as the service stores it, with these changes. */
export function storedOrder(changes: Readonly<Record<string, string | number | bigint>> = {}) {
  const { partitionKey, rowKey } = Order.key(key);
  const properties = {
    kind: "order",
    total: 12.5,
    paid: false,
    sequence: 5n,
    currency: "EUR",
    orderNo: 7,
    customerId: "C1",
  };
  return { PartitionKey: partitionKey, RowKey: rowKey, ...properties, placedAt: key.placedAt, ...changes };
}

export async function openLab(): Promise<Lab> {
  const tables = createTableService({ tableDeletionMs: 40_000 });
  const client = (options: TableServiceClientOptions) =>
    TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false, ...options });
  const service = client({});
  await service.createTables([Order, OrderLine, Badge]);
  await service.entities(Order).insert(order);
  return { tables, service, orders: service.entities(Order), client };
}

/** Returns a transport that gives the same response to every request. */
export function answering(status: number, headers: readonly string[], body: string): Transport {
  const bytes = new TextEncoder().encode(body);
  const response: HttpResponse = { status, headers: [...headers], body: Buffer.from(bytes) };
  return async () => response;
}
