import { edm } from "@tablewright/runtime/edm";
import { expect, it } from "vitest";
import { readDefinitions } from "../../definitions/read-definitions.js";
import { processTerminal } from "../../terminal/terminal.js";
import { shopDefinitions } from "../../test/small-shop.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { createStudioProject } from "./studio-project.js";

it("gives Studio the definitions, the checks of verify and the CSV of export", async () => {
  const { root } = temporaryProject({ "tables/shop.table.ts": shopDefinitions });
  const definitions = await readDefinitions(root, undefined, processTerminal(process), "ignore", false);
  if (definitions === undefined) throw new Error("The definitions have errors.");
  const project = createStudioProject(definitions);
  expect([project.root, project.schemas.map(({ name }) => name).sort()]).toEqual([
    root,
    ["Order", "Person", "PersonByEmail"],
  ]);
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
