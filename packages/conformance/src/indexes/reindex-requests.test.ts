import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { Account } from "../../../runtime/src/test/company/index.js";
import { agreement } from "./agreement.js";

const companyId = "C1";
const partitionKey = `company!${companyId}`;
const count = 60;

/** Fills a table with accounts that have no index rows, as if their definition had no indexes yet. */
async function open() {
  const server = createTableService();
  const service = TableServiceClient.fromConnectionString(server.connectionString, { transport: server });
  await service.createTables([Account]);
  const ids = Array.from({ length: count }, (_, index) => `a${index}`);
  await service
    .entities(Account)
    .bulk(ids.map((id) => ({ insert: { companyId, accountId: id, email: `${id}@x.org`, name: id } })));
  const isIndexRow = ({ kind }: { readonly kind?: unknown }) => kind !== "account";
  const rows = (server.dump()["Company"] ?? []).filter((row) => isIndexRow(row as object));
  for (const { RowKey } of rows)
    await service.table("Company").delete({ partitionKey, rowKey: RowKey }, { ifMatch: "*" });
  const requestsOf = async () => {
    const before = server.requests.length;
    const done = await reindex(service, Account);
    const sent = server.requests.slice(before).map(({ operation }) => operation);
    return { done, sent: (name: string) => sent.filter((operation) => operation === name).length };
  };
  return { service, requestsOf };
}

it("sends about one request for each entity that has no index rows, and reads no row that it has just written", async () => {
  const { service, requestsOf } = await open();
  const { done, sent } = await requestsOf();
  expect(done).toMatchObject({ entities: count, entries: 2 * count, written: 2 * count, deleted: 0, taken: 0 });
  // The rows of the first 16 entities, which are indexed concurrently, are read. Their transactions may fail, because each changes its entity.
  expect(sent("transaction")).toBeLessThan(2 * count);
  expect(sent("get")).toBeLessThan(2 * count);
  expect(await agreement(service, Account, { companyId })).toEqual({ entities: count, entries: 2 * count, wrong: [] });
});

it("reads each index row once if all are right", async () => {
  const { requestsOf } = await open();
  await requestsOf();
  const { done, sent } = await requestsOf();
  expect(done).toMatchObject({ entities: count, entries: 2 * count, written: 0, deleted: 0 });
  // The first read is that of the notice which a later definition would have left.
  expect([sent("get"), sent("transaction")]).toEqual([1 + 2 * count, 0]);
});

it("writes the rows that are missing among others, and deletes those of no entity", async () => {
  const { service, requestsOf } = await open();
  await requestsOf();
  const table = service.table("Company");
  const changed = Array.from({ length: count }, (_, index) => index).filter((index) => index % 7 < 3);
  for (const index of changed) {
    if (index % 7 === 0) await table.delete({ partitionKey, rowKey: `accountEmail!a${index}@x.org` }, { ifMatch: "*" });
    else if (index % 7 === 1) await table.delete({ partitionKey, rowKey: `account!a${index}` }, { ifMatch: "*" });
    else
      await table.merge(
        { partitionKey, rowKey: `account!a${index}` },
        { email: edm.string(`b${index}@x.org`) },
        { ifMatch: "*" },
      );
  }
  const { done } = await requestsOf();
  const each = (rest: number) => changed.filter((index) => index % 7 === rest).length;
  expect(done).toMatchObject({ written: each(0) + each(2), deleted: 2 * each(1) + each(2) });
  expect((await agreement(service, Account, { companyId })).wrong).toEqual([]);
  expect((await requestsOf()).done).toMatchObject({ written: 0, deleted: 0 });
});
