import { readFileSync } from "node:fs";
import * as generator from "@tablewright/generator";
import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import { draftIndexRows } from "../../../cli/src/commands/pull/draft/draft-table.js";
import { goldenFolder } from "../../../generator/src/test/golden-cases.js";
import { Account, Employee, Ticket } from "../../../runtime/src/test/company/index.js";

/** Models of the entities with indexes. Their index rows have complete keys. */
const models = generator.readModels({
  host: generator.createSourceHost({
    "tables/company.table.ts": readFileSync(`${goldenFolder}indexes/tables/company.table.ts`, "utf8"),
  }),
  files: ["tables/company.table.ts"],
}).models;

const many = Array.from({ length: 30 }, (_, index) => index);

/** Reads all rows of tables that clients have written. */
async function writtenRows(tables: readonly string[]) {
  const tableService = createTableService();
  await using service = TableServiceClient.fromConnectionString(tableService.connectionString, {
    transport: tableService,
  });
  await service.createTables([Employee, Account, Ticket]);
  for (const at of many) {
    const [companyId, email] = [`Co${at % 4}`, `Person${at}@X.org`];
    await service.entities(Employee).insert({
      ...{
        companyId,
        employeeId: `E${at}`,
        email,
        lastName: `Name ${at % 9}`,
        department: `Dept ${at % 5}`,
        score: at * 7,
      },
      ...{ hiredAt: new Date(Date.UTC(2020, 0, 1 + at)), ...(at % 2 === 0 && { phone: `+${at}` }) },
    });
    await service.entities(Account).insert({
      companyId,
      accountId: `A${at}`,
      email,
      name: `n${at}`,
      note: `note ${at}`,
      status: at % 2 === 0 ? "open" : "closed",
    });
    await service
      .entities(Ticket)
      .insert({ project: `Pr${at % 3}`, id: `T${at}`, state: `s${at % 4}`, slug: `slug ${at}` });
  }
  return await Promise.all(tables.map(async (table) => ({ table, rows: await service.table(table).scan().toArray() })));
}

/** Returns what index rows show about their index. `include` contains the rest of their properties. */
function shapeOf({ name, unique, entry }: generator.IndexSource) {
  const key = ({ parts }: generator.KeySource) =>
    parts.map((part) => (part.kind === "literal" ? part.text : [part.property.name, part.encoding, part.width]));
  const properties = entry.properties.map((property) => property.name).sort();
  return {
    name,
    unique,
    table: entry.table,
    partitionKey: key(entry.partitionKey),
    rowKey: key(entry.rowKey),
    properties,
  };
}

describe("of the rows of indexes", () => {
  it.each([
    ["Employee", ["Company", "CompanyIndex"]],
    ["Account", ["Company", "CompanyIndex"]],
    ["Ticket", ["Tickets"]],
  ] as const)("pull finds the declared indexes of %s", async (entity, tables) => {
    const [{ table, rows } = { table: "", rows: [] }, ...elsewhere] = await writtenRows(tables);
    const place = { file: "tables/a.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
    const { entities } = draftDefinitions(
      generator,
      table,
      rows,
      place,
      elsewhere.flatMap((other) => draftIndexRows(other.table, other.rows)),
    );
    const found = entities.find(({ source }) => source.name === entity)?.indexes ?? [];
    const declared = models.find(({ name }) => name === entity)?.indexes ?? [];
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(found.map(({ source }) => shapeOf(source)).sort(byName)).toEqual(declared.map(shapeOf).sort(byName));
    expect(entities.map(({ source }) => source.kind).filter((kind) => kind?.includes("."))).toEqual([]);
  });
});
