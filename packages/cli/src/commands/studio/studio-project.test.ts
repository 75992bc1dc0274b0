import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import type { StudioProject, TableFinding, VerifiedTable, VerifyProgress } from "@tablewright/studio";
import { expect, it } from "vitest";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { processTerminal } from "../../terminal/terminal.js";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { seedShop, shopDefinitions } from "../../test/small-shop.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { createStudioProject } from "./studio-project.js";

const server = commandServer();

/** Reads a project with the definitions of the shop, as the command does. */
async function readProject(): Promise<StudioProject> {
  const { root } = temporaryProject({ "tables/shop.table.ts": shopDefinitions });
  const definitions = await readDefinitions(root, undefined, processTerminal(process), "accept", false);
  if (definitions === undefined) throw new Error("The definitions have errors.");
  expect(definitions.project.root).toBe(root);
  return createStudioProject(definitions);
}

it("gives Studio the definitions, the checks of verify and the CSV of export", async () => {
  const project = await readProject();
  expect(project.schemas.map(({ name }) => name).sort()).toEqual(["Order", "Person", "PersonByEmail"]);
  const properties = { id: edm.string("1"), total: edm.string("x"), paid: edm.boolean(true) };
  const row = { partitionKey: "all", rowKey: "order!1", properties } as never;
  const { schema, findings } = project.checkRow("ORDERS", row);
  expect([schema?.name, findings.map(({ code }) => code)]).toEqual(["Order", ["decode.wrong-type"]]);
  expect(project.checkRow("People", row)).toMatchObject({
    schema: undefined,
    findings: [{ code: "entity.wrong-kind" }],
  });
  const csv = project.createCsv();
  csv.add(row);
  expect(csv.header()).toBe("PartitionKey,RowKey,Timestamp,id:Edm.String,total:Edm.String,paid:Edm.Boolean");
});

it("finds in a table what verify finds, with its rows", async () => {
  seedShop(server.service, 0, 3);
  const project = await readProject();
  await using service = TableServiceClient.fromConnectionString(server.connectionString);
  const progress: VerifyProgress[] = [];
  const report = (each: VerifyProgress) => progress.push(each);
  const found = await project.verify(service, "people", report, new AbortController().signal);
  const { out } = await runHere(project.root, "verify", "People", "--json");
  const { rows, findings } = JSON.parse(out) as VerifiedTable;
  expect([found.rows, found.others, found.notes, progress.at(-1)]).toEqual([rows, 0, [], { rows: 3, fraction: 1 }]);
  expect(found.findings).toEqual(findings.map((each) => expect.objectContaining(pick(each))));
  expect(found.findings.map(({ code, table, examples }) => [code, table, examples.length])).toEqual([
    ["index.entry-missing", "People", 3],
  ]);
});

function pick({ code, message, table, rows }: TableFinding) {
  return { code, message, table, rows };
}
