import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import { type Azurite, startAzurite } from "../azurite.js";

let azurite: Azurite;
let service: TableServiceClient;

beforeAll(async () => {
  azurite = await startAzurite();
  service = TableServiceClient.fromConnectionString(azurite.connectionString);
  await service.createTables([OrderLine]);
});

afterAll(async () => {
  await service.close();
  await azurite.stop();
});

it("16 writers that increment one counter 50 times each with modify lose no increment", async () => {
  const lines = service.entities(OrderLine);
  const key = { customerId: "C1", orderNo: 1, lineNo: 1 };
  await lines.insert({ ...key, sku: "counter", quantity: 0 });
  let calls = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let increment = 0; increment < 50; increment++) {
        await lines.modify(key, ({ quantity }) => {
          calls++;
          return { set: { quantity: quantity + 1 } };
        });
      }
    }),
  );
  expect((await lines.getOrThrow(key)).quantity).toBe(800);
  expect(calls).toBeGreaterThan(800); // Proves that there were conflicts.
});
