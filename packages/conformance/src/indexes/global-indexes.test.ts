import type { TableServiceClient } from "@tablewright/runtime";
import { TableServiceClient as Client } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it as test } from "vitest";
import { Employee, Subscription } from "../../../runtime/src/test/company/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";
import { agreement } from "./agreement.js";

const employee = (companyId: string, employeeId: string, more: object = {}) => ({
  ...{ companyId, employeeId, email: `${employeeId}@${companyId}.org`, lastName: employeeId, department: companyId },
  ...more,
});

/** Returns the findings of `agreement` for index rows in other partitions that still have former values. */
function staleRows(companyId: string, ...rows: readonly (readonly [index: string, employeeId: string])[]): string[] {
  return rows.map(([index, id]) => {
    const key =
      index === "byScore"
        ? ["score", `2147483647!${companyId}!${id}`]
        : [`dept!${companyId}`, `${id}!${companyId}!${id}`];
    return `${index} has ${JSON.stringify(key)}`;
  });
}

describeTargets("indexes elsewhere", targets, ({ running, it }) => {
  let service: TableServiceClient;
  let companies = 0;
  beforeAll(async () => {
    service = running().service;
    await service.createTables([Employee, Subscription]);
  });

  it("find entities of all partitions, in the order of the index", async () => {
    const employees = service.entities(Employee);
    const department = `D${companies++}`;
    for (const [company, id] of [
      ["G1", "c"],
      ["G2", "a"],
      ["G1", "b"],
    ] as const)
      await employees.insert(employee(company, `${id}${department}`, { department }));
    const query = employees.byDepartment.query({ department });
    const found = (await query.toArray()).map(({ lastName }) => lastName.charAt(0));
    expect(found.sort()).toEqual(["a", "b", "c"]);
    expect(await query.rowKey.startsWith({ lastName: `b${department}` }).toArray()).toMatchObject([
      { companyId: "G1", employeeId: `b${department}` },
    ]);
    expect(await query.take(2).toArray()).toHaveLength(2);
    expect(await query.count()).toBe(3);
    const key = { department, lastName: `a${department}`, companyId: "G2", employeeId: `a${department}` };
    expect(await employees.byDepartment.get(key)).toMatchObject({ companyId: "G2", department });
    expect(await employees.byDepartment.get({ ...key, companyId: "G1" })).toBeUndefined();
  });

  it("follow every write, and young rows that stand for nothing stay, which reads do not show", async () => {
    const companyId = `W${companies++}`;
    const employees = service.entities(Employee);
    const key = (employeeId: string) => ({ companyId, employeeId });
    for (const id of ["a", "b", "c", "d"]) await employees.insert(employee(companyId, id));
    await employees.merge(key("a"), { department: "new" }, { ifMatch: "*" });
    await employees.insertOrReplace(employee(companyId, "b", { lastName: "B" }));
    await employees.modify(key("c"), () => ({ set: { score: 7 } }));
    await employees.insertOrMerge(employee(companyId, "e", { hiredAt: new Date(0) }));
    const moved = staleRows(companyId, ["byDepartment", "a"], ["byDepartment", "b"], ["byScore", "c"]);
    expect(await agreement(service, Employee, { companyId })).toEqual({ entities: 5, entries: 28, wrong: moved });
    await employees.delete(key("d"), { ifMatch: "*" });
    const { wrong } = await agreement(service, Employee, { companyId });
    expect(wrong).toHaveLength(5);
    const left = await employees.byDepartment.query({ department: companyId }).toArray();
    expect(left.map(({ employeeId }) => employeeId).sort()).toEqual(["b", "c", "e"]);
    const rows = await employees.byDepartment.query({ department: companyId }, { unchecked: true }).toArray();
    expect(rows).toHaveLength(6);
  });

  it("are kept by transactions and bulks", async () => {
    const companyId = `X${companies++}`;
    const employees = service.entities(Employee);
    await employees.bulk(["a", "b", "c"].map((id) => ({ insert: employee(companyId, id) })));
    const a = await employees.getOrThrow({ companyId, employeeId: "a" });
    await service.transaction(Employee.partition({ companyId }), (tx) => {
      tx.insert(Employee, employee(companyId, "d"));
      tx.merge(Employee, { employeeId: "a" }, { department: "moved", score: 3 }, { from: a });
    });
    await employees.bulk([{ merge: { companyId, employeeId: "b" }, changes: { department: "moved" }, ifMatch: "*" }]);
    const moved = staleRows(companyId, ["byDepartment", "a"], ["byDepartment", "b"], ["byScore", "a"]);
    expect(await agreement(service, Employee, { companyId })).toEqual({ entities: 4, entries: 23, wrong: moved });
  });

  it("lead to entities whose keys hold only what was derived from a property", async () => {
    const subscriptions = service.entities(Subscription);
    const topic = `t${companies++}`;
    const tenant = crypto.randomUUID();
    const at = new Date("2026-02-03T04:05:06.789Z");
    await subscriptions.insert({ tenant, address: "Ann@X.org", topic, at });
    expect(await subscriptions.byTopic.query({ topic }).toArray()).toMatchObject([
      { tenant, address: "Ann@X.org", at },
    ]);
  });
});

describe("a row of an index elsewhere", () => {
  test("goes with a move of its entity once it is older than any write", async () => {
    let now = Date.UTC(2026, 0, 1);
    const tables = createTableService({ now: () => now });
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Employee]);
    const employees = service.entities(Employee);
    const key = (employeeId: string) => ({ companyId: "C", employeeId });
    await employees.insert(employee("C", "old"));
    now += 20 * 60_000 + 2000;
    await employees.insert(employee("C", "young"));
    for (const id of ["old", "young"]) await employees.merge(key(id), { department: "new" }, { ifMatch: "*" });
    const rows = await employees.byDepartment.query({ department: "C" }, { unchecked: true }).toArray();
    expect(rows.map(({ employeeId }) => employeeId)).toEqual(["young"]);
  });

  test("is there for an insert that arrives after a move and a deletion of its entity", async () => {
    const tables = createTableService();
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Employee]);
    const employees = service.entities(Employee);
    const key = { companyId: "C", employeeId: "a" };
    await employees.insert(employee("C", "a"));
    const moment = () => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      return { ended, end: () => end() };
    };
    const [touched, arrival] = [moment(), moment()];
    const slow = Client.fromConnectionString(tables.connectionString, {
      transport: async (request) => {
        if (request.url.includes("$batch")) {
          touched.end();
          await arrival.ended;
        }
        return tables(request);
      },
    });
    const insert = slow.entities(Employee).insert(employee("C", "a"));
    await touched.ended;
    await employees.merge(key, { department: "new" }, { ifMatch: "*" });
    await employees.delete(key, { ifMatch: "*" });
    arrival.end();
    await insert;
    expect(await employees.byDepartment.query({ department: "C" }).toArray()).toMatchObject([key]);
  });

  test("is touched until the service responds, even if another client has written the same", async () => {
    const tables = createTableService();
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Employee]);
    // Leaves an index row without an entity.
    await service.entities(Employee).insert(employee("C", "a"));
    await service.entities(Employee).delete({ companyId: "C", employeeId: "a" }, { ifMatch: "*" });
    let puts = 0;
    let others: string | undefined;
    const unlucky = Client.fromConnectionString(tables.connectionString, {
      retry: { baseDelayMs: 1 },
      transport: async (request) => {
        if (request.method !== "PUT" || !request.url.includes("dept") || ++puts > 2) return tables(request);
        if (puts === 2) {
          const { headers } = await tables(request);
          others = headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1];
        }
        throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
      },
    });
    await unlucky.entities(Employee).insert(employee("C", "a"));
    const rows = service.entities(Employee).byDepartment.query({ department: "C" }, { unchecked: true });
    const [row] = await rows.toArray();
    expect(others).toMatch(/^W/);
    expect(row?.$etag).not.toBe(others);
  });

  test("is not written again by a change of something else", async () => {
    const tables = createTableService();
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Employee]);
    const employees = service.entities(Employee);
    await employees.insert(employee("C", "a"));
    const row = async () => (await employees.byDepartment.query({ department: "C" }, { unchecked: true }).toArray())[0];
    const before = await row();
    await employees.merge({ companyId: "C", employeeId: "a" }, { score: 7 }, { ifMatch: "*" });
    expect((await row())?.$etag).toBe(before?.$etag);
  });

  test("goes with its entity once it is older than any write", async () => {
    let now = Date.UTC(2026, 0, 1);
    const tables = createTableService({ now: () => now });
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Employee]);
    const employees = service.entities(Employee);
    await employees.insert(employee("C", "old"));
    now += 20 * 60_000 + 2000;
    await employees.insert(employee("C", "young"));
    await employees.delete({ companyId: "C", employeeId: "old" }, { ifMatch: "*" });
    await employees.delete({ companyId: "C", employeeId: "young" }, { ifMatch: "*" });
    const rows = await employees.byDepartment.query({ department: "C" }, { unchecked: true }).toArray();
    expect(rows.map(({ employeeId }) => employeeId)).toEqual(["young"]);
  });

  test("is touched before the entity is written, and deleted after it", async () => {
    const tables = createTableService();
    const service = Client.fromConnectionString(tables.connectionString, { transport: tables });
    await service.createTables([Subscription]);
    const subscriptions = service.entities(Subscription);
    const sent: string[] = [];
    const logged = Client.fromConnectionString(tables.connectionString, {
      transport: async (request) => {
        const row = /"RowKey":"([^"!]*)/.exec(String(request.body))?.[1] ?? /RowKey='([^'!%]*)/.exec(request.url)?.[1];
        sent.push(`${request.method} ${row}`);
        return tables(request);
      },
    }).entities(Subscription);
    const key = { tenant: crypto.randomUUID(), address: "a", topic: "t", at: new Date(0) };
    await logged.insert(key);
    await logged.delete(key, { ifMatch: "*" });
    expect(sent).toEqual(["PUT at", "POST sub", "GET sub", "GET at", "DELETE sub"]);
    expect(await subscriptions.byTopic.query({ topic: "t" }).toArray()).toEqual([]);
  });
});
