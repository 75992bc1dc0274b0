import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";
import { RawClient, type RawResponse } from "../test/raw-client.js";
import type { Fault, FaultRule } from "./fault.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 1 }], Other: [] } });
});
afterAll(() => client.close());
beforeEach(() => client.service.reset());

const path = "/Shop(PartitionKey='p',RowKey='r')";
const read = () => client.send("GET", path);
const insert = (RowKey: string, PartitionKey = "p") => client.insert("Shop", { PartitionKey, RowKey });
const add = (rule: FaultRule) => client.service.faults.add(rule);
const stored = () => client.service.dump()["Shop"]?.map((row) => row.RowKey) ?? [];
const inTurn = async (count: number, send: (at: number) => Promise<RawResponse>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await send(at)).status);
  return statuses;
};

describe("a response of its own", () => {
  it.each<[number, string]>([
    [403, "AuthorizationFailure"],
    [404, "ResourceNotFound"],
    [409, "TableBeingDeleted"],
    [412, "UpdateConditionNotSatisfied"],
    [413, "RequestBodyTooLarge"],
    [429, "TooManyRequests"],
    [500, "InternalError"],
    [503, "ServerBusy"],
  ])("of status %d is the service's usual error: %s", async (status, code) => {
    add({ fault: { kind: "respond", status } });
    expect(await insert("x")).toMatchObject({ status, code });
    expect(stored()).toEqual(["r"]);
    expect(client.service.requests[0]).toMatchObject({ status, errorCode: code, fault: "respond" });
  });

  it("of a code has its status and text", async () => {
    add({ fault: { kind: "respond", code: "TableNotFound" } });
    expect(await read()).toMatchObject({ status: 404, text: expect.stringContaining("The table specified does not") });
  });

  it("has any status, code, text and header fields, after the operation if asked for", async () => {
    const headers = { "Retry-After": "7", server: "proxy" };
    add({ fault: { kind: "respond", status: 507, code: "Full", message: "No room.", headers, applied: true } });
    expect(await insert("x")).toMatchObject({ status: 507, code: "Full", headers: { "retry-after": "7" } });
    expect(stored()).toEqual(["r", "x"]);
  });

  it("has any body", async () => {
    add({ fault: { kind: "respond", status: 200, body: "not JSON", headers: { "content-type": "application/json" } } });
    const { status, text, headers } = await read();
    expect({ status, text, type: headers["content-type"] }).toEqual({
      status: 200,
      text: "not JSON",
      type: "application/json",
    });
  });

  it("is a page in HTML, without a field of the service", async () => {
    add({ fault: { kind: "html" } });
    const { status, text, headers } = await read();
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/html" });
    expect(text).toContain("<!DOCTYPE html>");
    expect(headers["x-ms-request-id"]).toBeUndefined();
  });

  it.each<[Fault, string]>([
    [{ kind: "respond" }, "needs a status or a code"],
    [{ kind: "respond", code: "Ful" }, "Pass its status too"],
    [{ kind: "respond", status: 418 }, "needs a code or a body"],
  ])("is refused where it says too little: %j", (fault, message) => {
    expect(() => add({ fault })).toThrow(message);
  });
});

describe("requests", () => {
  it("are held before they are performed, so that a race can be staged", async () => {
    const hold = add({ fault: { kind: "hold" }, operation: "insert", times: 1 });
    const late = insert("x");
    await hold.untilHeld();
    expect((await insert("x")).status).toBe(201);
    expect({ held: hold.held, stored: stored() }).toEqual({ held: 1, stored: ["r", "x"] });
    hold.release();
    expect((await late).status).toBe(409);
  });

  it("are held once they are performed, with applied", async () => {
    const hold = add({ fault: { kind: "hold", applied: true } });
    const late = insert("x");
    await hold.untilHeld();
    expect(stored()).toEqual(["r", "x"]);
    hold();
    expect((await late).status).toBe(201);
  });

  it("are released one at a time, in their order, and by a reset", async () => {
    const hold = add({ fault: { kind: "hold" } });
    const sent = [insert("a"), insert("b"), insert("c")];
    await hold.untilHeld(3);
    hold.release(1);
    await Promise.race(sent);
    expect(hold.held).toBe(2);
    client.service.reset();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it("of a transport that are held let their caller give up", async () => {
    const tables = createTableService({ authenticate: false });
    const hold = tables.faults.add({ fault: { kind: "hold" } });
    const controller = new AbortController();
    const { signal } = controller;
    const pending = tables({ method: "GET", url: `${tables.endpoint}/Tables`, headers: [], signal });
    await hold.untilHeld();
    controller.abort(new Error("given up"));
    await expect(pending).rejects.toThrow("given up");
    hold.release();
    await expect.poll(() => tables.requests.length, { timeout: 600_000 }).toBe(1);
  });

  it("are counted", async () => {
    const reads = add({ fault: { kind: "count" }, operation: "get" });
    await inTurn(3, read);
    await insert("x");
    expect(reads.seen).toBe(3);
  });

  it("pass hooks that change what is stored, before and after", async () => {
    const seen: unknown[] = [];
    add({
      operation: "replace",
      fault: {
        kind: "hook",
        before: async ({ table, keys }) => {
          await Promise.resolve();
          seen.push(table, keys);
          client.service.seed({ Shop: [{ PartitionKey: "p", RowKey: "r", n: 2 }] });
        },
        after: (_, { status }) => void seen.push(status),
      },
    });
    const etag = String((await read()).headers["etag"]);
    const { status } = await client.send("PUT", path, { body: { n: 3 }, headers: { "if-match": etag } });
    expect(status).toBe(412);
    expect(seen).toEqual(["Shop", [{ partitionKey: "p", rowKey: "r" }], 412]);
  });

  it("pass hooks and counts beside a fault", async () => {
    const counted = add({ fault: { kind: "count" } });
    add({ fault: { kind: "throttle" } });
    expect((await read()).status).toBe(503);
    expect(counted.applied).toBe(1);
  });
});

describe("a rule", () => {
  it("is for the nth requests", async () => {
    add({ fault: { kind: "throttle" }, nth: [2, 4] });
    expect(await inTurn(5, read)).toEqual([200, 503, 200, 503, 200]);
  });

  it("is for keys, in the body too", async () => {
    add({ fault: { kind: "throttle" }, partitionKey: "p", rowKey: "x" });
    expect([(await read()).status, (await insert("x")).status, (await insert("x", "q")).status]).toEqual([
      200, 503, 201,
    ]);
  });

  it("for keys is for a transaction with one of them", async () => {
    add({ fault: { kind: "throttle" }, rowKey: "2" });
    const part = (rowKey: string) =>
      `--c\r\nContent-Type: application/http\r\n\r\nPUT ${client.server.endpoint}/Shop(PartitionKey='p',RowKey='${rowKey}') HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{}\r\n`;
    const send = (...rowKeys: string[]) =>
      client.send("POST", "/$batch", {
        headers: { "content-type": "multipart/mixed; boundary=b" },
        body: `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${rowKeys.map(part).join("")}--c--\r\n--b--\r\n`,
      });
    expect([(await send("1", "3")).status, (await send("1", "2")).status]).toEqual([202, 503]);
  });

  it("draws from a seed of its own", async () => {
    add({ fault: { kind: "throttle" }, probability: 0.5, seed: 1 });
    const first = await inTurn(20, read);
    client.service.faults.clear();
    add({ fault: { kind: "count" }, probability: 0.5 });
    add({ fault: { kind: "throttle" }, probability: 0.5, seed: 1 });
    expect(await inTurn(20, read)).toEqual(first);
  });

  it("is for a connection, each of which a request without keep-alive has for itself", async () => {
    await using other = await RawClient.start({ authenticate: false }).then((raw) => ({
      raw,
      [Symbol.asyncDispose]: () => raw.close(),
    }));
    other.raw.service.faults.add({ fault: { kind: "throttle" }, connection: 2 });
    const send = () => other.raw.send("GET", "/Tables", { headers: { connection: "close" } });
    expect(await inTurn(3, send)).toEqual([200, 503, 200]);
    other.raw.service.faults.add({ fault: { kind: "refuseConnection" }, times: 1 });
    await expect(send()).rejects.toMatchObject({ code: "ECONNRESET" });
    other.raw.service.faults.add({ fault: { kind: "closeConnection" } });
    expect((await other.raw.send("GET", "/Tables")).headers["connection"]).toBe("close");
  });
});

describe("pages and limits", () => {
  it("of another size have tokens that lead on", async () => {
    client.service.seed({ Shop: ["a", "b", "c"].map((RowKey) => ({ PartitionKey: "p", RowKey })) });
    add({ fault: { kind: "pageSize", size: 3 } });
    const first = await client.send("GET", "/Shop()");
    expect(JSON.parse(first.text).value).toHaveLength(3);
    const next = ["partitionkey", "rowkey"].map((name) =>
      encodeURIComponent(String(first.headers[`x-ms-continuation-next${name}`])),
    );
    const second = await client.send("GET", `/Shop()?NextPartitionKey=${next[0]}&NextRowKey=${next[1]}`);
    expect(JSON.parse(second.text).value).toMatchObject([{ RowKey: "r" }]);
  });

  it("of throughput hold for each partition, and end with time", async () => {
    client.service.clock.set(Date.now());
    add({ fault: { kind: "throughput", perPartition: 2, retryAfterSeconds: 3 } });
    expect(await inTurn(3, (at) => insert(String(at)))).toEqual([201, 201, 503]);
    expect((await insert("x")).headers["retry-after"]).toBe("3");
    expect((await insert("x", "q")).status).toBe(201);
    client.service.clock.advance(500);
    expect(await inTurn(2, (at) => insert(`later${at}`))).toEqual([201, 503]);
  });

  it("of throughput count what pages hold", async () => {
    client.service.clock.set(Date.now());
    client.service.seed({ Shop: Array.from({ length: 50 }, (_, at) => ({ PartitionKey: "p", RowKey: `${at}` })) });
    add({ fault: { kind: "throughput", perPartition: 40 } });
    expect((await client.send("GET", "/Shop()")).status).toBe(200);
    expect((await read()).status).toBe(503);
  });
});
