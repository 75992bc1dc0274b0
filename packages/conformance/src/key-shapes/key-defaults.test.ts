import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { Setting } from "../../../generator/src/emit/golden/defaults/expected/index.js";
import { Job } from "../../../generator/src/emit/golden/made-defaults/expected/index.js";
import { Employee } from "../../../runtime/src/test/company/index.js";

/** Any value that plain JavaScript can pass. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler refuses all of these calls.
type Anything = any;

const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
const $: Anything = { Setting, Job };
const any = { ifMatch: "*" };
const missing = (entity: string, property: string) => ({ code: "value.missing", entity, property });

describe("a key property with a default", () => {
  let service: TableServiceClient;
  let requests: number;
  let settings: Anything;
  let employees: Anything;
  beforeEach(async () => {
    const tables = createTableService();
    service = TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: (request) => {
        requests++;
        return tables(request);
      },
    });
    await service.createTables([Setting, Job, Employee]);
    settings = service.entities(Setting);
    employees = service.entities(Employee);
    await settings.insert({ id });
    requests = 0;
  });
  const rows = () => service.entities(Setting).query({ scope: "global" }).count();

  it("is filled in by insert, replace and the upserts", async () => {
    await settings.replace({ id, level: 2 }, any);
    await settings.insertOrReplace({ id, level: 3 });
    await settings.insertOrMerge({ id, level: 4 });
    expect(await rows()).toBe(1);
    await service.entities(Job).insert({} as Anything);
    expect(await service.entities(Job).query({ queue: "main" }).count()).toBe(1);
  });

  const calls: Readonly<Record<string, () => unknown>> = {
    partition: () => $.Setting.partition({}),
    "partition of undefined": () => $.Setting.partition({ scope: undefined }),
    "partition of null": () => $.Setting.partition({ scope: null }),
    key: () => $.Setting.key({ id }),
    query: () => settings.query({}),
    "query of undefined": () => settings.query({ scope: undefined }),
    queryPartitions: () => settings.queryPartitions({}),
    get: () => settings.get({ id }),
    getMany: () => settings.getMany([{ id }]),
    merge: () => settings.merge({ id }, { level: 2 }, any),
    delete: () => settings.delete({ id }, any),
    modify: () => settings.modify({ id }, () => ({ set: { level: 2 } })),
    "bulk delete": async () => {
      for await (const outcome of settings.bulk([{ delete: { id }, ...any }])) if (!outcome.ok) throw outcome.error;
    },
    deletePartition: () => service.deletePartition($.Setting.partition({})),
    transaction: () => service.transaction($.Setting.partition({}), (tx: Anything) => tx.delete(Setting, { id }, any)),
    "partition of several kinds": () => service.partition($.Setting.partition({})),
  };
  it.each(Object.entries(calls))("completes no key of %s", async (_, call) => {
    await expect((async () => call())()).rejects.toMatchObject(missing("Setting", "scope"));
    expect(requests).toBe(0);
    expect(await rows()).toBe(1);
  });

  it("that is made anew completes no key either", async () => {
    await expect((async () => $.Job.key({ queue: "main", id }))()).rejects.toMatchObject(missing("Job", "createdAt"));
    const job: Anything = service.entities(Job);
    await expect(job.delete({ queue: "main" }, any)).rejects.toMatchObject({ code: "value.missing", entity: "Job" });
  });

  it("completes no key of an index", async () => {
    await expect((async () => employees.byDepartment.query({}))()).rejects.toMatchObject({
      code: "value.missing",
      property: "department",
    });
    const key = { companyId: "X", employeeId: "1" };
    await expect(employees.byScore.get(key)).rejects.toMatchObject({ code: "value.missing", property: "score" });
    await expect((async () => employees.byScore.query({}).rowKey.eq(key))()).rejects.toMatchObject({
      code: "value.missing",
      property: "score",
    });
    expect(requests).toBe(0);
  });

  it("is named with the message of a property without default", () => {
    expect(() => $.Setting.partition({})).toThrow("Setting.scope is missing; it is part of the key");
    expect(() => $.Setting.partition({ scpe: "a" })).toThrow('Setting has no property "scpe". Did you mean "scope"?');
  });
});
