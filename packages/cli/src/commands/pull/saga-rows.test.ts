import { expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();
const idOf = (n: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + n}`;
const typed = (name: string, type: string, value: unknown) => ({ [`${name}@odata.type`]: type, [name]: value });

/** Rows as NServiceBus (a saga with its secondary index) and MassTransit (a state, a subscription) write them. */
function sagaRows(n: number): readonly object[] {
  const id = idOf(n);
  const order = n % 3 === 0 ? `A_${n}` : `A-${n}`;
  const index = `Index_Shop.Sales.OrderSagaData_OrderId_"${order}"`;
  return [
    {
      $table: "OrderSagaData",
      PartitionKey: id,
      RowKey: id,
      ...typed("Id", "Edm.Guid", id),
      OrderId: order,
      Originator: "Sales@HOST",
      ...typed("Total", "Edm.Double", n + 0.5),
      NServiceBus_2ndIndexKey: index,
      ...(n % 2 === 0 ? {} : { Lines: `[{"Sku":"x","Quantity":${n}}]` }),
    },
    { $table: "OrderSagaData", PartitionKey: index, RowKey: "", ...typed("SagaId", "Edm.Guid", id) },
    {
      $table: "OrderState",
      PartitionKey: "OrderState",
      RowKey: id,
      ...typed("CorrelationId", "Edm.Guid", id),
      CurrentState: n % 2 ? "Submitted" : "Accepted",
      ...typed("OrderDate", "Edm.DateTime", new Date(Date.UTC(2026, 0, n + 1)).toISOString()),
      Timeout: "01:30:00",
    },
    {
      $table: "Subscription",
      PartitionKey: `Shop.Events.OrderPlaced, Version=1.0.${n % 2}.0`,
      RowKey: Buffer.from(`Sales.${n}@[dbo]@[x]`).toString("base64").replaceAll("/", "_"),
      EndpointName: "Sales",
    },
  ];
}

it("pull drafts definitions of saga persisters, which read every row", async () => {
  const rows = Array.from({ length: 12 }, (_, n) => sagaRows(n)).flat();
  server.service.importRows(rows.map((row) => JSON.stringify(row)));
  const { root, read } = temporaryProject();
  const tables = ["OrderSagaData", "OrderState", "Subscription"];
  expect((await runHere(root, "pull", ...tables)).code).toBe(0);
  expect(read("tables/order-saga-data.table.ts")).toContain("partitionKey: (k) => [k.Id],\n  rowKey: (k) => [k.Id],");
  expect(read("tables/order-saga-data.table.ts")).toContain('rowKey: () => [""],');
  expect(read("tables/order-state.table.ts")).toContain('partitionKey: () => ["OrderState"]');
  expect(read("tables/subscription.table.ts")).toMatch(/\[k\.partition\.raw, `Version=\$\{k\.version\.raw\}`\]/);
  expect((await runHere(root, "generate")).code).toBe(0);
  const { code, log } = await runHere(root, "verify");
  expect([code, log]).toEqual([
    0,
    expect.stringContaining("48 rows of OrderSagaData, OrderState, Subscription checked: nothing found"),
  ]);
});
