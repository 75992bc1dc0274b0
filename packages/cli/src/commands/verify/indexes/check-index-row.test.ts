import { TableServiceClient } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { type IndexedEmployees, inCompany, indexedEmployees } from "../../../test/indexed-rows.js";
import { checkEntity, checkIndexRow } from "./check-index-row.js";

const { signal } = new AbortController();
const a = { companyId: "C", employeeId: "a" };
const any = { ifMatch: "*" } as const;

/** Creates an employee `a` and a client that can run a change before its next read of a row. */
async function open() {
  const employees = await indexedEmployees();
  await employees.insert("a");
  const { schema, tables } = employees;
  let before: { readonly rowKey: string; happen(): Promise<unknown> } | undefined;
  const client = TableServiceClient.fromConnectionString(tables.connectionString, {
    async transport(request) {
      const due = before;
      if (due !== undefined && request.method === "GET" && decodeURIComponent(request.url).includes(due.rowKey)) {
        before = undefined;
        await due.happen();
      }
      return tables(request);
    },
  });
  return {
    ...employees,
    client,
    of: (name: string) => ({ schema, index: schema.indexes?.find((index) => index.name === name) as never }),
    beforeRead(rowKey: string, happen: () => Promise<unknown>) {
      before = { rowKey, happen };
    },
  };
}

function rename({ service, schema }: Pick<IndexedEmployees, "service" | "schema">, name: string) {
  return service.entities({ $schema: schema }).merge(a, { name }, any);
}

describe("an entity that disagrees with its index", () => {
  it("is reported only as it is when it is read again", async () => {
    const employees = await open();
    const { company, client, of } = employees;
    const row = await company.getOrThrow(inCompany("employee!a"));
    await rename(employees, "z");
    expect(await checkEntity(client, of("byName"), row, signal)).toBeUndefined();
    await company.delete(inCompany("name!z!a"), any);
    expect(await checkEntity(client, of("byName"), row, signal)).toMatchObject({
      id: { rowKey: "employee!a" },
      finding: { code: "index.entry-missing" },
    });
  });

  it("is not reported once it has gone", async () => {
    const { company, client, of, service, schema } = await open();
    const row = await company.getOrThrow(inCompany("employee!a"));
    await service.entities({ $schema: schema }).delete(a, any);
    expect(await checkEntity(client, of("byName"), row, signal)).toBeUndefined();
  });
});

describe("an entry that its entity does not make", () => {
  it("is not reported where a writer moves it between the reads of both", async () => {
    const employees = await open();
    employees.beforeRead("employee!a", () => rename(employees, "z"));
    const found = await checkIndexRow(employees.client, employees.of("byName"), inCompany("name!a!a"), signal);
    expect(found).toBeUndefined();
    await employees.company.getOrThrow(inCompany("name!z!a"));
  });

  it("is reported where nothing changes it", async () => {
    const { company, client, of } = await open();
    await company.delete(inCompany("employee!a"), any);
    expect(await checkIndexRow(client, of("byName"), inCompany("name!a!a"), signal)).toMatchObject({
      id: inCompany("name!a!a"),
      finding: { code: "index.entry-stale" },
    });
  });

  it("is not reported where its entity cannot be read", async () => {
    const { company, client, of } = await open();
    const { name: _, ...properties } = (await company.getOrThrow(inCompany("employee!a"))).properties;
    await company.replace({ ...inCompany("employee!a"), properties }, any);
    expect(await checkIndexRow(client, of("byName"), inCompany("name!a!a"), signal)).toBeUndefined();
  });
});
