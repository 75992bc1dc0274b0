import { execFile } from "node:child_process";
import { request as httpRequest } from "node:http";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultOptions } from "../faults/check-rule.js";
import { type DumpedService, tableMatchers } from "../matchers.js";
import { serveTableService, type TableServer } from "../server/serve-table-service.js";
import { connectTableService, type RemoteTableService } from "./connect-table-service.js";
import { faultSchema, openApi } from "./open-api.js";

let server: TableServer;
let tables: RemoteTableService;
beforeAll(async () => {
  server = await serveTableService({ control: true });
  tables = connectTableService(server.connectionString, { token: server.controlToken ?? "" });
});
afterAll(() => server.close());

const row = { PartitionKey: "p", RowKey: "r", n: 1, l: 5n, t: new Date(0), b: Uint8Array.of(1, 2) };
const clientOf = ({ connectionString }: RemoteTableService) =>
  TableServiceClient.fromConnectionString(connectionString, { retry: false });

describe("a server that is controlled from outside", () => {
  it("is seeded, dumped, snapshotted and reset", async () => {
    const account = tables.freshAccount();
    await account.seed({ Shop: [row] });
    const before = await account.snapshot();
    await account.seed({ Shop: [{ ...row, RowKey: "s" }] });
    expect((await account.dump())["Shop"]).toMatchObject([
      { RowKey: "r", n: 1, l: "5", "l@odata.type": "Edm.Int64", t: "1970-01-01T00:00:00Z", b: "AQI=" },
      { RowKey: "s" },
    ]);
    await account.reset(before);
    expect((await account.dump())["Shop"]).toHaveLength(1);
    const lines = await account.exportRows();
    await account.reset();
    expect(await account.dump()).toEqual({});
    await account.importRows(lines);
    expect(await account.exportRows()).toEqual(lines);
  });

  it("has faults, whose requests are counted, held and released", async () => {
    const account = tables.freshAccount();
    await account.seed({ Shop: [row] });
    await using client = clientOf(account);
    const hold = await account.faults.add({ fault: { kind: "hold" }, operation: "get" });
    const late = client.table("Shop").get({ partitionKey: "p", rowKey: "r" });
    await hold.untilHeld();
    expect(await hold.state()).toMatchObject({ seen: 1, applied: 1, held: 1 });
    await hold.release();
    expect(await late).toMatchObject({ rowKey: "r" });
    await hold.remove();
    await account.faults.add({ fault: { kind: "respond", status: 409 } });
    await expect(client.tables.create("New")).rejects.toMatchObject({ serviceCode: "TableBeingDeleted" });
    await account.faults.clear();
    expect((await account.requests()).map(({ operation, fault }) => [operation, fault])).toEqual([
      ["get", undefined],
      ["createTable", "respond"],
    ]);
    await account.clearRequests();
    expect(await account.requests()).toEqual([]);
  });

  it("has a clock", async () => {
    const account = tables.freshAccount();
    await account.clock.set(new Date("2030-01-01T00:00:00Z"));
    await account.clock.advance(1_000);
    expect(await account.clock.now()).toEqual(new Date("2030-01-01T00:00:01Z"));
    await account.clock.resume();
    expect(Math.abs(Number(await account.clock.now()) - Date.now())).toBeLessThan(10_000);
  });

  it("keeps fresh accounts apart, with their tables, faults and resets", async () => {
    const [one, other] = [tables.freshAccount(), tables.freshAccount()];
    await one.seed({ Shop: [row] });
    await one.faults.add({ fault: { kind: "throttle" } });
    await using client = clientOf(other);
    await client.tables.create("Shop");
    await other.reset();
    expect({ one: Object.keys(await one.dump()), other: Object.keys(await other.dump()) }).toEqual({
      one: ["Shop"],
      other: [],
    });
    await one.drop();
    expect(await one.dump()).toEqual({});
  });

  it.each<[string, object, number]>([
    ["without a token", { authorization: "" }, 401],
    ["with another token", { authorization: "Bearer x" }, 401],
    ["from a page in a browser", { origin: "http://127.0.0.1" }, 403],
    ["by another name", { host: "evil.example" }, 403],
  ])("refuses requests %s", async (_, changes, status) => {
    const headers = { host: "localhost", authorization: `Bearer ${server.controlToken}`, ...changes };
    const { port } = server;
    const got = await new Promise((resolve) => {
      const path = "/_tablewright/accounts/devstoreaccount1/dump";
      httpRequest({ port, host: "127.0.0.1", path, headers }, ({ statusCode }) => resolve(statusCode)).end();
    });
    expect(got).toBe(status);
  });

  it("is not controlled unless it was asked for", async () => {
    await using closed = await serveTableService();
    expect(closed.controlToken).toBeUndefined();
    const remote = connectTableService(closed.connectionString, { token: "x" });
    await expect(remote.dump()).rejects.toThrow();
    await expect(serveTableService({ control: { token: "short" } })).rejects.toThrow("16 characters");
  });

  it("names what is wrong", async () => {
    await expect(tables.faults.add({ fault: { kind: "throtle" } } as never)).rejects.toThrow('"throttle"');
    await expect(tables.seed({ "a-b": [] })).rejects.toThrow("Cannot seed table 'a-b'");
    await expect(tables.reset({ snapshot: "9" })).rejects.toThrow('There is no snapshot "9"');
    expect(() => connectTableService("AccountName=x", { token: "x" })).toThrow(
      "not the connection string of a test server",
    );
    expect(() => connectTableService(server.connectionString)).toThrow("TABLES_CONTROL_TOKEN");
    const misspelt = { tokn: "x" } as object;
    expect(() => connectTableService(server.connectionString, misspelt)).toThrow('Did you mean "token"?');
  });

  it("answers each path of its OpenAPI document, as curl sends it", async () => {
    const origin = new URL(server.endpoint).origin;
    const curl = async (method: string, path: string, body?: string) => {
      const args = ["-sS", "-X", method, "-H", `Authorization: Bearer ${server.controlToken}`, "-w", "\n%{http_code}"];
      const { stdout } = await promisify(execFile)("curl", [
        ...args,
        ...(body === undefined ? [] : ["-d", body]),
        `${origin}${path}`,
      ]);
      return Number(stdout.slice(stdout.lastIndexOf("\n") + 1));
    };
    const bodies: Readonly<Record<string, string>> = {
      seed: '{"Shop":[{"PartitionKey":"p","RowKey":"r"}]}',
      faults: '{"fault":{"kind":"count"}}',
      clock: '{"advance":1}',
      rows: '{"$table":"Shop"}',
    };
    for (const [template, operations] of Object.entries(openApi.paths)) {
      for (const method of ["post", "put", "get", "delete"].filter((name) => name in operations)) {
        const path = template.replace("{account}", "freshcurl");
        const rule = tables.freshAccount().account;
        const created = path.includes("{rule}") ? await ruleOf(origin) : rule;
        const name = path.split("/").at(-1) ?? "";
        const status = await curl(method.toUpperCase(), path.replace("{rule}", created), bodies[name]);
        const { responses } = operations[method as keyof typeof operations] as { responses: object };
        expect({ method, template, status: String(status) }).toEqual({
          method,
          template,
          status: Object.keys(responses)[0],
        });
      }
    }
  });

  it("describes every kind of fault that a request can set, with every option", () => {
    const { kind, ...options } = faultSchema.properties;
    const sendable = [...faultOptions].filter(([name]) => name !== "hook");
    expect(kind.enum).toEqual(sendable.map(([name]) => name));
    expect(new Set(Object.keys(options))).toEqual(new Set(sendable.flatMap(([, names]) => names)));
  });

  it.each<[string, string, string, number, string]>([
    ["POST", "faults", '{"fault":{"kind":"hook"}}', 400, "A hook fault needs before or after"],
    ["PUT", "faults", "{}", 404, "There is no PUT faults of an account."],
    ["PUT", "faults/{rule}", "{}", 404, "There is no PUT faults/rule-"],
    ["POST", "faults/{rule}/releases", "{}", 404, "/releases of an account."],
    ["POST", "faults/{rule}/release", '{"number":1}', 400, 'There is no option \\"number\\" of a release.'],
    ["GET", "faults/{rule}?held=two", "", 400, "The option held of a rule is NaN"],
    ["POST", "reset", '{"snapshots":"0"}', 400, 'Did you mean \\"snapshot\\"?'],
    ["POST", "reset", "x", 400, "The body is not JSON."],
    ["PUT", "clock", '{"nou":"2030-01-01"}', 400, 'Did you mean \\"now\\"?'],
  ])("refuses %s %s with the body %s", async (method, path, body, status, message) => {
    const { origin } = new URL(server.endpoint);
    const rule = path.includes("{rule}") ? await ruleOf(origin) : "";
    const response = await fetch(`${origin}/_tablewright/accounts/freshcurl/${path.replace("{rule}", rule)}`, {
      method,
      headers: { authorization: `Bearer ${server.controlToken}` },
      ...(body !== "" && { body }),
    });
    expect({ status: response.status, text: await response.text() }).toEqual({
      status,
      text: expect.stringContaining(message),
    });
  });

  async function ruleOf(origin: string): Promise<string> {
    const response = await fetch(`${origin}/_tablewright/accounts/freshcurl/faults`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.controlToken}` },
      body: '{"fault":{"kind":"count"}}',
    });
    return ((await response.json()) as { id: string }).id;
  }
});

describe("matchers", () => {
  expect.extend(tableMatchers as never);
  const rows = (service: DumpedService) =>
    expect(service) as unknown as Record<"toHaveRows" | "toHaveEntity", (...args: unknown[]) => Promise<void>> & {
      not: Record<"toHaveRows" | "toHaveEntity", (...args: unknown[]) => Promise<void>>;
    };

  it("compare the rows of a table, here and in another process, with values as they were stored", async () => {
    const account = tables.freshAccount();
    await account.seed({ Shop: [row, { ...row, RowKey: "s", n: 2 }] });
    server.service.seed({ Shop: [row] });
    await rows(server.service).toHaveRows("shop", [row]);
    await rows(account).toHaveRows("Shop", [{ RowKey: "s", n: expect.any(Number) }, row]);
    await rows(account).toHaveEntity("Shop", { RowKey: "s", l: 5n, t: new Date(0) });
    await rows(account).not.toHaveEntity("Shop", { RowKey: "s", l: 6n });
    await rows(account).not.toHaveRows("Shop", [row]);
    await expect(rows(account).toHaveRows("Shop", [row, row])).rejects.toThrow("Expected the table Shop to contain");
  });
});
