import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { importRows } from "./import-rows.js";

const lines = Array.from({ length: 8 }, (_, index) => ({
  number: index + 1,
  text: `{"$table":"Shop","PartitionKey":"p${index}","RowKey":"r","n":1}`,
}));

async function* read() {
  yield* lines;
}

describe("a continued import whose progress cannot be saved", () => {
  it.each([
    ["written", []],
    ["written by an earlier run", lines.map(({ text }) => text)],
  ])("fails with that error where the rows are %s", async (_, stored) => {
    const service = createTableService({ tables: { Shop: [] } });
    service.importRows(stored);
    const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
    onTestFinished(() => client.close());
    const options = { mode: "insert", parallel: 2, signal: new AbortController().signal, isContinued: true } as const;
    const importing = importRows(client.table("Shop"), read(), options, () => {
      throw new Error("no space left on device");
    });
    await expect(importing).rejects.toThrow("no space left on device");
  });
});
