import * as generator from "@tablewright/generator";
import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import { sampleRows } from "../../../cli/src/commands/pull/sample/sample-rows.js";
import { Account } from "../../../generator/src/emit/golden/markers/expected/index.js";

const numbers = Array.from({ length: 12 }, (_, number) => number);

function client(): TableServiceClient {
  const tables = createTableService();
  return TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
}

/** Drafts the definition of the only entity in the table Bank. */
async function draftBank(service: TableServiceClient) {
  const options = { rows: undefined, signal: new AbortController().signal, onProgress: () => undefined };
  const rows = await sampleRows(service.table("Bank"), options);
  const place = { file: "tables/bank.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
  return draftDefinitions(generator, "Bank", rows, place).entities.map(({ source }) => source);
}

it("pull finds the marker of rows that clients have written, with 32 facts or as many as a row shows", async () => {
  await using service = client();
  await service.createTables([Account]);
  const accounts = service.entities(Account);
  for (const account of numbers) {
    const key = { bank: "B", account };
    await accounts.insert({ ...key, balance: 0.5 });
    for (let write = 0; write < 4 * account; write++)
      await accounts.modify(key, ({ balance }) => ({ set: { balance: balance + 1 } }));
  }
  const marker = { property: "_w", facts: 32, exclusive: false, deletes: undefined };
  const [source, ...others] = await draftBank(service);
  expect(others).toEqual([]);
  expect(source?.marker).toEqual(marker);
  expect(source?.properties.map(({ storedName }) => storedName)).not.toContain("_w");

  const row = await service.table("Bank").getOrThrow(Account.key({ bank: "B", account: 0 }));
  const longer = { _w: edm.binary(new Uint8Array(15 * 300).fill(1)) };
  await service.table("Bank").merge(row, longer, { ifMatch: "*" });
  expect((await draftBank(service))[0]?.marker).toEqual({ ...marker, facts: 273 });
});

it.each<[string, (number: number) => Uint8Array]>([
  ["of another length", (number) => new Uint8Array(14).fill(number, 0, 8)],
  ["that are all zeros", () => new Uint8Array(15)],
  ["that never end with zeros", (number) => new Uint8Array(30).fill(number + 1)],
])("pull declares bytes %s as a property", async (_, bytesOf) => {
  await using service = client();
  await service.createTables([Account]);
  for (const number of numbers) {
    const properties = { bank: edm.string("B"), bytes: edm.binary(bytesOf(number)) };
    await service.table("Bank").insert({ partitionKey: "B", rowKey: `row!${number}`, properties });
  }
  const [source] = await draftBank(service);
  expect(source?.marker).toBeUndefined();
  expect(source?.properties.map(({ storedName }) => storedName)).toContain("bytes");
});
