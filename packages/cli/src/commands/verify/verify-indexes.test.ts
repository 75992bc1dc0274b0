import { setTimeout } from "node:timers/promises";
import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { type IndexedEmployees, inCompany, indexedEmployees } from "../../test/indexed-rows.js";
import { runHere } from "../../test/run-here.js";
import { verifyJson } from "../../test/verified-rows.js";

const any = { ifMatch: "*" } as const;
const office = { partitionKey: "office!D", rowKey: "a!C!a" };
const department = { partitionKey: "dept!D", rowKey: "a!C!a" };

type Defect = readonly [
  name: string,
  plant: (employees: IndexedEmployees) => Promise<unknown>,
  /** Findings as `code RowKey: message`, without the advice. */
  ...findings: string[],
];

const elsewhere = "belongs to no Employee, which a deletion or a crash can cause and queries ignore";

/** Cases in which entity `a` has other values than `b` in all indexes. */
const defects: readonly Defect[] = [
  [
    "a missing entry of a unique index",
    ({ company }) => company.delete(inCompany("email!a@x.org"), any),
    "index.entry-missing employee!a: Employee.byEmail has no index row for this entity",
  ],
  [
    "a missing entry",
    ({ company }) => company.delete(inCompany("name!a!a"), any),
    "index.entry-missing employee!a: Employee.byName has no index row for this entity",
  ],
  [
    "a missing entry in another partition",
    ({ company }) => company.delete(office, any),
    "index.entry-missing employee!a: Employee.byOffice has no index row for this entity",
  ],
  [
    "a missing entry in another table",
    ({ service }) => service.table("CompanyIndex").delete(department, any),
    "index.entry-missing employee!a: Employee.byDepartment has no index row for this entity",
  ],
  [
    "an included value that differs",
    ({ company }) => company.merge(inCompany("name!a!a"), { score: edm.double(6) }, any),
    "index.entry-differs name!a!a: The values of the index row in Employee.byName differ from those of its Employee",
  ],
  [
    "an included value that is missing",
    async ({ company }) => {
      const { score: _, ...properties } = (await company.getOrThrow(inCompany("name!a!a"))).properties;
      await company.replace({ ...inCompany("name!a!a"), properties }, any);
    },
    "index.entry-differs name!a!a: The values of the index row in Employee.byName differ from those of its Employee",
  ],
  [
    "an included value of another Edm type",
    ({ company }) => company.merge(inCompany("name!a!a"), { score: edm.int32(5) }, any),
    "decode.wrong-type name!a!a: EmployeeByName.score is stored as Edm.Int32, not as Edm.Double",
    "index.entry-differs name!a!a: The values of the index row in Employee.byName differ from those of its Employee",
  ],
  [
    "a row of another kind in the place of an entry",
    ({ company }) => company.replace({ ...inCompany("name!a!a"), properties: { kind: edm.string("other") } }, any),
    'entity.wrong-kind name!a!a: The kind is "other", which no definition has',
    "index.entry-differs name!a!a: The values of the index row in Employee.byName differ from those of its Employee",
  ],
  [
    "the entries of an entity that was deleted past them",
    ({ company }) => company.delete(inCompany("employee!a"), any),
    "index.entry-stale email!a@x.org: The index row in Employee.byEmail belongs to no Employee",
    "index.entry-stale name!a!a: The index row in Employee.byName belongs to no Employee",
    `index.entry-stale a!C!a: The index row in Employee.byOffice ${elsewhere}`,
    `index.entry-stale a!C!a: The index row in Employee.byDepartment ${elsewhere}`,
  ],
  [
    "the entries of values that an entity had before",
    ({ company }) => company.merge(inCompany("employee!a"), { name: edm.string("z") }, any),
    "index.entry-missing employee!a: Employee.byName has no index row for this entity",
    "index.entry-missing employee!a: Employee.byOffice has no index row for this entity",
    "index.entry-missing employee!a: Employee.byDepartment has no index row for this entity",
    "index.entry-stale name!a!a: The index row in Employee.byName belongs to no Employee",
    `index.entry-stale a!C!a: The index row in Employee.byOffice ${elsewhere}`,
    `index.entry-stale a!C!a: The index row in Employee.byDepartment ${elsewhere}`,
  ],
  [
    "an entry of values that no entity has",
    async ({ company }) => {
      const { properties } = await company.getOrThrow(inCompany("email!a@x.org"));
      const email = edm.string("ghost@x.org");
      await company.insert({ ...inCompany("email!ghost@x.org"), properties: { ...properties, email } });
    },
    "index.entry-stale email!ghost@x.org: The index row in Employee.byEmail belongs to no Employee",
  ],
  [
    "an entry under keys that the index has no more",
    async ({ company }) => {
      const { properties } = await company.getOrThrow(inCompany("name!a!a"));
      await company.insert({ ...inCompany("oldName!a"), properties });
    },
    "index.entry-stale oldName!a: The index row in Employee.byName belongs to no Employee",
  ],
  [
    "the entry of a unique index that stands for another entity without its values",
    ({ company }) => company.merge(inCompany("email!a@x.org"), { employeeId: edm.string("b") }, any),
    "index.entry-differs email!a@x.org: The values of the index row in Employee.byEmail differ from those of its Employee",
  ],
  [
    "an entry that stands for another entity",
    ({ company }) => company.merge(office, { employeeId: edm.string("b") }, any),
    "decode.key-mismatch a!C!a: EmployeeByOffice.employeeId gives a key other than the stored one",
    "index.entry-differs a!C!a: The values of the index row in Employee.byOffice differ from those of its Employee",
  ],
  [
    "two entities that share a unique value",
    async ({ company }) => {
      await company.merge(inCompany("employee!b"), { email: edm.string("A@x.org") }, any);
      await company.delete(inCompany("email!b@x.org"), any);
    },
    "index.not-unique employee!b: Employee.byEmail is unique, and another Employee has the same values",
  ],
  [
    "an entity that the rows of its indexes cannot hold",
    async ({ company }) => {
      const { properties } = await company.getOrThrow(inCompany("employee!a"));
      const changed = { ...properties, employeeId: edm.string("c"), name: edm.string("/".repeat(400)) };
      await company.insert({ ...inCompany("employee!c"), properties: changed });
    },
    "key.too-long employee!c: The index rows of Employee would be invalid: A key is longer than the service or `maxKeyUnits` allows",
  ],
];

describe("verify of indexes", () => {
  const cases = defects.map(([name, plant, ...expected]) => [name, plant, expected] as const);
  it.each(cases)("finds %s", async (_, plant, expected) => {
    const employees = await withTwo();
    await plant(employees);
    employees.age();
    expect(await findingsOf(employees)).toEqual(expected.sort());
  });

  it("lists stale index rows in the order of their keys", async () => {
    const { root, company, age } = await withTwo();
    const { properties } = await company.getOrThrow(inCompany("name!a!a"));
    for (const key of ["oldName!c", "oldName!a", "oldName!b"]) await company.insert({ ...inCompany(key), properties });
    age();
    const { findings } = await verifyJson(root);
    const stale = findings.filter(({ code }) => code === "index.entry-stale");
    expect(stale).toMatchObject([{ examples: ["oldName!a", "oldName!b", "oldName!c"].map(inCompany) }]);
  });

  it("names both entities that share a unique value, of at most three such pairs", async () => {
    const employees = await withTwo();
    const others = ["b", "c", "d", "e"];
    for (const id of others.slice(1)) await employees.insert(id);
    for (const id of others) {
      await employees.company.merge(inCompany(`employee!${id}`), { email: edm.string("a@x.org") }, any);
      await employees.company.delete(inCompany(`email!${id}@x.org`), any);
    }
    const { findings } = await verifyJson(employees.root);
    const pair = {
      partitionKey: "company!C",
      rowKey: expect.stringMatching(/^employee!/),
      owner: inCompany("employee!a"),
    };
    expect(findings).toMatchObject([{ code: "index.not-unique", rows: 4, examples: [pair, pair, pair] }]);
    const { out } = await runHere(employees.root, "verify");
    const lines = out.match(/^ +\("company!C", "employee![b-e]"\) has the values of \("company!C", "employee!a"\)$/gm);
    expect(new Set(lines).size).toBe(3);
  });

  it("finds nothing where all agree, and takes no request beyond the reading of the tables", async () => {
    const employees = await withTwo();
    employees.reads();
    expect(await verifyJson(employees.root)).toEqual({
      ok: true,
      exitCode: 0,
      tables: ["Company", "CompanyIndex"],
      rows: 10,
      findings: [],
    });
    const reads = employees.reads();
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.filter((url) => url.includes("PartitionKey="))).toEqual([]);
  });

  it("counts an entity once that its indexes cannot hold, where other rows are looked up too", async () => {
    const employees = await withTwo();
    const { properties } = await employees.company.getOrThrow(inCompany("employee!a"));
    const changed = { ...properties, employeeId: edm.string("c"), name: edm.string("/".repeat(400)) };
    await employees.company.insert({ ...inCompany("employee!c"), properties: changed });
    await employees.company.delete(inCompany("name!b!b"), any);
    employees.age();
    const { findings } = await verifyJson(employees.root);
    expect(findings.map(({ code, rows }: { code: string; rows: number }) => [code, rows]).sort()).toEqual([
      ["index.entry-missing", 1],
      ["key.too-long", 1],
    ]);
  });

  it("looks for no entries of a row whose own keys or values are wrong", async () => {
    const employees = await withTwo();
    const { properties } = await employees.company.getOrThrow(inCompany("employee!a"));
    await employees.company.insert({ ...inCompany("employee!other"), properties });
    await employees.company.insert({ ...inCompany("employee"), properties });
    const { email: _, ...withoutEmail } = properties;
    const changed = { ...withoutEmail, employeeId: edm.string("d") };
    await employees.company.insert({ ...inCompany("employee!d"), properties: changed });
    employees.age();
    expect((await findingsOf(employees)).map((text) => text.split(":")[0])).toEqual([
      "decode.key-mismatch employee!other",
      "decode.missing employee!d",
      "key.malformed employee",
    ]);
  });

  it("finds no entries of writes that may be under way, and those of old ones", async () => {
    const employees = await withTwo();
    await employees.company.delete(inCompany("employee!a"), any);
    const young = await findingsOf(employees);
    expect(young.map((text) => text.split(" ")[1])).toEqual(["email!a@x.org:", "name!a!a:"]);
    employees.age();
    expect(await findingsOf(employees)).toHaveLength(4);
  });

  it("counts an entry under keys that the index has no more, and says that it is stale once it is old", async () => {
    const employees = await withTwo();
    const { properties } = await employees.company.getOrThrow(office);
    await employees.company.insert({ partitionKey: "oldOffice!D", rowKey: "a", properties });
    const form = "(office!{department}, {name}!{companyId}!{employeeId})";
    const ofSample = [`key.malformed a: The keys do not have the shape ${form} of EmployeeByOffice`];
    expect(await findingsOf(employees)).toEqual([]);
    expect(await findingsOf(employees, "Company")).toEqual([]);
    expect(await findingsOf(employees, "--sample", "100")).toEqual(ofSample);
    const { out } = await runHere(employees.root, "verify", "--json");
    const until = expect.stringMatching(/^\d{4}-\S+Z$/);
    expect(JSON.parse(out)).toMatchObject({ indexRowsLeft: [{ entity: "Employee", rows: 1, until }] });
    expect((await runHere(employees.root, "verify")).log).toMatch(
      /^⚠ Index rows of no entity: 1 row\. No read shows them\. `npx tablewright reindex Employee` deletes them after \S+Z\n✔ /,
    );
    employees.age();
    expect(await findingsOf(employees)).toEqual([
      `index.entry-stale a: The index row in Employee.byOffice ${elsewhere}`,
    ]);
  });

  it("tells entries from entities by their keys where no kind is stored", async () => {
    const employees = await withTwo("kindProperty: false,");
    expect(await findingsOf(employees)).toEqual([]);
    await employees.company.delete(inCompany("name!a!a"), any);
    await employees.company.delete(inCompany("employee!b"), any);
    employees.age();
    expect(await findingsOf(employees)).toEqual([
      "index.entry-missing employee!a: Employee.byName has no index row for this entity",
      `index.entry-stale b!C!b: The index row in Employee.byDepartment ${elsewhere}`,
      `index.entry-stale b!C!b: The index row in Employee.byOffice ${elsewhere}`,
      "index.entry-stale email!b@x.org: The index row in Employee.byEmail belongs to no Employee",
      "index.entry-stale name!b!b: The index row in Employee.byName belongs to no Employee",
    ]);
  });

  it("finds nothing after reindex has mended what it says it mends", async () => {
    const employees = await withTwo();
    for (const [name, plant] of defects.slice(0, 4)) await plant(employees).catch(() => expect.fail(name));
    await employees.company.delete(inCompany("employee!b"), any);
    employees.age();
    const { out } = await runHere(employees.root, "verify");
    const advice = new Set(out.match(/(?<=tablewright )reindex Employee by\w+/g));
    expect(advice.size).toBe(4);
    for (const command of advice) expect((await runHere(employees.root, ...command.split(" "))).code).toBe(0);
    expect(await findingsOf(employees)).toEqual([]);
  });

  it("finds nothing while writers change entities, and what is wrong all the same", async () => {
    const employees = await indexedEmployees();
    const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);
    for (const id of ids) await employees.insert(id);
    const stop = startWriters(employees, ids);
    try {
      expect(await findingsOf(employees)).toEqual([]);
      expect(await findingsOf(employees, "--sample", "100")).toEqual([]);
      await employees.insert("fixed");
      await employees.company.delete(inCompany("email!fixed@x.org"), any);
      expect(await findingsOf(employees)).toEqual([
        "index.entry-missing employee!fixed: Employee.byEmail has no index row for this entity",
      ]);
    } finally {
      expect(await stop()).toBeGreaterThan(20);
    }
  });

  it("looks up entries and entities in tables that were not named", async () => {
    const employees = await withTwo();
    await employees.service.table("CompanyIndex").delete(department, any);
    await employees.company.delete(inCompany("employee!b"), any);
    employees.age();
    expect(await findingsOf(employees, "CompanyIndex")).toEqual([
      `index.entry-stale b!C!b: The index row in Employee.byDepartment ${elsewhere}`,
    ]);
    expect((await findingsOf(employees, "Company")).filter((text) => text.includes("byDepartment"))).toEqual([
      "index.entry-missing employee!a: Employee.byDepartment has no index row for this entity",
    ]);
  });

  it("checks only the entries of the entities in a sample, and says so", async () => {
    const employees = await withTwo();
    await employees.company.delete(inCompany("name!a!a"), any);
    await employees.company.delete(inCompany("employee!b"), any);
    employees.age();
    expect(await findingsOf(employees, "--sample", "100")).toEqual([
      "index.entry-missing employee!a: Employee.byName has no index row for this entity",
    ]);
    const { log } = await runHere(employees.root, "verify", "--sample", "100");
    expect(log).toContain("Only the index rows of these entities were checked. Omit --sample to check all index rows.");
    expect(await verifyJson(employees.root, "--sample", "100")).toMatchObject({ indexes: "sampled" });
  });
});

async function withTwo(options?: string): Promise<IndexedEmployees> {
  const employees = await indexedEmployees(options);
  const badge = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const id of ["a", "b"]) await employees.insert(id, { badge, score: 5 });
  return employees;
}

/**
 * Starts several programs that rename, delete and insert employees.
 * @returns a function that stops them and resolves to the number of their writes
 */
function startWriters({ service, schema, insert }: IndexedEmployees, ids: readonly string[]): () => Promise<number> {
  let isRunning = true;
  let written = 0;
  const employees = service.entities({ $schema: schema });
  const writer = async (own: readonly string[]) => {
    for (let turn = 0; isRunning; turn++) {
      const employeeId = own[turn % own.length] as string;
      const key = { companyId: "C", employeeId };
      if (turn % 5 === 4) {
        await employees.delete(key, { ifMatch: "*" });
        await insert(employeeId);
      } else {
        const values = { name: `n${turn}`, department: `D${turn % 3}`, email: `${employeeId}-${turn}@x.org` };
        await employees.merge(key, values, { ifMatch: "*" });
      }
      written++;
      await setTimeout(5);
    }
  };
  const ended = Promise.all([0, 1, 2, 3].map((at) => writer(ids.filter((_, index) => index % 4 === at))));
  return async () => {
    isRunning = false;
    await ended;
    return written;
  };
}

/** Returns findings as `code RowKey: message`, without the advice. */
async function findingsOf({ root }: IndexedEmployees, ...args: string[]): Promise<string[]> {
  const { findings, exitCode } = await verifyJson(root, ...args);
  expect(exitCode).toBe(findings.length === 0 ? 0 : 3);
  return findings
    .flatMap(({ code, message, examples }) =>
      examples.map(({ rowKey }) => `${code} ${rowKey}: ${message.replace(/;.*/, "")}`),
    )
    .sort();
}
