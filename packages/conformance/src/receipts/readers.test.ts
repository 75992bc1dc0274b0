import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Account, Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import { Session } from "../tables.gen/index.js";

const receipt = (PartitionKey: string, slot = 0) => ({
  PartitionKey,
  RowKey: `~r-0f8fad5b-${slot}`,
  request: crypto.randomUUID(),
  replaced: "",
});

/** Starts a service with two rows of each entity, and receipts: beside them, before them, and without them. */
async function start(): Promise<TableServiceClient> {
  const tables = createTableService({ tables: { Bank: [], Club: [], Towns: [], sessions: [] } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  for (const n of [1, 2]) {
    await service.entities(Account).insert({ bank: "B", account: n });
    await service.entities(Member).insert({ club: "C", member: n, email: `${n}@x`, town: "Ulm" });
    await service.entities(Session).insert({ id: `s${n}`, user: "u" });
  }
  tables.seed({
    Bank: [receipt("B"), receipt("B", 1), receipt("A"), receipt("Z")],
    Club: [receipt("C"), receipt("D")],
    Towns: [receipt("Ulm"), receipt("Bonn")],
    sessions: [receipt("s1"), receipt("s2"), receipt("s3")],
  });
  return service;
}

const count = async (rows: AsyncIterable<unknown>): Promise<number> => {
  let all = 0;
  for await (const _ of rows) all++;
  return all;
};

async function* rowsOf<Row>(pages: AsyncIterable<{ readonly items: readonly Row[] }>): AsyncGenerator<Row> {
  for await (const { items } of pages) yield* items;
}

/** Readers of the runtime, each with the number of rows that it must find. There are two rows of each kind. */
const readers: Readonly<Record<string, (service: TableServiceClient) => Promise<number>>> = {
  "a query": (service) => count(service.entities(Account).query({ bank: "B" })),
  "a query of pages": (service) => count(rowsOf(service.entities(Account).query({ bank: "B" }).pages({ size: 1 }))),
  "a query without metadata": (service) => count(service.entities(Session).scan().metadata("none")),
  "a scan": (service) => count(service.entities(Session).scan()),
  "a parallel scan": (service) => count(service.entities(Session).scan({ parallel: 2 })),
  "a projection": (service) => count(service.entities(Session).scan().select("user")),
  "a count": (service) => service.entities(Session).scan().count(),
  "a query of several kinds": (service) =>
    count(
      service
        .partition(Member.partition({ club: "C" }))
        .query(Member)
        .onUnknownKind("skip"),
    ) as Promise<number>,
  "an index in the partition": (service) => count(service.entities(Member).byEmail.query({ club: "C" })),
  "an index elsewhere": (service) => count(service.entities(Member).byTown.query({ town: "Ulm" })),
  "rows of a table": (service) => count(service.table("Bank").scan()),
  "rows of a partition": (service) => count(service.table("Bank").query("B")),
  "selected properties of rows": (service) => count(service.table("Bank").scan().select("balance")),
  deleteWhere: async (service) => {
    const { deleted } = await service.entities(Session).deleteWhere(service.entities(Session).scan(), { max: 10 });
    return deleted;
  },
  updateWhere: async (service) => {
    const sessions = service.entities(Session);
    return (await sessions.updateWhere(sessions.scan(), { user: "v" }, { max: 10 })).updated;
  },
  deletePartition: (service) => service.deletePartition(Account.partition({ bank: "B" })),
};

describe("receipts are no data of", () => {
  it.each(Object.entries(readers))("%s", async (_, read) => {
    expect(await read(await start())).toBe(2);
  });

  it("exists and first", async () => {
    const service = await start();
    expect(await service.table("Bank").query("Z").exists()).toBe(false);
    expect(await service.table("Bank").query("Z").first()).toBeUndefined();
    expect(await service.entities(Session).query({ id: "s3" }).exists()).toBe(false);
  });
});
