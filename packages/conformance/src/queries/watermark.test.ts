import { TableServiceClient } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";

// Azurite compares no more than milliseconds.
it("a date that was read finds what came later, and not the row that has it; a Date finds that again", async () => {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  await service.tables.create("Marks");
  const marks = service.table("Marks");
  const newest = ExactDate.fromIso("2026-01-02T03:04:05.1234567Z");
  const later = ExactDate.fromTicks(newest.ticks + 1n);
  await marks.insert({ partitionKey: "p", rowKey: "a", properties: { at: edm.dateTime(newest) } });
  await marks.insert({ partitionKey: "p", rowKey: "b", properties: { at: edm.dateTime(later) } });
  const after = async (at: Date) => {
    const rows = await marks
      .query("p")
      .where({ at: { gt: edm.dateTime(at) } })
      .toArray();
    return rows.map(({ rowKey }) => rowKey);
  };
  const row = await marks.getOrThrow({ partitionKey: "p", rowKey: "a" });
  const read = row.properties["at"]?.value as Date;
  expect(await after(read)).toEqual(["b"]);
  expect(await after(ExactDate.fromIso(JSON.parse(JSON.stringify(read))))).toEqual(["b"]);
  expect(await after(new Date(read))).toEqual(["a", "b"]);
});
