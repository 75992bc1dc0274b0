import { describe, expect, it } from "vitest";
import { type IndexedEmployees, indexedEmployees } from "../../test/indexed-rows.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { verifyJson } from "../../test/verified-rows.js";

async function withMany(): Promise<IndexedEmployees> {
  const employees = await indexedEmployees();
  for (let at = 0; at < 20; at++) {
    const values = {
      companyId: at % 2 === 0 ? "Acme" : "Beta",
      email: `E${at}@X.org`,
      name: `n ${at % 7}`,
      department: `D${at % 3}`,
    };
    await employees.insert(`e${at}`, { ...values, ...(at % 2 === 0 && { score: at / 2 }) });
  }
  return employees;
}

const employee = (indexes: string) => `import { edm, entity } from "tablewright";

// From 20 rows of Company.
export const Employee = entity({
  table: "Company",
  kind: "employee",
  properties: {
    companyId: edm.string({ maxLength: 32 }),
    employeeId: edm.string({ maxLength: 32 }),
    email: edm.string({ maxLength: 128 }),
    name: edm.string({ maxLength: 32 }),
    department: edm.string({ maxLength: 128 }), // only "D0", "D1", "D2"
    score: edm.double().optional(), // in 10 of 20 rows
  },
  partitionKey: (k) => ["company", k.companyId],
  rowKey: (k) => ["employee", k.employeeId],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
    byName: { rowKey: (k) => ["name", k.name, k.employeeId], include: ["score"] },
    byOffice: { partitionKey: (k) => ["office", k.department], rowKey: (k) => [k.name, k.companyId, k.employeeId] },
${indexes}  },
});
`;

const byDepartment = `    byDepartment: { table: "CompanyIndex", partitionKey: (k) => ["dept", k.department], rowKey: (k) => [k.name, k.companyId, k.employeeId] },
`;

describe("pull of tables with rows of indexes", () => {
  it("finds the indexes of an entity", async () => {
    await withMany();
    const { root, read } = temporaryProject();
    const { out, log } = await runHere(root, "pull", "Company");
    expect([out, read("tables/company.table.ts")]).toEqual(["written  tables/company.table.ts", employee("")]);
    expect(log.split("\n")).toEqual([
      "  Employee: 20 rows, PartitionKey company!{companyId}, RowKey employee!{employeeId}",
      "  Employee.byEmail: 20 rows, PartitionKey company!{companyId}, RowKey email!{email.lower}",
      "  Employee.byName: 20 rows, PartitionKey company!{companyId}, RowKey name!{name}!{employeeId}",
      "  Employee.byOffice: 20 rows, PartitionKey office!{department}, RowKey {name}!{companyId}!{employeeId}",
      "✔ 1 definition from 80 rows of Company",
    ]);
    expect(await verifyJson(root)).toMatchObject({ rows: 80, findings: [] });
  });

  it.each([
    ["Company", "CompanyIndex"],
    ["CompanyIndex", "Company"],
  ])("finds those in other tables that it is given: %s %s", async (...tables) => {
    await withMany();
    const { root, read } = temporaryProject();
    const { out, log } = await runHere(root, "pull", ...tables);
    expect([out, read("tables/company.table.ts")]).toEqual([
      "written  tables/company.table.ts",
      employee(byDepartment),
    ]);
    expect(log).toContain("✔ 20 rows of CompanyIndex: all are index rows");
    expect(await verifyJson(root)).toMatchObject({ tables: ["Company", "CompanyIndex"], rows: 100, findings: [] });
  });

  it.each([
    ["Company", "CompanyIndex"],
    ["CompanyIndex", "Company"],
  ])("finds those in other tables with init --from %s %s, too", async (...tables) => {
    await withMany();
    const { root, read } = temporaryProject({ "package.json": '{ "type": "module" }' });
    const { code, out, log } = await runHere(root, "init", "--from", ...tables);
    expect([code, read("tables/company.table.ts")]).toEqual([0, employee(byDepartment)]);
    expect(out).not.toContain("company-index");
    expect(log).toContain("✔ 20 rows of CompanyIndex: all are index rows");
    expect(log).toContain("service.entities(Employee)");
    expect(await verifyJson(root)).toMatchObject({ tables: ["Company", "CompanyIndex"], rows: 100, findings: [] });
  });

  it("keeps rows of an index as an entity where one of them has no entity", async () => {
    const { company } = await withMany();
    await company.delete({ partitionKey: "company!Acme", rowKey: "employee!e4" }, { ifMatch: "*" });
    const { root } = temporaryProject();
    const { out } = await runHere(root, "pull", "Company", "--dry-run");
    expect(out).not.toContain("indexes: {");
    expect(out).toContain(
      "// Index rows: declare byName among the indexes of employee instead. Not all of its entities were read, or the index rows differ from them.\nexport const EmployeeByName = entity({",
    );
  });

  it("keeps rows of an index as an entity where the entity's table was not read", async () => {
    await withMany();
    const { root, read } = temporaryProject();
    await runHere(root, "pull", "CompanyIndex");
    expect(read("tables/company-index.table.ts")).toContain("export const EmployeeByDepartment = entity({");
    expect(read("tables/company-index.table.ts")).toContain("// Index rows: declare byDepartment");
  });

  it("finds that definitions with the indexes lack nothing", async () => {
    const { root } = await withMany();
    const { code, log } = await runHere(root, "pull", "Company", "CompanyIndex");
    expect([code, log]).toEqual([
      0,
      "✔ 80 rows of Company: the definitions cover everything\n✔ 20 rows of CompanyIndex: the definitions cover everything",
    ]);
  });
});
