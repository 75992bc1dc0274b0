import { describe, expect, it, vi } from "vitest";
import { Account } from "../test/company/index.js";
import { errorResponse, recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const refused = recordingTransport(() => errorResponse(403, "AuthorizationFailure"));
const lost = async () => {
  await Promise.resolve();
  throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
};
const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
const partition = Order.partition(key);

/** Starts to read the rows. The first request fails, so there is none. */
async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const row of rows) expect.fail(`There is a row: ${JSON.stringify(row)}`);
}

/** Calls of the application. The stack of the error must name the function that contains them. */
const calls: Readonly<Record<string, (service: TableServiceClient) => Promise<unknown>>> = {
  get: (service) => service.entities(Order).get(key),
  getMany: (service) => service.entities(Order).getMany([key]),
  toArray: (service) => service.entities(Order).query(key).toArray(),
  first: (service) => service.entities(Order).query(key).first(),
  count: (service) => service.entities(Order).query(key).count(),
  exists: (service) => service.entities(Order).query(key).exists(),
  page: (service) => service.entities(Order).query(key).page(),
  "for await of a query": (service) => drain(service.entities(Order).query(key)),
  "for await of pages": (service) => drain(service.entities(Order).query(key).pages()),
  scan: (service) => service.entities(Order).scan().toArray(),
  "for await of a scan": (service) => drain(service.entities(Order).scan()),
  "a parallel scan": (service) => service.entities(Order).scan({ parallel: 4 }).toArray(),
  "a parallel scan with splits": (service) =>
    service
      .entities(Order)
      .scan({ parallel: 2, splitAt: ["m"] })
      .toArray(),
  "a query of an index": (service) => service.entities(Account).byStatus.query({ companyId: "C" }).entities().toArray(),
  "a query of rows without a definition": (service) => service.table("Shop").query("p").toArray(),
  deleteWhere: (service) => service.entities(Order).deleteWhere(service.entities(Order).query(key), { max: 5 }),
  updateWhere: (service) =>
    service.entities(Order).updateWhere(service.entities(Order).query(key), { paid: true }, { max: 5 }),
  deletePartition: (service) => service.deletePartition(partition),
  splitKeys: (service) => service.table("Shop").splitKeys(2),
  createTables: (service) => service.createTables([Order, Account]),
  "the list of tables": (service) => drain(service.tables.list()),
};

describe.each([
  ["is refused", refused],
  ["gets no response", lost],
])("the stack of an error names the caller where a request %s:", (_, transport) => {
  const text = "UseDevelopmentStorage=true";
  const service = TableServiceClient.fromConnectionString(text, { transport, retry: false });

  it.each(Object.entries(calls))("%s", async (_name, call) => {
    async function functionOfTheApplication(): Promise<void> {
      await call(service);
    }
    const error = await functionOfTheApplication().catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ stack: expect.stringContaining("functionOfTheApplication") });
    expect(error?.stack).toContain(error?.message.split("\n")[0]);
  });
});

it("a request ahead that fails before it is wanted names the caller too", async () => {
  const next = ["x-ms-continuation-NextPartitionKey", "a", "x-ms-continuation-NextRowKey"];
  const row = (n: number) => ({
    PartitionKey: "p",
    RowKey: `r${n}`,
    Timestamp: "2024-01-01T00:00:00Z",
    "odata.etag": "e",
  });
  const transport = recordingTransport((_request, index) =>
    index < 2
      ? { status: 200, headers: [...next, `${index}`], body: { value: [row(index)] } }
      : errorResponse(403, "AuthorizationFailure"),
  );
  const options = { transport, retry: false } as const;
  const table = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options).table("Shop");
  async function functionOfTheApplication(): Promise<void> {
    for await (const { rowKey } of table.query("p"))
      if (rowKey === "r1") await vi.waitFor(() => expect(transport.requests).toHaveLength(3), 600_000);
  }
  const error = await functionOfTheApplication().catch((thrown: unknown) => thrown as Error);
  expect(transport.requests).toHaveLength(3);
  expect(error).toMatchObject({ stack: expect.stringContaining("functionOfTheApplication") });
});
