import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "./run-command.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const table = service.table("Jobs");
const id = { partitionKey: "p", rowKey: "2" };

async function run(...given: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of runCommand(service, given)) lines.push(line);
  return lines;
}

beforeEach(async () => {
  tables.reset();
  await service.tables.create("Jobs");
  const due = edm.of(new Date("2026-11-23T10:00:00Z"));
  await table.bulk(
    [1, 2, 3].map((n) => ({
      insert: { partitionKey: "p", rowKey: `${n}`, properties: { tries: edm.int32(n), owner: edm.of("O'Neil"), due } },
    })),
  );
  await table.insert({ partitionKey: "p", rowKey: "old", properties: { tries: edm.of(9n) } });
});

describe("the admin tool", () => {
  it("lists the types that each property has", async () => {
    expect(await run("columns", "Jobs")).toEqual([
      "tries: Edm.Int32, Edm.Int64",
      "owner: Edm.String",
      "due: Edm.DateTime",
    ]);
  });

  it("finds rows by values of any type", async () => {
    expect(await run("find", "Jobs", "owner=O'Neil", "tries=int32:2")).toEqual([
      expect.stringContaining('"RowKey":"2"'),
    ]);
    expect(await run("find", "Jobs", "due=date:2026-11-23T10:00:00Z")).toHaveLength(3);
    expect(await run("find", "Jobs", "owner=x' or owner ne 'x")).toEqual([]);
    expect(await run("find", "Jobs")).toHaveLength(4);
  });

  it("sets properties of the rows that it finds", async () => {
    expect(await run("set", "Jobs", "done=boolean:true", "where", "owner=O'Neil", "tries=int32:2")).toEqual([
      "changed 1",
    ]);
    expect((await table.getOrThrow(id)).properties).toMatchObject({ done: edm.of(true), tries: edm.int32(2) });
    await expect(run("set", "Jobs", "done=boolean:true")).rejects.toThrow("Add: where");
  });

  it("renames a property, and keeps the types of its values", async () => {
    expect(await run("rename", "Jobs", "tries", "attempts")).toEqual(["changed 4"]);
    expect(await run("columns", "Jobs")).toContain("attempts: Edm.Int32, Edm.Int64");
  });

  it("moves a row, unless there is one at its new place", async () => {
    expect(await run("move", "Jobs", "p", "2", "4")).toEqual(["moved 1"]);
    expect(await table.get(id)).toBeUndefined();
    await expect(run("move", "Jobs", "p", "3", "4")).rejects.toMatchObject({ code: "entity.already-exists" });
    expect(await table.get({ ...id, rowKey: "3" })).toBeDefined();
  });

  it("deletes rows, but never without a condition", async () => {
    expect(await run("delete", "Jobs", "owner=O'Neil")).toEqual(["deleted 3"]);
    await expect(run("delete", "Jobs")).rejects.toThrow("Add a condition");
    expect(await run("find", "Jobs")).toHaveLength(1);
  });

  it("names a mistake of its caller", async () => {
    await expect(run("find", "Jobs", "tries")).rejects.toThrow("Expected name=value");
    await expect(run("find", "Jobs", "tries=int32:x")).rejects.toMatchObject({ code: "value.out-of-range" });
    await expect(run("find", "Jobs", "a b=1")).rejects.toMatchObject({ code: "property.invalid-name" });
    expect((await run())[0]).toContain("columns TABLE");
  });
});
