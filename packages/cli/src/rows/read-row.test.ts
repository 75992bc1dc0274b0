import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { readRow } from "./read-row.js";
import { hasSameKeys, keysText } from "./row-keys.js";

it("a row is read as it is stored, or is none where it or its table does not exist", async () => {
  const service = createTableService({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 5 }] } });
  await using client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  const { signal } = new AbortController();
  const id = { partitionKey: "p", rowKey: "r" };
  expect(await readRow(client.table("Shop"), id, signal)).toMatchObject({ ...id, properties: { n: { value: 5 } } });
  expect(await readRow(client.table("Shop"), { ...id, rowKey: "s" }, signal)).toBeUndefined();
  expect(await readRow(client.table("Other"), id, signal)).toBeUndefined();
  const ended = AbortSignal.abort();
  await expect(readRow(client.table("Shop"), id, ended)).rejects.toThrow(
    expect.objectContaining({ code: "request.aborted" }),
  );
});

it("keys are the same if both are", () => {
  const id = { partitionKey: "p", rowKey: 'r"' };
  expect(hasSameKeys(id, { ...id })).toBe(true);
  expect(hasSameKeys(id, { ...id, partitionKey: "q" })).toBe(false);
  expect(hasSameKeys(id, { ...id, rowKey: "s" })).toBe(false);
  expect(keysText(id)).toBe('("p", "r\\"")');
});
