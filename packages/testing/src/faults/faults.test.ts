import { getEventListeners } from "node:events";
import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTableService } from "../service/create-table-service.js";
import { RawClient } from "../test/raw-client.js";
import type { FaultRule } from "./fault.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 1 }], Other: [] } });
});
afterAll(() => client.close());
beforeEach(() => client.service.reset());

const path = "/Shop(PartitionKey='p',RowKey='r')";
const read = (): ReturnType<RawClient["send"]> => client.send("GET", path);
const insert = (rowKey: string): ReturnType<RawClient["send"]> =>
  client.insert("Shop", { PartitionKey: "p", RowKey: rowKey });
const stored = (): string[] => client.service.dump()["Shop"]?.map((row) => row.RowKey) ?? [];
const outcomes = async (count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await read()).status);
  return statuses;
};

describe("a fault", () => {
  it("throttles, with Retry-After where asked for, and does nothing", async () => {
    client.service.faults.add({ fault: { kind: "throttle", retryAfterSeconds: 3 }, operation: "insert" });
    const response = await insert("x");
    expect(response).toMatchObject({ status: 503, code: "ServerBusy", headers: { "retry-after": "3" } });
    expect(stored()).toEqual(["r"]);
    expect((await read()).status).toBe(200);
  });

  it("throttles with 429 as Cosmos does", async () => {
    client.service.faults.add({ fault: { kind: "throttle", status: 429 } });
    expect((await read()).status).toBe(429);
  });

  it("times out with or without having done its work", async () => {
    const remove = client.service.faults.add({ fault: { kind: "timeout" }, operation: "insert" });
    expect(await insert("x")).toMatchObject({ status: 500, code: "OperationTimedOut" });
    remove();
    client.service.faults.add({ fault: { kind: "timeout", applied: true }, operation: "insert" });
    expect(await insert("y")).toMatchObject({ status: 500, code: "OperationTimedOut" });
    expect(stored()).toEqual(["r", "y"]);
  });

  it("resets the connection with or without having done its work", async () => {
    const remove = client.service.faults.add({ fault: { kind: "reset" }, operation: "insert" });
    await expect(insert("x")).rejects.toMatchObject({ code: "ECONNRESET" });
    remove();
    client.service.faults.add({ fault: { kind: "reset", applied: true }, operation: "insert" });
    await expect(insert("y")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(stored()).toEqual(["r", "y"]);
  });

  it("cuts the body", async () => {
    client.service.faults.add({ fault: { kind: "truncate", keep: 0.5 }, operation: "get" });
    await expect(read()).rejects.toThrow();
    const whole = client.service.requests.at(-1);
    expect(whole).toMatchObject({ operation: "get", status: 200, fault: "truncate" });
  });

  it("cuts the body of a transport's answer as a connection does: there is none", async () => {
    client.service.faults.add({ fault: { kind: "truncate" } });
    const { endpoint } = client.service;
    const headers = ["Accept", "application/json", "x-ms-version", "2019-02-02", "Authorization", "Bearer token"];
    const call = client.service({ method: "GET", url: `${endpoint}/Tables`, headers });
    await expect(call).rejects.toMatchObject({ code: "ECONNRESET" });
    const url = `${endpoint}/Tables('Other')`;
    expect((await client.service({ method: "DELETE", url, headers })).status, "without content").toBe(204);
  });

  it("answers a query with no items and a continuation that leads to all of them", async () => {
    client.service.faults.add({ fault: { kind: "emptyPage" }, operation: "query", times: 1 });
    const first = await client.send("GET", "/Shop()");
    expect(JSON.parse(first.text).value).toEqual([]);
    const partition = encodeURIComponent(String(first.headers["x-ms-continuation-nextpartitionkey"]));
    const row = encodeURIComponent(String(first.headers["x-ms-continuation-nextrowkey"]));
    const second = await client.send("GET", `/Shop()?NextPartitionKey=${partition}&NextRowKey=${row}`);
    expect(JSON.parse(second.text).value).toMatchObject([{ RowKey: "r" }]);
    expect(second.headers).not.toHaveProperty("x-ms-continuation-nextpartitionkey");
  });

  it.each(["storage", "cosmos"] as const)(
    "gives each empty page a continuation of its own, so that a client of %s goes on",
    async (kind) => {
      const transport = createTableService({
        kind,
        tables: { Shop: [{ PartitionKey: "p", RowKey: "r" }], Other: [] },
      });
      const service = TableServiceClient.fromConnectionString(transport.connectionString, { transport });
      transport.faults.add({ fault: { kind: "emptyPage" }, times: 2, operation: "query" });
      transport.faults.add({ fault: { kind: "emptyPage" }, times: 2, operation: "queryTables" });
      expect(await service.table("Shop").scan().toArray()).toMatchObject([{ rowKey: "r" }]);
      const names: string[] = [];
      for await (const name of service.tables.list()) names.push(name);
      expect(names.toSorted()).toEqual(["Other", "Shop"]);
      expect(transport.requests.map(({ operation }) => operation)).toEqual([
        ...Array(3).fill("query"),
        ...Array(3).fill("queryTables"),
      ]);
    },
  );

  it("answers a list of tables with no items and a continuation", async () => {
    client.service.faults.add({ fault: { kind: "emptyPage" }, operation: "queryTables", times: 1 });
    const first = await client.send("GET", "/Tables");
    expect(JSON.parse(first.text).value).toEqual([]);
    const token = encodeURIComponent(String(first.headers["x-ms-continuation-nexttablename"]));
    const second = await client.send("GET", `/Tables?NextTableName=${token}`);
    expect(JSON.parse(second.text).value).toEqual([{ TableName: "Other" }, { TableName: "Shop" }]);
  });

  it("skews the clock for the one request", async () => {
    client.service.faults.add({ fault: { kind: "clockSkew", milliseconds: 16 * 60_000 }, times: 1 });
    expect(await read()).toMatchObject({ status: 403, code: "AuthenticationFailed" });
    expect((await read()).status).toBe(200);
  });

  it("shows the skewed clock in the header Date, by which a client can correct its own", async () => {
    client.service.faults.add({ fault: { kind: "clockSkew", milliseconds: 16 * 60_000 } });
    const { status, headers } = await client.send("GET", "/Tables");
    expect(status).toBe(403);
    expect(Date.parse(String(headers["date"])) - Date.now()).toBeGreaterThan(15 * 60_000);
  });

  it("delays the answer", async () => {
    client.service.faults.add({ fault: { kind: "delay", milliseconds: 1 } });
    expect((await read()).status).toBe(200);
    expect(client.service.requests.at(-1)?.fault).toBe("delay");
  });

  it("that delays leaves no timer behind when its caller gives up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    client.service.faults.add({ fault: { kind: "delay", milliseconds: 600_000 } });
    const controller = new AbortController();
    const url = `${client.service.endpoint}/Tables`;
    const pending = client.service({ method: "GET", url, headers: [], signal: controller.signal });
    expect(vi.getTimerCount()).toBe(1);
    controller.abort(new Error("given up"));
    await expect(pending).rejects.toThrow("given up");
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    vi.useRealTimers();
  });

  it("leaves a request without an answer until its caller gives up", async () => {
    client.service.faults.add({ fault: { kind: "hang" } });
    const controller = new AbortController();
    const { endpoint } = client.service;
    const pending = client.service({
      method: "GET",
      url: `${endpoint}/Tables`,
      headers: [],
      signal: controller.signal,
    });
    controller.abort(new Error("given up"));
    await expect(pending).rejects.toThrow("given up");
  });

  const rules: [string, Omit<FaultRule, "fault">, number[]][] = [
    ["the first two times", { times: 2 }, [503, 503, 200, 200]],
    ["after one request", { after: 1 }, [200, 503, 503, 503]],
    ["once after two", { after: 2, times: 1 }, [200, 200, 503, 200]],
    ["on this table", { table: "SHOP" }, [503, 503, 503, 503]],
    ["on another table", { table: "Other" }, [200, 200, 200, 200]],
    ["on other operations", { operation: ["insert", "query"] }, [200, 200, 200, 200]],
    ["on one of the operations", { operation: ["insert", "get"] }, [503, 503, 503, 503]],
    ["never", { probability: 0 }, [200, 200, 200, 200]],
    ["always", { probability: 1 }, [503, 503, 503, 503]],
  ];
  it.each(rules)("strikes %s", async (_when, rule, expected) => {
    client.service.faults.add({ fault: { kind: "throttle" }, ...rule });
    expect(await outcomes(4)).toEqual(expected);
  });

  it("by probability strikes alike for the same seed", async () => {
    const add = (): void => void client.service.faults.add({ fault: { kind: "throttle" }, probability: 0.5 });
    add();
    const once = await outcomes(30);
    client.service.faults.clear();
    add();
    expect(await outcomes(30)).toEqual(once);
    expect(new Set(once)).toEqual(new Set([200, 503]));
  });

  it.each<[number, string]>([
    [1, ".x...x..x.xxxxxxxxx.xxxx..xx...x.x..x.xx"],
    [2, ".xx...xx.x.xx..x.x.x.xxxx.x..xxxx.xx..x."],
    [3, ".xxx.xxxx.xx.x..x.x....x.x..x.xx.xxx...."],
  ])("by probability strikes in every version of this package alike: seed %d", async (seed, expected) => {
    const service = createTableService({ seed, authenticate: false });
    service.faults.add({ fault: { kind: "throttle" }, probability: 0.5 });
    const url = `${service.endpoint}/Tables`;
    const answers = Array.from({ length: 40 }, () =>
      service({ method: "GET", url, headers: ["accept", "application/json"] }),
    );
    expect((await Promise.all(answers)).map(({ status }) => (status === 503 ? "x" : ".")).join("")).toBe(expected);
  });

  it("on a transaction strikes it as a whole", async () => {
    client.service.faults.add({ fault: { kind: "throttle" }, operation: "transaction", table: "Shop" });
    const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nPOST ${client.server.endpoint}/Shop HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"PartitionKey":"p","RowKey":"x"}\r\n--c--\r\n--b--\r\n`;
    const response = await client.send("POST", "/$batch", {
      headers: { "content-type": "multipart/mixed; boundary=b" },
      body,
    });
    expect(response.status).toBe(503);
    expect(stored()).toEqual(["r"]);
  });
});
