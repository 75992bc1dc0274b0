import { type EntityId, type TableClient, TableServiceClient } from "@tablewright/runtime";
import { createTableService, serveTableService, type TableService } from "@tablewright/testing";
import { onTestFinished, vi } from "vitest";
import { type AnySchema, loadSchemas } from "../definitions/load-schema.js";
import { readDefinitions } from "../definitions/read-definitions.js";
import { processTerminal } from "../terminal/terminal.js";
import { temporaryProject } from "./temporary-project.js";

/** Definition of an entity with indexes in its own partition, in another partition of its table, and in another table. */
const definitions = `import { edm, entity } from "tablewright";

export const Employee = entity({
  table: "Company",
  kind: "employee",
  properties: {
    companyId: edm.string({ maxLength: 20 }),
    employeeId: edm.string({ maxLength: 20 }),
    email: edm.string({ maxLength: 60 }),
    name: edm.string({ maxLength: 900 }),
    department: edm.string({ maxLength: 20 }),
    badge: edm.guid().optional(),
    score: edm.double().optional(),
  },
  partitionKey: (k) => ["company", k.companyId],
  rowKey: (k) => ["employee", k.employeeId],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
    byName: { rowKey: (k) => ["name", k.name], include: ["badge", "score"] },
    byOffice: { partitionKey: (k) => ["office", k.department], rowKey: (k) => [k.name] },
    byDepartment: { table: "CompanyIndex", partitionKey: (k) => ["dept", k.department], rowKey: (k) => [k.name] },
  },
});
`;

export interface IndexedEmployees {
  readonly root: string;
  readonly service: TableServiceClient;
  /** Service that stores the client's tables. */
  readonly tables: TableService;
  readonly company: TableClient;
  readonly schema: AnySchema;
  /** Inserts an employee with its index rows. */
  insert(employeeId: string, more?: object): Promise<void>;
  /** Returns the URLs of all GET requests since the last call. */
  reads(): string[];
  /** Ages all rows, so that no write of them can still be in progress. */
  age(): void;
}

/**
 * Creates a project with indexes, and the tables of its definitions on a strict service.
 * @param options further members of the definition's options object, as one line of source
 * @param indexes source of other indexes
 */
export async function indexedEmployees(options = "", indexes?: string): Promise<IndexedEmployees> {
  let ageMs = 0;
  const server = await serveTableService({ service: createTableService({ now: () => Date.now() + ageMs }) });
  onTestFinished(() => server.close());
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { root } = temporaryProject({
    "tables/company.table.ts": definitions
      .replace('kind: "employee",', `$&${options}`)
      .replace(/(?<=indexes: \{\n).*(?=\n {2}\},)/s, (own) => indexes ?? own),
  });
  const found = await readDefinitions(root, undefined, processTerminal(process));
  const schemas = found === undefined ? [] : loadSchemas(found.files, found.generator);
  const schema = schemas.find(({ name }) => name === "Employee");
  if (schema === undefined) throw new Error("The definition of Employee has errors.");
  const service = TableServiceClient.fromConnectionString(server.connectionString);
  onTestFinished(() => service.close());
  await service.createTables([{ $schema: schema }]);
  const employees = service.entities({ $schema: schema });
  return {
    root,
    service,
    tables: server.service,
    schema,
    company: service.table("Company"),
    async insert(employeeId, more) {
      const values = { companyId: "C", employeeId, email: `${employeeId}@x.org`, name: employeeId, department: "D" };
      await employees.insert({ ...values, ...more });
    },
    reads() {
      const reads = server.service.requests.filter(({ method }) => method === "GET");
      server.service.clearRequests();
      return reads.map(({ url }) => url);
    },
    age() {
      ageMs += 21 * 60_000;
    },
  };
}

/** Returns the keys of a row in the partition of all employees. */
export function inCompany(rowKey: string): EntityId {
  return { partitionKey: "company!C", rowKey };
}
