import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { analyze } from "@tablewright/sql";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { exportDataset } from "../../../cli/src/commands/export/dataset/export-dataset.js";
import { buildSelection } from "../../../cli/src/commands/export/export-flags.js";
import { Interruption } from "../../../cli/src/terminal/interruption.js";
import { silentTerminal } from "../../../cli/src/terminal/silent-terminal.js";
import { compileEntities } from "../key-shapes/compile-entities.js";
import { readers } from "./read-parquet.js";

/** Names that columns of a dataset, or engines that read its folders, give a meaning. */
const names = [
  "entity",
  "table",
  "_entity",
  "_table",
  "_rest",
  "_deleted",
  "Timestamp_100ns",
  "_PartitionKey",
  "partitionkey",
  "Log",
  "part",
];

it("properties with the names of columns and folders are read from a dataset as they are stored", async () => {
  const properties = names.map((name) => `${name}: edm.string()`).join(", ");
  const text = `export const Log = entity({ table: "Audit", properties: { id: edm.string({ maxLength: 9 }), ${properties} },
    partitionKey: () => ["log"], rowKey: (k) => [k.id] });`;
  const { classes, codes } = compileEntities([text]);
  const [entity] = classes ?? [];
  if (entity === undefined) throw new Error(codes.join());
  const tables = createTableService();
  await using service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.createTables([entity as EntityClass<EntityTypes>]);
  const values = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  await service.entities(entity as EntityClass<EntityTypes>).insert({ id: "1", ...values } as never);
  const root = mkdtempSync(join(tmpdir(), "tablewright-system-names-"));
  try {
    using interruption = new Interruption();
    const selection = buildSelection({ parallel: 4 }, "storage", undefined);
    const options = { parallel: 4, isOrdered: true, signal: interruption.signal, selection };
    const run = { service, options, terminal: silentTerminal, interruption, isCsv: false, json: true };
    const dataset = { run: 0, schemas: [entity.$schema as never], compares: false, maxRows: 2000 };
    await exportDataset(run, "Audit", join(root, "lake"), "lake", dataset);
    const folder = join(root, "lake/Log");
    const [file = ""] = readdirSync(folder);
    for (const read of Object.values(readers)) {
      const [row] = await read(join(folder, file), service);
      expect(row).toMatchObject({ id: "1", ...values, RowKey: "1" });
    }
    // DuckDB takes the names of folders for columns, unless they have no `=`.
    const sql = `SELECT ${names.map((name) => `"${name}"`).join(", ")} FROM '${folder}/*.parquet'`;
    expect(await analyze(service, {}).sql(sql).toArray()).toEqual([values]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
