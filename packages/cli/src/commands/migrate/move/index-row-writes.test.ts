import type { StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { writeInPartition } from "@tablewright/runtime/reindex";
import { describe, expect, it } from "vitest";
import { inCompany, indexedEmployees } from "../../../test/indexed-rows.js";
import { IndexRowWrites } from "./index-row-writes.js";

const any = { ifMatch: "*" } as const;

async function open() {
  const employees = await indexedEmployees();
  await employees.insert("a");
  const { schema, service, company } = employees;
  const { signal } = new AbortController();
  const writes = new IndexRowWrites(service, { current: schema, former: [], others: [] }, signal);
  const rows = async () => (await company.query("company!C").toArray()).map(({ rowKey }) => rowKey);
  const apply = async (...args: Parameters<typeof writes.inTransaction>) => {
    const made = await writes.inTransaction(...args);
    if (made !== undefined && made.length > 0) await writeInPartition(service, "Company", made);
    return made?.length;
  };
  return {
    ...employees,
    writes,
    apply,
    rows,
    employee: (id: string) => company.getOrThrow(inCompany(`employee!${id}`)),
  };
}

/** Returns an employee with other values. */
const withValues = (row: StoredTableRow, values: Readonly<Record<string, string>>) => ({
  ...row,
  properties: {
    ...row.properties,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edm.string(value)])),
  },
});

describe("the writes of index rows in the transaction of an entity", () => {
  it("insert what is missing, replace what differs, delete what is left, and nothing else", async () => {
    const { apply, employee, company, rows } = await open();
    const row = await employee("a");
    expect(await apply("Company", { after: row, before: [row] })).toBe(0);
    await company.merge(inCompany("name!a!a"), { badge: edm.string("odd") }, any);
    expect(await apply("Company", { after: row, before: [row] })).toBe(1);
    expect((await company.getOrThrow(inCompany("name!a!a"))).properties["badge"]).toBeUndefined();
    const changed = withValues(row, { email: "z@x.org" });
    expect(await apply("Company", { after: changed, before: [row] })).toBe(2);
    expect(await rows()).toEqual(["email!z@x.org", "employee!a", "name!a!a"]);
  });

  it("delete the index rows of an entity that leaves the partition, but not those of a row that stays", async () => {
    const { apply, employee, rows } = await open();
    const row = await employee("a");
    expect(await apply("Company", { before: [row], kept: withValues(row, { name: "z" }) })).toBe(1);
    expect(await rows()).toEqual(["email!a@x.org", "employee!a"]);
    expect(await apply("Company", { before: [row] })).toBe(1);
    expect(await rows()).toEqual(["employee!a"]);
  });

  it("are none if another entity has the same value in a unique index", async () => {
    const { apply, writes, employee, insert, company } = await open();
    await insert("b");
    const row = await employee("b");
    const same = withValues(row, { email: "a@x.org" });
    expect(await writes.prepare(same, row)).toBe(false);
    expect(await writes.placesNeeded(same, row).isTaken()).toBe(true);
    expect(await apply("Company", { after: same, before: [row] })).toBeUndefined();
    await company.delete(inCompany("employee!a"), any);
    expect(await writes.prepare(same, row)).toBe(true);
    expect(await writes.placesNeeded(same, row).isTaken()).toBe(false);
    expect(await apply("Company", { after: same, before: [row] })).toBe(2);
    expect((await company.getOrThrow(inCompany("email!a@x.org"))).properties["employeeId"]).toEqual(edm.string("b"));
  });

  it("keep an index row of another entity that has the value by now", async () => {
    const { apply, employee, company, insert, rows } = await open();
    const row = await employee("a");
    await company.delete(inCompany("email!a@x.org"), any);
    await insert("b");
    const other = await company.getOrThrow(inCompany("email!b@x.org"));
    await company.insert({ ...other, rowKey: "email!a@x.org" });
    expect(await apply("Company", { before: [row] })).toBe(1);
    expect(await rows()).toEqual(["email!a@x.org", "email!b@x.org", "employee!a", "employee!b", "name!b!b"]);
  });
});
