import type { StoredTableRow } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { formatContent } from "../../../rows/move-marker.js";
import { inCompany, indexedEmployees } from "../../../test/indexed-rows.js";
import { IndexRowWriter } from "./index-row-writer.js";

const any = { ifMatch: "*" } as const;

async function open() {
  const employees = await indexedEmployees();
  await employees.insert("a");
  const { schema, service, company } = employees;
  const { signal } = new AbortController();
  return {
    ...employees,
    writer: new IndexRowWriter(service, { current: schema, former: [], others: [] }, signal),
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

describe("the index rows of an entity that is written", () => {
  it("are inserted, replaced if they differ, and left as they are if they do not", async () => {
    const { writer, employee, company } = await open();
    const row = await employee("a");
    const [byEmail, byName] = [inCompany("email!a@x.org"), inCompany("name!a!a")];
    const before = await company.getOrThrow(byEmail);
    const different = await company.getOrThrow(byName);
    await company.merge(byName, { badge: edm.string("odd") }, any);
    await writer.write(row, [row]);
    expect((await company.getOrThrow(byEmail)).$etag).toBe(before.$etag);
    expect(formatContent(await company.getOrThrow(byName))).toBe(formatContent(different));
    await writer.write(withValues(row, { email: "z@x.org", name: "z" }), [row]);
    expect(await company.get(inCompany("email!z@x.org"))).toBeDefined();
    expect(await company.get(inCompany("name!z!a"))).toBeDefined();
  });

  it("are not written if another entity has the same value in a unique index", async () => {
    const { writer, employee, company, insert } = await open();
    await insert("b");
    const row = withValues(await employee("b"), { email: "a@x.org", name: "z" });
    expect(await writer.write(row, [row])).toBeUndefined();
    expect(await company.get(inCompany("name!z!b"))).toBeUndefined();
    expect(await writer.write(row, [row, inCompany("employee!a")])).toHaveLength(2);
  });

  it("take the place of those of an entity that does not exist any more", async () => {
    const { writer, employee, company, insert } = await open();
    await insert("b");
    const row = withValues(await employee("b"), { email: "a@x.org" });
    await company.delete(inCompany("employee!a"), any);
    expect(await writer.write(row, [row])).toHaveLength(2);
    expect((await company.getOrThrow(inCompany("email!a@x.org"))).properties["employeeId"]).toEqual(edm.string("b"));
  });

  it("get new ETags, whoever has written them meanwhile, unless they have changed", async () => {
    const { writer, employee, company } = await open();
    const row = await employee("a");
    const ids = [inCompany("email!a@x.org"), inCompany("name!a!a")] as const;
    const etags = () => Promise.all(ids.map(async (id) => (await company.get(id))?.$etag));
    const written = (await writer.write(row, [row])) ?? [];
    const first = await etags();
    await writer.renewETags(written);
    const second = await etags();
    await writer.renewETags(written);
    const third = await etags();
    for (const at of [0, 1]) expect(new Set([first[at], second[at], third[at]]).size).toBe(3);
    await company.delete(ids[0], any);
    await company.merge(ids[1], { score: edm.double(5) }, any);
    const changed = await company.getOrThrow(ids[1]);
    await writer.renewETags(written);
    expect(await company.get(ids[0])).toBeDefined();
    expect((await company.getOrThrow(ids[1])).$etag).toBe(changed.$etag);
  });
});

describe("index rows that an entity had", () => {
  it("have their positions in the partition of the entity", async () => {
    const { writer, employee } = await open();
    const table = "Company";
    expect(writer.placesOf(await employee("a"))).toEqual([
      { index: "byEmail", table, ...inCompany("email!a@x.org") },
      { index: "byName", table, ...inCompany("name!a!a") },
    ]);
  });

  it("are deleted once no entity makes them", async () => {
    const { writer, employee, company } = await open();
    const places = writer.placesOf(await employee("a"));
    const rows = async () => (await company.query("company!C").toArray()).map(({ rowKey }) => rowKey);
    await writer.deleteUnused([...places, ...places]);
    expect(await rows()).toEqual(["email!a@x.org", "employee!a", "name!a!a"]);
    await company.merge(inCompany("employee!a"), { name: edm.string("z") }, any);
    await writer.deleteUnused(places);
    expect(await rows()).toEqual(["email!a@x.org", "employee!a"]);
    await company.delete(inCompany("employee!a"), any);
    await company.insert({ ...inCompany("name!a!a"), properties: { kind: edm.string("other") } });
    await writer.deleteUnused(places);
    expect(await rows()).toEqual(["name!a!a"]);
  });
});
