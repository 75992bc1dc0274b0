import { TableServiceClient } from "@tablewright/runtime";
import { readAllPayloads } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";

it("a page of all rows has the hidden ones too, which no other page has", async () => {
  const service = createTableService();
  const [copy, receipt] = [`~m-c-${"0".repeat(32)}`, `~m-r-${"0".repeat(32)}`];
  const rows = ["a", copy, receipt, "~r-0123abcd-0"].map((RowKey) => ({ PartitionKey: "p", RowKey }));
  service.seed({ Items: rows });
  const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  const query = client.table("Items").query("p");
  expect((await query.toArray()).map(({ rowKey }) => rowKey)).toEqual(["a"]);
  const { rows: all, cursor } = await readAllPayloads(query);
  expect([all.map(({ RowKey }) => RowKey), cursor]).toEqual([["a", copy, receipt, "~r-0123abcd-0"], undefined]);
  const first = await readAllPayloads(query, { size: 2 });
  expect((await readAllPayloads(query, { size: 2, cursor: first.cursor })).rows).toHaveLength(2);
  await expect(readAllPayloads({} as never)).rejects.toThrow("readAllPayloads needs a query of service.table(name)");
});
