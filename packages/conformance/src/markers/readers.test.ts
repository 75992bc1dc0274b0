import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Account, Member } from "../../../generator/src/emit/golden/markers/expected/index.js";
import { Session } from "../tables.gen/index.js";

const guard = (PartitionKey: string, slot = 0) => ({
  PartitionKey,
  RowKey: `~w-0f8fad5b-${slot}`,
  w: new Uint8Array(15),
});

/** Starts a service with two rows of each entity, and guard rows: beside them, before them, and without them. */
async function start(): Promise<TableServiceClient> {
  const tables = createTableService({ tables: { Bank: [], Club: [], Towns: [], sessions: [] } });
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  for (const n of [1, 2]) {
    await service.entities(Account).insert({ bank: "B", account: n });
    await service.entities(Member).insert({ club: "C", member: n, email: `${n}@x`, town: "Ulm" });
    await service.entities(Session).insert({ id: `s${n}`, user: "u" });
  }
  tables.seed({
    Bank: [guard("B"), guard("B", 1), guard("A"), guard("Z")],
    Club: [guard("C"), guard("D")],
    Towns: [guard("Ulm"), guard("Bonn")],
    sessions: [guard("s1"), guard("s2"), guard("s3")],
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

describe("guard rows are no data of", () => {
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

describe("the facts of a row", () => {
  it("are in a projection that names them, and in no other", async () => {
    const service = await start();
    const accounts = service.entities(Account);
    const { $marker, $etag } = await accounts.getOrThrow({ bank: "B", account: 1 });
    const query = accounts.query({ bank: "B" }).rowKey.eq({ account: 1 });
    expect(await query.select("balance", "$marker").toArray()).toEqual([{ balance: 0, $marker, $etag }]);
    expect(await query.select("$marker").explain().select).toEqual(["PartitionKey", "RowKey", "kind", "_w"]);
    expect(await query.select("balance").toArray()).toEqual([{ balance: 0, $etag }]);
    const [kind] = await service
      .partition(Account.partition({ bank: "B" }))
      .query(Account)
      .select("$marker")
      .toArray();
    expect(kind).toEqual({ $kind: "account", $marker, $etag });
    expect(() =>
      service
        .entities(Session)
        .scan()
        .select("$marker" as never),
    ).toThrow("no property");
  });

  it("go along with a row that a projection gave", async () => {
    const service = await start();
    const accounts = service.entities(Account);
    const key = { bank: "B", account: 1 };
    const [row] = await accounts.query({ bank: "B" }).select("bank", "account", "$marker").toArray();
    await accounts.replace({ ...key, ...row, balance: 5 }, { ifMatch: row?.$etag ?? "*" });
    const { $marker = "" } = await accounts.getOrThrow(key);
    expect(Buffer.from($marker, "base64").subarray(15).toString("base64")).toBe(row?.$marker);
  });
});
