import { describe, expect, it } from "vitest";
import { adoptFiles } from "./test/adopt-files.js";
import { draftFrom, propertiesOf } from "./test/draft-from.js";

const client = 'const people = new TableClient("", "People");\n';

describe("calls with the same table, literals of keys and kind are of one entity:", () => {
  it("an insert with a key that a function makes, and an upsert with any", () => {
    const { text, report } = draftFrom(`${client}
      declare function makeId(): string;
      export const add = (name: string) => people.createEntity({ partitionKey: "DOCTOR", rowKey: makeId(), name });
      export const save = (id: string, name: string, room?: string) => people.upsertEntity({ partitionKey: "DOCTOR", rowKey: id, name, room });`);
    expect(report.tables[0]?.entities.map(({ name }) => name)).toEqual(["People"]);
    expect(propertiesOf(text)).toEqual([
      "name: edm.string()",
      "room: edm.string().optional()",
      "id: edm.string({ keyOnly: true })",
    ]);
  });

  it("an insert and an upsert of a row that a function composes with computed names", () => {
    const { report } = draftFrom(`${client}
      function toRow<T extends object>(partitionKey: string, rowKey: string, value: T): TableEntity {
        const row: Record<string, unknown> = { partitionKey, rowKey };
        for (const [name, one] of Object.entries(value)) row[name] = one ?? "";
        return row as TableEntity;
      }
      const rowOf = (person: { id: string }) => toRow("people", \`id-\${person.id}\`, person);
      export const add = (id: string) => people.createEntity(rowOf({ id }));
      export const save = (person: { id: string }) => people.upsertEntity(rowOf(person), "Replace");
      export const load = (id: string) => people.getEntity("people", \`id-\${id}\`);`);
    expect(report.tables[0]?.entities).toMatchObject([{ name: "People", rowKey: "id-{id}" }]);
  });

  it("but not with another kind and other properties", () => {
    const { text, report } = draftFrom(`${client}
      export const a = (id: string) => people.createEntity({ partitionKey: id, rowKey: "x", kind: "nurse", ward: "w" });
      export const b = (id: string) => people.createEntity({ partitionKey: id, rowKey: "x", kind: "guest", until: new Date() });`);
    expect(report.tables[0]?.entities.map(({ name }) => name)).toEqual(["Nurse", "Guest"]);
    expect(text.match(/kind: "\w+"/g)).toEqual(['kind: "nurse"', 'kind: "guest"']);
  });
});

it("two classes of one name have the tables of their clients, which a cache gives", () => {
  const store = (table: string, members: string) => `
    import type { TableClient } from "@azure/data-tables";
    import { clientOf } from "./clients.js";
    export class Store {
      private readonly client: TableClient;
      constructor(connection: string) { this.client = clientOf(connection, "${table}"); }
      add(id: string) { return this.client.createEntity({ ${members} }); }
    }`;
  const report = adoptFiles({
    "clients.ts": `
      import { TableClient } from "@azure/data-tables";
      const clients: Record<string, TableClient> = {};
      export function clientOf(connection: string, table: string) {
        if (!clients[table]) clients[table] = TableClient.fromConnectionString(connection, table);
        return clients[table]!;
      }`,
    "one.ts": store("cycles", 'partitionKey: "a", rowKey: id'),
    "two.ts": store("pages", 'partitionKey: id, rowKey: "x"'),
  });
  expect(report.tables.map(({ name, isNameKnown }) => [name, isNameKnown])).toEqual([
    ["cycles", true],
    ["pages", true],
  ]);
});

it("clients in a map have the table with which the program creates them", () => {
  const { report } = draftFrom(`
    const clients = new Map<string, TableClient>();
    function clientOf(table: string) {
      if (!clients.has(table)) clients.set(table, new TableClient("", table));
      return clients.get(table)!;
    }
    export const add = (id: string) => clientOf("Visits").createEntity({ partitionKey: "p", rowKey: id });`);
  expect(report.tables.map(({ name }) => name)).toEqual(["Visits"]);
});

it("a name in an object of constants is that of the table", () => {
  const { report } = draftFrom(`const tables: Record<string, string> = { visits: "Visits" };
    new TableClient("", tables["visits"] ?? "").createEntity({ partitionKey: "p", rowKey: "r" });`);
  expect(report.tables.map(({ name }) => name)).toEqual(["Visits"]);
});

describe("an entity is named after", () => {
  it("the type of its rows", () => {
    const { report } = draftFrom(`interface DoctorEntity extends TableEntity { name: string }
      ${client}
      export const add = (doctor: DoctorEntity) => people.createEntity(doctor);
      const nurse = (id: string): NurseRow => ({ partitionKey: "n", rowKey: id, ward: "w" });
      interface NurseRow { partitionKey: string; rowKey: string; ward: string }
      export const join = (id: string) => people.upsertEntity(nurse(id));`);
    expect(report.tables[0]?.entities.map(({ name }) => name)).toContain("Nurse");
  });

  it("its table and the literal of its key, if that is too short for a name", () => {
    const { report } = draftFrom(`${client}
      export const a = (id: string) => people.createEntity({ partitionKey: id, rowKey: \`T|\${id}\` });
      export const b = (id: string) => people.createEntity({ partitionKey: id, rowKey: \`I|\${id}\` });`);
    expect(report.tables[0]?.entities.map(({ name }) => name)).toEqual(["People", "PeopleI"]);
  });
});

describe("tests are left out", () => {
  const source = 'import { TableClient } from "@azure/data-tables";\nconst client = new TableClient("", "Visits");\n';
  const files = {
    "src/visits.ts": `${source}export const add = (id: string) => client.createEntity({ partitionKey: "p", rowKey: id });`,
    "src/visits.test.ts": `${source}client.createEntity({ partitionKey: "test", rowKey: "1", isTest: true });`,
    "src/__tests__/more.ts": `${source}client.createEntity({ partitionKey: "more", rowKey: "1" });`,
    "src/contest/latest.ts": "export {};",
  };

  it("and listed", () => {
    const { tables, leftOut } = adoptFiles(files);
    expect(tables.flatMap(({ entities }) => entities.map(({ partitionKey }) => partitionKey))).toEqual(["p"]);
    expect(leftOut).toEqual(["src/__tests__/more.ts", "src/visits.test.ts"]);
  });

  it("unless they are wanted", () => {
    const { tables, leftOut } = adoptFiles(files, undefined, true);
    expect(tables.flatMap(({ entities }) => entities)).toHaveLength(3);
    expect(leftOut).toEqual([]);
  });
});
