import { TableServiceClient } from "@tablewright/runtime";
import { readAllRows } from "@tablewright/runtime/reindex";
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
  const { items, cursor } = await readAllRows(query);
  expect([items.map(({ rowKey }) => rowKey), cursor]).toEqual([["a", copy, receipt, "~r-0123abcd-0"], undefined]);
  const first = await readAllRows(query, { size: 2 });
  expect((await readAllRows(query, { size: 2, cursor: first.cursor })).items).toHaveLength(2);
  await expect(readAllRows({} as never)).rejects.toThrow("readAllRows needs a query of service.table(name)");
});
