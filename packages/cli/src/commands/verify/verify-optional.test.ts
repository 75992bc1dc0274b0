import { edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { inCompany, indexedEmployees } from "../../test/indexed-rows.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { verifyJson } from "../../test/verified-rows.js";

const byBadge = '    byBadge: { rowKey: (k) => ["badge", k.badge.upper], unique: true },';
const byEmail =
  '    byEmail: { table: "CompanyIndex", partitionKey: (k) => ["email", k.email.lower], rowKey: () => ["employee"], unique: "global" },';
const badge = "0f8fad5b-d9cb-469f-a165-70867728950e";
const any = { ifMatch: "*" } as const;

/** Creates two employees, of whom one has a badge. */
async function open() {
  const employees = await indexedEmployees("", `${byBadge}\n${byEmail}`);
  await employees.insert("a", { badge });
  await employees.insert("b");
  return employees;
}

describe("indexes of optional and of reserved values", () => {
  it("agree with entities that lack a value", async () => {
    const { root } = await open();
    expect(await verifyJson(root)).toMatchObject({ rows: 5, findings: [] });
  });

  it("are verified, and mended by reindex", async () => {
    const { root, company, service, age } = await open();
    const { badge: _, ...properties } = (await company.getOrThrow(inCompany("employee!a"))).properties;
    await company.replace({ ...inCompany("employee!a"), properties }, any);
    await company.merge(inCompany("employee!b"), { email: edm.string("c@x.org") }, any);
    age();
    const codes = async () => (await verifyJson(root)).findings.map(({ code }: { code: string }) => code).sort();
    expect(await codes()).toEqual(["index.entry-missing", "index.entry-stale", "index.entry-stale"]);
    expect((await runHere(root, "reindex", "Employee")).code).toBe(0);
    expect(await codes()).toEqual([]);
    const reserved = { partitionKey: "email!c@x.org", rowKey: "employee" };
    expect((await service.table("CompanyIndex").getOrThrow(reserved)).properties["employeeId"]).toEqual(
      edm.string("b"),
    );
  });

  it("name both entities of a reserved value", async () => {
    const { root, company } = await open();
    await company.merge(inCompany("employee!b"), { email: edm.string("a@x.org") }, any);
    const { findings } = await verifyJson(root);
    expect(findings).toMatchObject([
      { code: "index.not-unique", examples: [{ rowKey: "employee!b", owner: { rowKey: "employee!a" } }] },
    ]);
  });

  it("are found by pull", async () => {
    const { insert } = await indexedEmployees("", `${byBadge}\n${byEmail}`);
    for (let at = 0; at < 20; at++) {
      const companyId = at % 2 === 0 ? "Acme" : "Beta";
      const values = { companyId, email: `E${at}@X.org`, name: `n ${at % 7}`, department: `D${at % 3}` };
      await insert(`e${at}`, { ...values, ...(at % 2 === 0 && { badge: badge.replace("0f8f", `${at + 10}8f`) }) });
    }
    const { root, read } = temporaryProject();
    await runHere(root, "pull", "Company", "CompanyIndex");
    const text = read("tables/company.table.ts");
    expect(text).toContain("    badge: edm.guid().optional(), // in 10 of 20 rows\n");
    expect(text).toContain(byBadge);
    expect(text).toContain(byEmail);
  });
});
