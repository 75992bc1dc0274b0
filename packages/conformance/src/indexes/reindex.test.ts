import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { beforeAll, expect, it as test } from "vitest";
import { Account, Employee } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

describeTargets("reindex", targets, ({ running, it }) => {
  let service: TableServiceClient;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Account]);
  });

  it("writes rows that are missing or wrong, deletes what stands for nothing, and changes nothing more", async () => {
    const companyId = "R1";
    const accounts = service.entities(Account);
    const table = service.table("Company");
    const partitionKey = `company!${companyId}`;
    for (const id of ["a", "b", "c"])
      await accounts.insert({ companyId, accountId: id, email: `${id}@x.org`, name: id });
    // Simulates another program.
    await table.delete({ partitionKey, rowKey: "accountEmail!a@x.org" }, { ifMatch: "*" });
    await table.merge(
      { partitionKey, rowKey: "accountStatus!open!b" },
      { name: edm.string("wrong") },
      { ifMatch: "*" },
    );
    await table.merge({ partitionKey, rowKey: "account!c" }, { status: edm.string("closed") }, { ifMatch: "*" });
    expect((await agreement(service, Account, { companyId })).wrong).not.toEqual([]);
    const seen: number[] = [];
    const done = await reindex(service, Account, undefined, { onProgress: ({ entities }) => seen.push(entities) });
    expect(done).toMatchObject({ written: 3, deleted: 1, taken: 0 });
    expect(seen.at(-1)).toBe(done.entities);
    expect(await agreement(service, Account, { companyId })).toEqual({ entities: 3, entries: 6, wrong: [] });
    expect(await reindex(service, Account, "byStatus")).toMatchObject({ written: 0, deleted: 0 });
    await expect(reindex(service, Account, "byStatos" as never)).rejects.toThrow('Did you mean "byStatus"?');
  });

  it("says how many entities share a unique value, and mends a row whose entity has gone", async () => {
    const companyId = "R2";
    const accounts = service.entities(Account);
    const table = service.table("Company");
    const partitionKey = `company!${companyId}`;
    for (const id of ["a", "b", "c"])
      await accounts.insert({ companyId, accountId: id, email: `${id}@x.org`, name: id });
    await table.merge({ partitionKey, rowKey: "account!b" }, { email: edm.string("a@x.org") }, { ifMatch: "*" });
    await table.delete({ partitionKey, rowKey: "account!c" }, { ifMatch: "*" });
    await expect(accounts.insert({ companyId, accountId: "d", email: "c@x.org", name: "d" })).rejects.toMatchObject({
      code: "index.not-unique",
    });
    expect(await reindex(service, Account, "byEmail")).toMatchObject({ written: 0, deleted: 2, taken: 1 });
    await accounts.insert({ companyId, accountId: "d", email: "c@x.org", name: "d" });
    expect(await accounts.byEmail.get({ companyId, email: "a@x.org" })).toMatchObject({ accountId: "a" });
  });

  it("names both entities of a value that is taken", async () => {
    const companyId = "R3";
    const accounts = service.entities(Account);
    for (const id of ["a", "b"]) await accounts.insert({ companyId, accountId: id, email: `${id}@x.org`, name: id });
    const keys = (rowKey: string) => ({ partitionKey: `company!${companyId}`, rowKey });
    await service.table("Company").merge(keys("account!b"), { email: edm.string("a@x.org") }, { ifMatch: "*" });
    const { takenValues } = await reindex(service, Account, "byEmail");
    expect(takenValues.filter(({ entity }) => entity.partitionKey === keys("").partitionKey)).toEqual([
      { index: "byEmail", entity: keys("account!b"), owner: keys("account!a") },
    ]);
  });

  it("replaces and deletes rows that the index wrote before it was changed", async () => {
    const companyId = "R4";
    const accounts = service.entities(Account);
    const table = service.table("Company");
    const partitionKey = `company!${companyId}`;
    for (const id of ["a", "b", "c"])
      await accounts.insert({ companyId, accountId: id, email: `${id}@x.org`, name: id });
    await reindex(service, Account);
    const kinds = { byEmail: "account.byEmail", byStatus: "account.byStatus" };
    const properties = (kind: string, more: object = {}) => ({
      ...{ kind: edm.string(kind), companyId: edm.string(companyId), accountId: edm.string("a") },
      ...more,
    });
    // Adds and overwrites index rows: keys that do not match the properties, keys with another literal or without a part, values of another
    // type.
    for (const [rowKey, row] of Object.entries({
      "accountEmail!b@x.org": properties(kinds.byEmail, { email: edm.string("name of a") }),
      "accountEmail!name": properties(kinds.byEmail, { email: edm.string("a@x.org") }),
      "mail!a@x.org": properties(kinds.byEmail, { email: edm.string("a@x.org") }),
      "accountStatus!open!A!a": properties(kinds.byStatus, { status: edm.int32(1) }),
      "accountStatus!open!b": properties(kinds.byStatus, { status: edm.int32(1) }),
    }))
      await table.insertOrReplace({ partitionKey, rowKey, properties: row });
    await table.insert({ partitionKey, rowKey: "accountEmail!other", properties: { kind: edm.string("other") } });
    expect(await reindex(service, Account)).toMatchObject({ written: 2, deleted: 3 });
    expect(await agreement(service, Account, { companyId }).catch(String)).toMatch(/accountEmail!other/);
    await table.delete({ partitionKey, rowKey: "accountEmail!other" }, { ifMatch: "*" });
    expect(await agreement(service, Account, { companyId })).toEqual({ entities: 3, entries: 6, wrong: [] });
    expect(await table.query(partitionKey).count()).toBe(9);
  });
});

test("reindex deletes rows elsewhere only once they are older than any write", async () => {
  let now = Date.UTC(2026, 0, 1);
  const tables = createTableService({ now: () => now });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([Employee]);
  const employees = service.entities(Employee);
  const employee = { companyId: "C", employeeId: "e", email: "e@x.org", lastName: "E" };
  await employees.insert(employee);
  await employees.delete(employee, { ifMatch: "*" });
  expect(await reindex(service, Employee)).toMatchObject({ entries: 2, deleted: 0 });
  now += 20 * 60_000 + 2000;
  expect(await reindex(service, Employee)).toMatchObject({ entries: 2, deleted: 2 });
});

test("reindex reads an entity again if a response is lost while a program changes the entity", async () => {
  const tables = createTableService();
  const retry = { baseDelayMs: 0 };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry });
  await service.createTables([Account]);
  const accounts = service.entities(Account);
  const account = { companyId: "C", accountId: "a", email: "a@x.org", name: "A" };
  await accounts.insert(account);
  const table = service.table("Company");
  await table.delete({ partitionKey: "company!C", rowKey: "accountEmail!a@x.org" }, { ifMatch: "*" });
  const rename = async () => {
    await accounts.merge(account, { name: "B" }, { ifMatch: "*" });
  };
  tables.faults.add({ operation: "transaction", times: 1, fault: { kind: "hook", before: rename } });
  tables.faults.add({ operation: "transaction", times: 1, fault: { kind: "reset" } });
  expect(await reindex(service, Account)).toMatchObject({ written: 1, readAgain: 1, taken: 0 });
  expect(await agreement(service, Account, { companyId: "C" })).toEqual({ entities: 1, entries: 2, wrong: [] });
});

test("reindex of a table of several pages works on several partitions side by side", async () => {
  const tables = createTableService();
  const inFlight: string[] = [];
  let most = 0;
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    async transport(request) {
      const company = /company!(B\d+)/.exec(String(request.body ?? ""))?.[1];
      if (company === undefined) return tables(request);
      inFlight.push(company);
      most = Math.max(most, new Set(inFlight).size);
      try {
        await new Promise((resolve) => setImmediate(resolve));
        return await tables(request);
      } finally {
        inFlight.splice(inFlight.indexOf(company), 1);
      }
    },
  });
  await service.createTables([Account]);
  const [companies, each] = [16, 150];
  tables.importRows(
    Array.from({ length: companies * each }, (_, n) => {
      const [companyId, accountId] = [`B${n % companies}`, `a${Math.floor(n / companies)}`];
      const values = { kind: "account", companyId, accountId, email: `${accountId}@x.org`, name: "A", status: "open" };
      return JSON.stringify({
        $table: "Company",
        PartitionKey: `company!${companyId}`,
        RowKey: `account!${accountId}`,
        ...values,
      });
    }),
  );
  const rows = companies * each;
  expect(await reindex(service, Account)).toMatchObject({ entities: rows, entries: 2 * rows, written: 2 * rows });
  expect(most).toBeGreaterThanOrEqual(4);
  expect(await agreement(service, Account, { companyId: "B7" })).toEqual({
    entities: each,
    entries: 2 * each,
    wrong: [],
  });
});
