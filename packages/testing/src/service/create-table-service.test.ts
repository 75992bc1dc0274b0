import { describe, expect, it } from "vitest";
import type { Seed } from "../account/seed.js";
import { serveTableService } from "../server/serve-table-service.js";
import { createTableService, type TableService } from "./create-table-service.js";
import type { TableServiceOptions } from "./service-options.js";

const headers = [
  "accept",
  "application/json;odata=nometadata",
  "content-type",
  "application/json",
  "x-ms-version",
  "2019-02-02",
];

function open(options: TableServiceOptions = {}): TableService {
  return createTableService({ authenticate: false, ...options });
}

async function send(
  service: TableService,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await service({ method, url: service.endpoint + path, headers, body: body && JSON.stringify(body) });
  return { status: response.status, text: Buffer.from(response.body).toString() };
}

const every: Seed = {
  Shop: [
    {
      PartitionKey: "p",
      RowKey: "r",
      s: "ü",
      b: true,
      i: 5,
      d: 5.5,
      whole: 5,
      "whole@odata.type": "Edm.Double",
      negativeZero: -0,
      nan: Number.NaN,
      l: 9_007_199_254_740_993n,
      t: new Date("2021-01-02T03:04:05.678Z"),
      x: new Uint8Array([1, 2]),
      g: "c9da6455-213d-42c9-9a79-3e9149a57833",
      "g@odata.type": "Edm.Guid",
      absent: undefined,
      none: null,
    },
  ],
  Empty: [],
};

describe("a clock", () => {
  it.each([
    [() => new Date(), "now() returned a Date"],
    [() => undefined, "now() returned undefined"],
    [() => "2026-01-01", 'now() returned "2026-01-01"'],
    [() => 5n, "now() returned 5n"],
    [() => Number.NaN, "now() returned NaN"],
    [() => Number.POSITIVE_INFINITY, "now() returned Infinity"],
    [() => ({}), "now() returned an object"],
    [async () => 5, "now() returned an object"],
    [new Date(), "now is a Date"],
    [5, "now is 5"],
  ])("that returns %s is refused when the service is made: %s", async (now, problem) => {
    const message = `Invalid option now: ${problem}. It must be a function that returns milliseconds since 1970: now: () => Date.now().`;
    expect(() => createTableService({ now: now as never })).toThrow(new TypeError(message));
    await expect(serveTableService({ now: now as never })).rejects.toThrow(new TypeError(message));
  });

  it("that fails later says so in the request that needs it", async () => {
    let time: unknown = 0;
    const service = open({ now: () => time as number });
    time = new Date();
    await expect(send(service, "POST", "/Tables", { TableName: "Shop" })).rejects.toThrow("now() returned a Date");
  });
});

describe("seeding", () => {
  it("stores every type", async () => {
    const { text } = await send(open({ tables: every }), "GET", "/Shop(PartitionKey='p',RowKey='r')");
    expect(text).toContain(
      '"s":"\\u00fc","b":true,"i":5,"d":5.5,"whole":5.0,"negativeZero":-0.0,"nan":"NaN","l":"9007199254740993","t":"2021-01-02T03:04:05.678Z","x":"AQI=","g":"c9da6455-213d-42c9-9a79-3e9149a57833"}',
    );
    expect(text).not.toContain("absent");
    expect(text).not.toContain("none");
  });

  it("reads back what was dumped, through JSON", async () => {
    const path = "/Shop(PartitionKey='p',RowKey='r')";
    const first = open({ tables: every });
    const copy = open({ tables: JSON.parse(JSON.stringify(first.dump())) as Seed });
    const withoutTime = (text: string): string => text.replace(/"Timestamp":"[^"]*"/, "");
    expect(withoutTime((await send(copy, "GET", path)).text)).toBe(withoutTime((await send(first, "GET", path)).text));
    expect(Object.keys(copy.dump())).toEqual(["Empty", "Shop"]);
  });

  it.each<[Seed, string]>([
    [
      { "a-b": [] },
      "Cannot seed table 'a-b': The specifed resource name contains invalid characters. (InvalidResourceName)",
    ],
    [
      { Shop: [{ PartitionKey: "a/b", RowKey: "r" }] },
      "Cannot seed Shop(PartitionKey='a/b',RowKey='r'): The 'PartitionKey' parameter of value 'a/b' is out of range. (OutOfRangeInput)",
    ],
    [{ Shop: [{ PartitionKey: "p", RowKey: "r", "x-y": 1 }] }, "PropertyNameInvalid"],
  ])("obeys the rules of the service: %j", (tables, message) => {
    expect(() => open({ tables })).toThrow(message);
  });
});

describe("reset and snapshot", () => {
  it("go back to the tables of the options, and forget faults and requests", async () => {
    const service = open({ tables: every });
    service.faults.add({ fault: { kind: "throttle" }, operation: "get" });
    await send(service, "POST", "/Shop", { PartitionKey: "p", RowKey: "new" });
    await send(service, "DELETE", "/Tables('Empty')");
    await send(service, "POST", "/Tables", { TableName: "More" });
    service.reset();
    expect(Object.keys(service.dump())).toEqual(["Empty", "Shop"]);
    expect(service.dump()["Shop"]).toHaveLength(1);
    expect(service.requests).toEqual([]);
    expect((await send(service, "GET", "/Shop(PartitionKey='p',RowKey='r')")).status).toBe(200);
  });

  it("keep a snapshot apart from what is written later, in every kind of write", async () => {
    const service = open({ tables: every });
    await send(service, "POST", "/Shop", { PartitionKey: "q", RowKey: "1" });
    const snapshot = service.snapshot();
    const before = service.dump();
    for (let round = 0; round < 2; round += 1) {
      await send(service, "POST", "/Shop", { PartitionKey: "q", RowKey: "2" });
      await send(service, "PUT", "/Shop(PartitionKey='p',RowKey='r')", { PartitionKey: "p", RowKey: "r" });
      expect(service.dump()).not.toEqual(before);
      service.reset(snapshot);
      expect(service.dump()).toEqual(before);
    }
    service.reset();
    expect(service.dump()["Shop"]).toHaveLength(1);
  });
});

describe("the request log", () => {
  it("tells what was asked and answered, without signatures", async () => {
    const service = createTableService({ tables: every });
    const secret = [
      ...headers,
      "authorization",
      "SharedKeyLite devstoreaccount1:c2VjcmV0",
      "x-ms-date",
      new Date().toUTCString(),
    ];
    await service({ method: "GET", url: `${service.endpoint}/Shop()?sig=c2VjcmV0&se=2099-01-01`, headers: secret });
    const [entry] = service.requests;
    expect(entry).toMatchObject({
      operation: "query",
      table: "Shop",
      method: "GET",
      status: 403,
      errorCode: "AuthenticationFailed",
      fault: undefined,
    });
    expect(JSON.stringify(entry)).not.toContain("c2VjcmV0");
    service.clearRequests();
    expect(service.requests).toEqual([]);
  });

  it("keeps the last of many", async () => {
    const service = open({ logSize: 10, tables: every });
    for (let at = 0; at < 35; at += 1) await send(service, "GET", `/Shop(PartitionKey='p',RowKey='${at}')`);
    expect(service.requests).toHaveLength(10);
    expect(service.requests.at(-1)?.url).toContain("RowKey='34'");
  });

  it("is limited in bytes as well, and holds the last request whatever its size", async () => {
    const service = createTableService({ authenticate: false, logBytes: 100_000 });
    const send = (name: string, size: number) =>
      service({ method: "POST", url: `${service.endpoint}/${name}`, headers: [], body: "x".repeat(size) });
    for (let at = 0; at < 50; at += 1) await send(`Shop${at}`, 10_000);
    expect(service.requests.map(({ table }) => table)).toEqual(["Shop46", "Shop47", "Shop48", "Shop49"]);
    await send("Large", 1_000_000);
    expect(service.requests.map(({ table }) => table)).toEqual(["Large"]);
    await send("Small", 10);
    expect(service.requests.map(({ table }) => table)).toEqual(["Small"]);
    const headers = ["x-note", "y".repeat(30_000)];
    for (const name of ["First", "Second"])
      await service({ method: "GET", url: `${service.endpoint}/${name}`, headers });
    expect(service.requests.map(({ table }) => table)).toEqual(["Second"]);
  });
});

describe("the service's clock", () => {
  it("gives Timestamps to 100 ns where `now` does", () => {
    const [row] = open({ now: () => Date.UTC(2026, 0, 1) + 0.25, tables: every }).dump()["Shop"] ?? [];
    expect(row?.["Timestamp"]).toBe("2026-01-01T00:00:00.0002501Z");
  });
});

describe("a table that is being deleted", () => {
  it("keeps its name reserved for the time set", async () => {
    let now = Date.UTC(2026, 0, 1);
    const service = open({ now: () => now, tableDeletionMs: 40_000, tables: every });
    expect((await send(service, "DELETE", "/Tables('SHOP')")).status).toBe(204);
    expect((await send(service, "GET", "/Shop()")).text).toContain("TableNotFound");
    const recreate = (): Promise<{ status: number; text: string }> =>
      send(service, "POST", "/Tables", { TableName: "shop" });
    expect(await recreate()).toMatchObject({ status: 409, text: expect.stringContaining("TableBeingDeleted") });
    now += 40_000;
    expect((await recreate()).status).toBe(201);
    expect(service.dump()["shop"]).toEqual([]);
  });

  it("is gone at once by default", async () => {
    const service = open({ tables: every });
    await send(service, "DELETE", "/Tables('Shop')");
    expect((await send(service, "POST", "/Tables", { TableName: "Shop" })).status).toBe(201);
  });
});

describe("an account of another name", () => {
  it("is addressed by its host, its path or a custom domain", async () => {
    const service = open({ account: "myaccount", tables: every });
    expect(service.endpoint).toBe("https://myaccount.table.core.windows.net");
    for (const base of [service.endpoint, "http://127.0.0.1:1/myaccount", "https://tables.example.com"]) {
      const { status, body } = await service({
        method: "GET",
        url: `${base}/Tables`,
        headers: ["accept", "application/json", "x-ms-version", "2019-02-02"],
      });
      expect(status).toBe(200);
      expect(Buffer.from(body).toString()).toContain(`"odata.metadata":"${base}/$metadata#Tables"`);
    }
    const { status } = await service({ method: "GET", url: "http://127.0.0.1:1/other/Tables", headers });
    expect(status).toBe(404);
  });
});
