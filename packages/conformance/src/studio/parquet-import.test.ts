import type { StoredTableRow, TableRow } from "@tablewright/runtime";
import { ExactDate, edm, tableRowJson } from "@tablewright/runtime/edm";
import type { StudioProject } from "@tablewright/studio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parquetLines } from "../../../studio/page/row/parquet-lines.js";
import { describeEntities } from "../../../studio/src/model/describe-entity.js";
import { encodePayload } from "../../../studio/src/values/read-fields.js";
import type { RunningTarget } from "../targets/target.js";
import { strict } from "../targets/targets.js";
import { schemaOf, seedEvery, storedKey } from "./every-row.js";
import { everyDefinition } from "./every-value.js";
import { exportParquet } from "./export-parquet.js";
import { shopDefinitions } from "./shop.js";
import { createProject, seedShop } from "./studio-lab.js";

let running: RunningTarget;
beforeAll(async () => {
  running = await strict.start();
});
afterAll(() => running.stop());

/** Reads a file of an exported table as Studio does. Returns its rows as they would be stored. */
async function readAgain(project: StudioProject, table: string, name: string): Promise<TableRow[]> {
  const file = await exportParquet(running.service, project, table, name);
  const entities = describeEntities(project.schemas).filter((each) => each.table === table);
  const text = await parquetLines(bytesOf(file), entities);
  const rows: TableRow[] = [];
  for await (const { row, problem } of project.readLines(table, "ndjson", text)) {
    expect(problem).toBeUndefined();
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function bytesOf(file: Buffer): ArrayBuffer {
  return Uint8Array.from(file).buffer;
}

/** Returns a row in the JSON of the service, with the properties by name. */
function jsonOf({ partitionKey, rowKey, properties }: TableRow): string {
  const sorted = Object.entries(properties).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return tableRowJson("", { partitionKey, rowKey, properties: Object.fromEntries(sorted) });
}

describe("A Parquet file of export", () => {
  it("of rows without a definition has them byte for byte, though a Guid is text in the file", async () => {
    const { service } = running;
    await service.tables.create("Odd");
    const properties = {
      text: edm.string("日本 😀 \ufeff\u2028"),
      none: edm.double(Number.NaN),
      zero: edm.double(-0),
      whole: edm.int32(-7),
      big: edm.int64(2n ** 63n - 1n),
      at: edm.dateTime(ExactDate.fromIso("1969-12-31T23:59:59.9999999Z")),
      bytes: edm.binary(Uint8Array.from([0, 255])),
      yes: edm.boolean(true),
    };
    const stored = [
      { partitionKey: "", rowKey: "", properties },
      { partitionKey: "p", rowKey: "2", properties: { whole: edm.string("seven"), zero: edm.double(5) } },
      { partitionKey: "p", rowKey: "3", properties: {} },
    ];
    await service.table("Odd").bulk(stored.map((insert) => ({ insert })));
    const project = await createProject("");
    expect((await readAgain(project, "Odd", "table-Odd")).map(jsonOf)).toEqual(stored.map(jsonOf));
  });

  it("of an entity has the values of its definition, whatever their builder and their stored form", async () => {
    const { service } = running;
    const project = await createProject(everyDefinition);
    await seedEvery(service, project);
    const rows = await readAgain(project, "Everything", "Every");
    expect(rows).toHaveLength(2);
    const schema = schemaOf(project);
    const valuesOf = (row: TableRow) => {
      const stored = { ...row, $etag: "", $timestamp: new Date(0) } as unknown as StoredTableRow;
      const {
        $timestamp: _,
        $etag: __,
        ...values
      } = schema.decode(encodePayload(schema, stored), true) as unknown as Readonly<Record<string, unknown>>;
      return values;
    };
    for (const id of ["studio", "twin"]) {
      const { partitionKey, rowKey } = storedKey({ project }, id);
      const own = rows.find((row) => row.partitionKey === partitionKey && row.rowKey === rowKey);
      const stored = (await service.table("Everything").get({ partitionKey, rowKey })) as TableRow;
      expect(valuesOf(own as TableRow)).toEqual(valuesOf(stored));
      expect(project.checkRow("Everything", own as never).findings).toEqual([]);
    }
  });

  it("is told from those of other entities of the table by its columns and keys", async () => {
    const { service } = running;
    const project = await createProject(shopDefinitions);
    await seedShop(service, project);
    for (const [name, count] of [
      ["Order", 43],
      ["Customer", 2],
      ["CustomerByEmail", 2],
    ] as const) {
      const rows = await readAgain(project, "Shop", name);
      const stored = await Promise.all(rows.map((row) => service.table("Shop").get(row)));
      expect([name, rows.length, rows.map(jsonOf)]).toEqual([
        name,
        count,
        stored.map((row) => jsonOf(row as TableRow)),
      ]);
    }
  });

  it("needs the keys", async () => {
    const project = await createProject(shopDefinitions);
    const file = await exportParquet(running.service, project, "Shop", "Order");
    const keyless = Buffer.from(file.toString("latin1").replaceAll("RowKey", "RawKey"), "latin1");
    await expect(parquetLines(bytesOf(keyless), [])).rejects.toThrow("no column RowKey");
    await expect(parquetLines(new ArrayBuffer(10), [])).rejects.toThrow();
  });
});
