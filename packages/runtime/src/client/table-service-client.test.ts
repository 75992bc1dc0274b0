import { describe, expect, it, onTestFinished } from "vitest";
import { SasCredential } from "../auth/sas-credential.js";
import { startServer, until } from "../test/account/loopback.js";
import { errorResponse, recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
const missing = () => recordingTransport(() => errorResponse(404, "ResourceNotFound"));

describe("TableServiceClient", () => {
  it("signs with the key of a connection string", async () => {
    const transport = missing();
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    await service.entities(Order).get(key);
    expect(transport.requests[0]?.headers.join()).toContain("Authorization,SharedKeyLite devstoreaccount1:");
  });

  it("takes an endpoint and a shared access signature", async () => {
    const transport = missing();
    const credential = new SasCredential("?sv=2019-02-02&sig=abc%3D");
    const service = new TableServiceClient("https://myaccount.table.core.windows.net/", credential, { transport });
    expect(service).toMatchObject({ endpoint: "https://myaccount.table.core.windows.net", kind: "storage" });
    await service.entities(Order).get(key);
    expect(transport.requests[0]?.url).toMatch(
      /^https:\/\/myaccount\.table\.core\.windows\.net\/Shop\(.*\)\?.*sig=abc%3D$/,
    );
    expect(transport.requests[0]?.headers).not.toContain("Authorization");
  });

  it("takes any object with getToken", async () => {
    const transport = missing();
    const scopes: unknown[] = [];
    const credential = {
      getToken: async (scope: string | string[]) => {
        scopes.push(scope);
        return { token: "secret", expiresOnTimestamp: Date.now() + 3_600_000 };
      },
    };
    const service = new TableServiceClient("https://myaccount.table.core.windows.net", credential, { transport });
    await service.entities(Order).get(key);
    expect(scopes).toEqual(["https://storage.azure.com/.default"]);
    expect(transport.requests[0]?.headers).toContain("Bearer secret");
  });

  it("refuses what is no credential, no endpoint or no option", () => {
    const url = "https://myaccount.table.core.windows.net";
    const credential = new SasCredential("sv=2019-02-02&sig=abc");
    expect(() => new TableServiceClient(url, "key" as never)).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
    expect(() => new TableServiceClient("myaccount", credential)).toThrow(
      expect.objectContaining({ code: "config.invalid-endpoint" }),
    );
    expect(() => new TableServiceClient(url, credential, { maxKeyUnits: 0 })).toThrow(
      "The option maxKeyUnits of the client is 0",
    );
    expect(() => new TableServiceClient(url, credential, { kind: "azure" as never })).toThrow(
      'The option kind of the client is "azure"; it must be "storage" or "cosmos".',
    );
    expect(() => new TableServiceClient(undefined as never)).toThrow(
      expect.objectContaining({ code: "config.invalid-endpoint" }),
    );
  });

  it("takes generated classes and table names, and says so", async () => {
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: missing() });
    for (const given of [undefined, null, {}, "Order"] as never[]) {
      expect(() => service.entities(given)).toThrow("Expected a generated class");
      await expect(service.createTables([given])).rejects.toThrow("Expected a generated class");
    }
    expect(() => service.table(undefined as never)).toThrow("Invalid table name undefined");
  });

  it("keeps to the limits of its kind, and to maxKeyUnits", async () => {
    const cosmos = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { kind: "cosmos" });
    expect(cosmos.connection.limits).toMatchObject({ rowKeyBytes: 255, transactionBytes: 2 * 1024 * 1024 });
    const transport = missing();
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
      transport,
      maxKeyUnits: 512,
    });
    const rows = service.table("Shop");
    await rows.get({ partitionKey: "p".repeat(512), rowKey: "r" });
    await expect(rows.get({ partitionKey: "p".repeat(513), rowKey: "r" })).rejects.toMatchObject({
      code: "key.too-long",
    });
    expect(transport.requests).toHaveLength(1);
  });

  it("gives a call's signal and time limit to the transport", async () => {
    const transport = recordingTransport(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener("abort", () => reject(signal.reason ?? new Error("aborted"))),
        ),
    );
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const orders = service.entities(Order);
    await expect(orders.get(key, { timeoutMs: 20 })).rejects.toMatchObject({ code: "request.timeout" });
    const controller = new AbortController();
    const reading = orders.get(key, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toMatchObject({ code: "request.aborted", cause: new Error("enough") });
  });

  it("hands stored properties that do not fit to onMismatch", async () => {
    const { partitionKey, rowKey } = Order.key(key);
    const row = {
      "odata.etag": 'W/"x"',
      PartitionKey: partitionKey,
      RowKey: rowKey,
      Timestamp: "2024-01-01T00:00:00Z",
    };
    const body = {
      ...row,
      kind: "order",
      total: "much",
      "sequence@odata.type": "Edm.Int64",
      sequence: "5",
      currency: "EUR",
    };
    const transport = recordingTransport(() => ({ status: 200, body }));
    const strict = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    await expect(strict.entities(Order).get(key)).rejects.toMatchObject({
      code: "decode.wrong-type",
      property: "total",
    });
    const lenient = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
      transport,
      onMismatch: ({ property }) => (property === "total" ? -1 : undefined),
    });
    expect(await lenient.entities(Order).get(key)).toMatchObject({ total: -1, sequence: 5n });
    const asynchronous = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
      transport,
      onMismatch: () => Promise.reject(new Error("An unhandled rejection would fail the run.")),
    });
    await expect(asynchronous.entities(Order).get(key)).rejects.toMatchObject({
      code: "value.wrong-type",
      message: expect.stringContaining("onMismatch returned a promise"),
    });
  });

  it("ends its transport with close, and with await using", async () => {
    let closed = 0;
    const transport = Object.assign(missing(), {
      close: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        closed++;
      },
    });
    {
      await using service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
      await service.entities(Order).get(key);
      expect(service.metrics()).toMatchObject({ requests: 1 });
    }
    expect(closed).toBe(1);
    await TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport }).close();
    expect(closed).toBe(2);
  });

  it("waits in close for an attempt under way, within its time limit, and does not repeat it", async () => {
    let asked = 0;
    const server = await startServer(() => void asked++);
    onTestFinished(() => server.stop());
    const credential = new SasCredential("?sv=2019-02-02&sig=abc%3D");
    const options = { attemptTimeoutMs: 500, retry: { baseDelayMs: 1 }, proxy: false } as const;
    const service = new TableServiceClient(server.url, credential, options);
    const call = service.entities(Order).get(key);
    const refused = expect(call).rejects.toMatchObject({ code: "request.closed" });
    await until(() => asked === 1);
    let isClosed = false;
    const closing = service.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isClosed).toBe(false);
    await Promise.all([closing, refused]);
    expect(asked).toBe(1);
  });

  it("sends nothing after close", async () => {
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
    await service.close();
    await expect(service.entities(Order).get(key)).rejects.toMatchObject({ code: "request.closed" });
  });
});
