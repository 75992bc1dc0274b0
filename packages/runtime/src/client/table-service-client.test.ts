import { describe, expect, it, onTestFinished } from "vitest";
import { SasCredential } from "../auth/sas-credential.js";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { startServer, until } from "../test/account/loopback.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { visible } from "../test/account/visible.js";
import { errorResponse, recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { type ServiceCredential, TableServiceClient } from "./table-service-client.js";

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

describe("open connection", () => {
  const url = "https://a.table.core.windows.net";
  const sas = "sv=2019-02-02&sig=a%2Bb";
  const key = new SharedKeyCredential("a", testKeys.myaccount);

  /** Returns the URL of a client's first request. */
  async function firstUrl(
    client: (transport: ReturnType<typeof stubTransport>) => TableServiceClient,
  ): Promise<string | undefined> {
    const transport = stubTransport(stubResponse(200, [], '{"value":[]}'));
    await client(transport).tables.exists("Shop");
    return transport.requests[0]?.url;
  }

  describe("a client's own transport", () => {
    it("that does not heed the signal ends with the time limit all the same, and is closed with the client", async () => {
      let closed = 0;
      const transport = Object.assign(() => new Promise<never>(() => undefined), { close: async () => void closed++ });
      const client = new TableServiceClient(url, key, { transport, timeoutMs: 5 });
      await expect(client.tables.exists("Shop")).rejects.toMatchObject({ code: "request.timeout" });
      await client.close();
      expect(closed).toBe(1);
    });
  });

  it("a client's random is the jitter of its calls that poll, too", async () => {
    let drawn = 0;
    const random = () => {
      drawn++;
      return 0;
    };
    const beingDeleted = stubResponse(
      409,
      [],
      '{"odata.error":{"code":"TableBeingDeleted","message":{"value":"Wait."}}}',
    );
    const transport = stubTransport(beingDeleted, beingDeleted, stubResponse(204, ["x-ms-version", "2019-02-02"]));
    const client = new TableServiceClient(url, key, { transport, random });
    await client.tables.create("Shop", { waitForDeletionMs: 60_000 });
    expect(transport.requests).toHaveLength(3);
    expect(drawn).toBe(2);
  });

  describe("a client's secondaryEndpoint", () => {
    it.each(["", "nonsense", "ftp://a-secondary.example.com", "https://user:word@a-secondary.example.com"])(
      "that is no address of a service is refused: %j",
      (secondaryEndpoint) => {
        const refused = expect.objectContaining({ code: "config.invalid-option" });
        expect(() => new TableServiceClient(url, key, { secondaryEndpoint })).toThrow(refused);
      },
    );

    it("is an address alone: of a signature in it nothing is sent", async () => {
      const secondaryEndpoint = `https://copy.example.com/?${sas}`;
      const sent = await firstUrl(
        (transport) => new TableServiceClient(url, key, { transport, secondaryEndpoint, readFrom: "secondary" }),
      );
      expect(sent?.startsWith("https://copy.example.com/Tables?")).toBe(true);
      expect(sent).not.toContain("sig=");
    });
  });

  describe("a client's credential", () => {
    it.each<[string, (transport: ReturnType<typeof stubTransport>) => TableServiceClient]>([
      ["in the endpoint", (transport) => new TableServiceClient(`${url}/?${sas}`, undefined, { transport })],
      ["as a credential", (transport) => new TableServiceClient(url, new SasCredential(sas), { transport })],
      [
        "in a connection string",
        (transport) =>
          TableServiceClient.fromConnectionString(`TableEndpoint=${url};SharedAccessSignature=${sas}`, { transport }),
      ],
      [
        "in a connection string's endpoint",
        (transport) => TableServiceClient.fromConnectionString(`TableEndpoint=${url}?${sas}`, { transport }),
      ],
    ])("may be a signature %s, which is sent once", async (_, client) => {
      const sent = await firstUrl(client);
      expect(sent?.startsWith(`${url}/Tables?`)).toBe(true);
      expect(sent?.split("sig=")).toHaveLength(2);
    });

    it("is never a key and a signature at once", async () => {
      const twice = expect.objectContaining({ code: "config.invalid-option" });
      expect(() => new TableServiceClient(`${url}?${sas}`, key)).toThrow(twice);
      const text = `AccountName=a;AccountKey=${testKeys.myaccount};SharedAccessSignature=${sas};TableEndpoint=${url}?${sas}`;
      expect(await firstUrl((transport) => TableServiceClient.fromConnectionString(text, { transport }))).not.toContain(
        "sig=",
      );
    });

    it.each([
      "kind",
      "readFrom",
      "maxKeyUnits",
      "timeoutMs",
      "attemptTimeoutMs",
      "secondaryEndpoint",
      "proxy",
      "connections",
    ])("that was given as %s by mistake is not repeated", async (option) => {
      const text = `AccountName=a;AccountKey=${testKeys.myaccount};SharedAccessSignature=${sas}&sig=CANARY`;
      const token = new SasCredential(sas);
      const endpoint = "https://custom.example.com";
      const call = async () => {
        const client = new TableServiceClient(endpoint, token, { [option]: text as never, retry: false });
        await client.tables.exists("Shop");
      };
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(config\.invalid-option|request\.failed)$/) });
      expect(visible(error)).not.toContain(testKeys.myaccount);
      expect(visible(error)).not.toContain("CANARY");
    });

    it.each([undefined, null, {}, "key", { getToken: 7 }])("that is none is refused: %j", (given) => {
      const refused = expect.objectContaining({ code: "config.invalid-option" });
      expect(() => new TableServiceClient(url, given as unknown as ServiceCredential)).toThrow(refused);
    });
  });
});
