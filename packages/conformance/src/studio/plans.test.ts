import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { FileRows } from "../../../studio/src/contract/api.js";
import type { CheckedChange } from "../../../studio/src/contract/changes.js";
import type { Overview } from "../../../studio/src/contract/model.js";
import type { Plan, RowQuery } from "../../../studio/src/contract/query.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { shopDefinitions } from "./shop.js";
import { createProject } from "./studio-lab.js";

const definitions = `${shopDefinitions}
export const Reading = entity({
  table: "Readings",
  properties: { deviceId: edm.string({ maxLength: 20 }), at: edm.dateTime(), value: edm.double(), ok: edm.boolean() },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.at.desc],
});
`;

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
let calls: ReturnType<typeof studioCalls>;

beforeAll(async () => {
  calls = studioCalls(service, await createProject(definitions), { isReadOnly: false });
});

const call = async (name: string, argument: object) =>
  await (calls[name]?.(argument, new AbortController().signal) as Promise<object>);

async function plan(query: Partial<RowQuery>, tableRows?: number): Promise<Plan> {
  const whole = { table: "Readings", entity: "Reading", keys: [], where: [], ...query };
  return (await call("plan", { query: whole, tableRows })) as Plan;
}

const month = (operator: "ge" | "lt", text: string) => ({ property: "at", operator, text });

describe("plans", () => {
  it("use the first values of a PartitionKey as its prefix, and hold the scan", async () => {
    const found = await plan({ keys: [["deviceId", "dev-1"]] });
    expect(found).toMatchObject({ access: "partition range", isScan: true });
    expect(found.filters).toEqual(["PartitionKey ge 'dev-1!' and PartitionKey lt 'dev-1\"'"]);
    expect(found.code).toBe('service.entities(Reading).scan({ partitionKeyPrefix: "dev-1!" })');
  });

  it("read the months of a range of time", async () => {
    const where = [month("ge", "2026-10-15T00:00:00Z"), month("lt", "2026-12-01T00:00:00Z")];
    const found = await plan({ keys: [["deviceId", "dev-1"]], where });
    expect(found.filters).toHaveLength(2);
    expect(found.filters[0]).toContain("PartitionKey eq 'dev-1!2026-10'");
    expect(found.isScan).toBe(false);
    expect(found.code).toMatch(/^service\.entities\(Reading\)[\s\S]*\.queryPartitions\(\{ deviceId: "dev-1", at: \{/);
  });

  it.each<readonly [access: string, query: Partial<RowQuery>]>([
    ["point", { filter: "PartitionKey eq 'a' and RowKey eq 'b'" }],
    ["point", { filter: "('it''s' eq PartitionKey) and (value gt 1.0 and RowKey eq 'b')" }],
    ["point", { stored: { partitionKey: "a", rowKey: "b" } }],
    ["point", { stored: { partitionKey: "", rowKey: "" } }],
    ["point", { stored: { partitionKey: "a" }, filter: "RowKey eq 'b'" }],
    ["point", { stored: { partitionKey: "a", rowKeyFrom: "b" }, filter: "RowKey eq 'b'" }],
    ["row range", { stored: { partitionKey: "a", rowKeyFrom: "b" } }],
    ["partition scan", { filter: "PartitionKey eq 'a' and (RowKey eq 'b' or RowKey eq 'c')" }],
    ["partition scan", { filter: "PartitionKey eq 'a' and not (RowKey eq 'b')" }],
    ["partition scan", { filter: "PartitionKey eq 'a' and RowKey ne 'b'" }],
    ["table scan", { filter: "PartitionKey eq 'a' or RowKey eq 'b'" }],
    ["table scan", { filter: "RowKey eq 'b'" }],
    ["table scan", { filter: "value eq 'PartitionKey' and RowKey eq PartitionKey" }],
  ])("name the access of stored rows, a %s, for %j", async (access, query) => {
    const raw = { table: "Shop", keys: [], where: [], ...query };
    const found = (await call("plan", { query: raw, tableRows: 5000 })) as Plan;
    const isScan = access.endsWith(" scan");
    expect(found).toMatchObject({ access, isScan, requests: access === "point" ? 1 : 5 });
  });

  it("name the access of an entity by the $filter too", async () => {
    expect(await plan({ filter: "PartitionKey eq 'a' and RowKey eq 'b'" })).toMatchObject({ access: "point" });
    expect(await plan({ filter: "value gt 1.0" })).toMatchObject({ access: "table scan", isScan: true });
  });

  it("estimate the requests of a scan by the rows of the table", async () => {
    const where = [{ property: "value", operator: "gt", text: "1" } as const];
    expect((await plan({ where }, 160_000)).requests).toBe(160);
    expect((await plan({ where })).requests).toBeUndefined();
  });

  it.each([
    ["valu gt 5.0", 'rows of Reading store no property "valu". They store deviceId, at, value, ok'],
    ["value gt 'x'", "value is Edm.Double, which is compared with a number, not with 'x'"],
    ["5 le deviceId", "deviceId is Edm.String, which is compared with a text, not with 5"],
    ["ok eq 'true'", "ok is Edm.Boolean, which is compared with true or false, not with 'true'"],
    ["sta eq", "ends where it needs a property or a literal"],
    ["value gt 5 value", 'has "value" where it needs and, or'],
    ["(value gt 5", "ends where it needs a closing parenthesis"],
    ["value gt 'x", 'has \\"\'x\\" where it needs'],
    ["deviceId", "ends where it needs eq, ne"],
  ])("refuse the $filter %s", async (filter, message) => {
    await expect(plan({ filter })).rejects.toThrow(message.replaceAll('\\"', '"'));
  });

  it.each([
    "value gt 5 and not (ok or at lt datetime'2026-01-01T00:00:00Z')",
    "RowKey ge 'it''s' and Timestamp gt datetime'2026-01-01T00:00:00Z'",
    "value gt -1.5e3 or value eq NaN",
    "true eq ok",
  ])("accept the $filter %s", async (filter) => {
    expect((await plan({ filter })).filters[0]).toContain(filter);
  });

  it("check only the grammar of a $filter in rows of any kind", async () => {
    const query = { table: "Shop", keys: [], where: [], filter: "anything eq 5L" };
    expect(((await call("plan", { query })) as Plan).filters).toEqual(["(anything eq 5L)"]);
    await expect(call("plan", { query: { ...query, filter: "anything" } })).resolves.toBeDefined();
    await expect(call("plan", { query: { ...query, filter: "eq 5" } })).rejects.toThrow("needs a property");
  });
});

describe("rows", () => {
  it("are found by both stored keys, which may be empty", async () => {
    await service.tables.createIfNotExists("Plain");
    for (const rowKey of ["", "a", "a'b"])
      await service.table("Plain").insert({ partitionKey: "", rowKey, properties: { n: edm.int32(1) } });
    for (const rowKey of ["", "a", "a'b"]) {
      const query = { table: "Plain", keys: [], where: [], stored: { partitionKey: "", rowKey } };
      const { rows } = (await call("rows", { query, size: 10 })) as { rows: readonly { rowKey: string }[] };
      expect(rows.map((row) => row.rowKey)).toEqual([rowKey]);
    }
  });

  it("of a file are read as import reads them, with the lines that are none", async () => {
    const text = [
      '{"PartitionKey":"cust!C1","RowKey":"customer","kind":"customer","customerId":"C1","name":"N","email":"e","country":"NO"}',
      '{"PartitionKey":"cust!C1"}',
      '{"PartitionKey":"x","RowKey":"y","n@odata.type":"Edm.Int64","n":"9007199254740993"}',
    ].join("\n");
    const { rows, problems } = (await call("readFile", { table: "Shop", format: "ndjson", text })) as FileRows;
    expect(rows.map(({ entity, properties }) => [entity, properties.at(-1)])).toEqual([
      ["Customer", ["country", "Edm.String", "NO"]],
      [undefined, ["n", "Edm.Int64", "9007199254740993"]],
    ]);
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining("Line 2: PartitionKey and RowKey") }]);
    const csv = "PartitionKey,RowKey,n:Edm.Double\r\np,r,1.5\r\n";
    const { rows: ofCsv } = (await call("readFile", { table: "Shop", format: "csv", text: csv })) as FileRows;
    expect(ofCsv.map(({ rowKey, properties }) => [rowKey, properties])).toEqual([["r", [["n", "Edm.Double", "1.5"]]]]);
  });
});

describe("changes", () => {
  const problemsOf = async (field: string, text: string, schema: string) => {
    const project = await createProject(schema);
    const { check = expect.fail } = studioCalls(service, project, { isReadOnly: false });
    const row = { partitionKey: "p", rowKey: "p", etag: 'W/"1"' };
    const changes = [{ kind: "update", table: "Notes", entity: "Note", ...row, edits: [{ field, text }] }];
    const { checked } = (await check({ changes }, new AbortController().signal)) as {
      checked: readonly CheckedChange[];
    };
    return checked[0]?.problems.map(({ message }) => message);
  };
  const notes = `import { edm, entity } from "tablewright";
export const Note = entity({
  table: "Notes",
  properties: { id: edm.string({ maxLength: 9 }), json: edm.json<unknown>(), at: edm.dateTime({ onWrite: "now" }) },
  partitionKey: (k) => [k.id],
  rowKey: (k) => [k.id],
});
`;

  it.each([
    ["json", "{", "Note.json is not JSON: "],
    ["json", "[12345678901234567890]", "Note.json holds 12345678901234567890, which JavaScript rounds to"],
    ["id", "q", "Note.id is part of the key, which a stored row keeps"],
    ["at", "2026-01-01T00:00:00Z", "Note.at is the time that every write sets by itself"],
  ])("of %s to %s say what does not fit", async (field, text, message) => {
    expect(await problemsOf(field, text, notes)).toEqual([expect.stringContaining(message)]);
  });
});

describe("a project", () => {
  it("whose definitions changed is read again, and keeps the former ones while they have errors", async () => {
    const [first, second] = [await createProject(definitions), await createProject("")];
    const results = [async () => second, () => Promise.reject(new Error("shop.table.ts:3 is wrong"))];
    const reload = async () => ({ ...(await (results.shift()?.() ?? first)), reload });
    const { overview = expect.fail, reload: readAgain = expect.fail } = studioCalls(
      service,
      { ...first, reload },
      { isReadOnly: true },
    );
    const { signal } = new AbortController();
    const entities = async () => ((await overview({}, signal)) as Overview).entities.length;
    const again = async () => await (readAgain({}, signal) as Promise<object>);
    expect(await entities()).toBeGreaterThan(0);
    await again();
    expect(await entities()).toBe(0);
    await expect(again()).rejects.toThrow("shop.table.ts:3 is wrong");
    expect(await entities()).toBe(0);
  });
});

describe("an account", () => {
  const rejecting = (...operations: readonly ("queryTables" | "query")[]) => {
    const ends = operations.map((operation) =>
      tables.faults.add({ operation, fault: { kind: "respond", code: "InsufficientAccountPermissions" } }),
    );
    return () => ends.forEach((end) => void end());
  };

  it("whose key is wrong has no tables", async () => {
    const restore = rejecting("queryTables", "query");
    await expect(call("overview", {})).rejects.toThrow("InsufficientAccountPermissions");
    restore();
  });

  it("whose credential may only read has those of the definitions", async () => {
    const restore = rejecting("queryTables");
    const { areListed, tables: found } = (await call("overview", {})) as Overview;
    expect([areListed, found.map(({ name }) => name)]).toEqual([false, ["Readings", "Shop", "ShopIndex"]]);
    restore();
  });

  it("at an address is called by its path", async () => {
    for (const host of ["192.0.2.7", "[2001:db8::1]:10002"]) {
      const at = tables.connectionString.replace(
        /TableEndpoint=[^;]*/,
        `TableEndpoint=https://${host}/devstoreaccount1`,
      );
      const other = TableServiceClient.fromConnectionString(at, { transport: tables });
      const { overview = expect.fail } = studioCalls(other, await createProject(""), { isReadOnly: true });
      const { account, isEmulator } = (await overview({}, new AbortController().signal)) as Overview;
      expect([account, isEmulator]).toEqual(["devstoreaccount1", false]);
      await other.close();
    }
  });
});
