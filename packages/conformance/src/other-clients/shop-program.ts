import { odata, TableClient, type TransactionAction } from "@azure/data-tables";

/* Typical program for `@azure/data-tables`: keys from functions, and a class around each client. */

const prefix = { customer: "cust", order: "order", line: "line" } as const;
const customerKey = (customerId: string) => `${prefix.customer}_${customerId}`;
const orderKey = (orderNo: number) => `${prefix.order}_${String(orderNo).padStart(6, "0")}`;

export interface NewOrder {
  readonly customerId: string;
  readonly orderNo: number;
  readonly total: number;
  readonly placedAt: Date;
  readonly note?: string;
}

export class OrderStore {
  readonly #client: TableClient;

  constructor(connectionString: string) {
    this.#client = TableClient.fromConnectionString(connectionString, "Shop", { allowInsecureConnection: true });
  }

  async place(order: NewOrder, skus: readonly string[]): Promise<void> {
    const actions: TransactionAction[] = skus.map((sku, index) => [
      "create",
      {
        partitionKey: customerKey(order.customerId),
        rowKey: `${prefix.line}_${String(order.orderNo).padStart(6, "0")}_${sku}`,
        position: index,
      },
    ]);
    const entity = {
      partitionKey: customerKey(order.customerId),
      rowKey: orderKey(order.orderNo),
      ...order,
      sequence: { type: "Int64", value: "9007199254740993" },
      reference: { type: "Guid", value: crypto.randomUUID() },
      ...(order.note !== undefined && { noteLength: order.note.length }),
    };
    actions.push(["create", entity]);
    await this.#client.submitTransaction(actions);
  }

  async *above(customerId: string, least: number) {
    const filter = odata`PartitionKey eq ${customerKey(customerId)} and RowKey gt 'order_' and total gt ${least}`;
    yield* this.#client.listEntities<NewOrder>({ queryOptions: { filter } });
  }
}

export class AuditLog {
  readonly #client: TableClient;

  constructor(connectionString: string) {
    this.#client = TableClient.fromConnectionString(connectionString, "Audit", { allowInsecureConnection: true });
  }

  async write(actor: string, details: object): Promise<void> {
    const at = new Date();
    const day = at.toISOString().slice(0, 10);
    const entry = { partitionKey: day, rowKey: crypto.randomUUID(), at, actor, details: JSON.stringify(details) };
    await this.#client.createEntity(entry);
  }
}
