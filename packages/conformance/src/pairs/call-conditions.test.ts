import { TableServiceClient, type Transport } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import type { TableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import {
  type Any,
  busy,
  codeOf,
  type Fate,
  key,
  openAccount,
  Plain,
  plain,
  Rich,
  rich,
  Sharded,
} from "./option-lab.js";

const none = {};

/** Faults of the first and the second request, and none. */
const secondRequests: readonly Readonly<Record<number, Fate>>[] = [none, { 1: "busy" }, { 2: "busy" }, { 2: "lost" }];

const staleETag = "W/\"datetime'2001-01-01T00%3A00%3A00.0000000Z'\"";

/** Writes that take an ETag. */
const conditional: Readonly<Record<string, (service: TableServiceClient, ifMatch: string) => PromiseLike<unknown>>> =
  Object.fromEntries(
    Object.entries({ plain: [Plain, plain] as const, indexed: [Rich, rich] as const }).flatMap(([kind, [of, init]]) => {
      const on =
        (call: (client: Any, ifMatch: string) => PromiseLike<unknown>) =>
        (service: TableServiceClient, ifMatch: string) =>
          call(service.entities(of as never), ifMatch);
      return Object.entries({
        merge: on((c, ifMatch) => c.merge(key, { note: "m" }, { ifMatch })),
        replace: on((c, ifMatch) => c.replace({ ...init, note: "m" }, { ifMatch })),
        delete: on((c, ifMatch) => c.delete(key, { ifMatch })),
        "merge of a bulk": on((c, ifMatch) => c.bulk([{ merge: key, changes: { note: "m" }, ifMatch }])),
        "replace of a bulk": on(async (c, ifMatch) => {
          const read = await c.get(key);
          await c.bulk([{ replace: { ...read, note: "m" }, ifMatch }]);
        }),
        "delete of a bulk": on((c, ifMatch) => c.bulk([{ delete: key, ifMatch }])),
        "merge with a receipt": on((c, ifMatch) => c.merge(key, { note: "m" }, { ifMatch, exactly: "once" })),
        "delete with a receipt": on((c, ifMatch) => c.delete(key, { ifMatch, exactly: "once" })),
      }).map(([name, call]) => [`${name}, ${kind}`, call]);
    }),
  );

const inTransactions: typeof conditional = {
  "merge of a transaction": (s, ifMatch) =>
    s.transaction((Plain as Any).partition(key), (tx: Any) => tx.merge(Plain, key, { note: "m" }, { ifMatch })),
  "delete of a transaction": (s, ifMatch) =>
    s.transaction((Plain as Any).partition(key), (tx: Any) => tx.delete(Plain, key, { ifMatch })),
  "merge of a table": (s, ifMatch) =>
    s
      .table("Things")
      .merge({ partitionKey: "p!a", rowKey: "r!1" }, { note: edm.string("m") }, { ifMatch: ifMatch as never }),
  "delete of a table": (s, ifMatch) =>
    s.table("Things").delete({ partitionKey: "p!a", rowKey: "r!1" }, { ifMatch: ifMatch as never }),
};

it.each(Object.entries({ ...conditional, ...inTransactions }))(
  "%s: ifMatch refuses a row that has changed, and accepts the row that was read",
  { timeout: 60_000 },
  async (name, call) => {
    const stored = (tables: TableService) =>
      tables.dump()["Things"]?.find(({ RowKey }) => RowKey === (name.endsWith("indexed") ? "t!1" : "r!1"));
    for (const fates of secondRequests) {
      const changed = openAccount(fates);
      await changed.ready;
      const code = await codeOf(call(changed.service, staleETag));
      // Without a receipt, an attempt without the service's response can have been applied.
      const isKnown = fates === none || name.includes("receipt");
      expect(["entity.condition-not-met", "bulk.failed", ...(isKnown ? [] : ["write.outcome-unknown"])]).toContain(
        code,
      );
      expect(stored(changed.tables)?.["note"]).toBe("n");
      const same = openAccount(fates);
      await same.ready;
      const etag = `W/"datetime'${encodeURIComponent(String(stored(same.tables)?.["Timestamp"]))}'"`;
      expect([name, await codeOf(call(same.service, etag))]).toEqual([name, "ok"]);
      expect(stored(same.tables)?.["note"]).not.toBe("n");
    }
  },
);

describe.each([
  ["plain", Plain, plain],
  ["indexed", Rich, rich],
] as const)("modify with orInsert, %s", (_, of, init) => {
  const change = () => ({ set: { note: "m" } });
  const notes = async (tables: TableService, id: string) => {
    const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
    return ((await (service.entities(of as never) as Any).get({ part: "a", id })) as Any)?.note;
  };

  it("inserts a row that is missing, and changes one that is there", async () => {
    for (const fates of secondRequests) {
      const { service, ready, tables } = openAccount(fates);
      await ready;
      const client = service.entities(of as never) as Any;
      await client.modify({ part: "a", id: "new" }, change, { orInsert: { ...init, id: "new", note: "inserted" } });
      await client.modify({ part: "a", id: "1" }, change, { orInsert: { ...init, id: "1", note: "inserted" } });
      expect([await notes(tables, "new"), await notes(tables, "1")]).toEqual(["inserted", "m"]);
    }
  });

  it("inserts where another client deletes the row between the read and the write", async () => {
    const { service, ready, tables } = openAccount({});
    await ready;
    const others = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
    let calls = 0;
    const client = service.entities(of as never) as Any;
    const meanwhile = async () => {
      if (calls++ === 0) await (others.entities(of as never) as Any).delete(key, { ifMatch: "*" });
      return { set: { note: "m" } };
    };
    await client.modify(key, meanwhile, { orInsert: { ...init, note: "inserted" } });
    expect(await notes(tables, "1")).toBe("inserted");
  });
});

it("modify with orInsert deletes an expired row before it inserts", async () => {
  const { service, ready, tables } = openAccount({});
  await ready;
  const id = { part: "a", id: "gone" };
  await (service.entities(Rich as never) as Any).modify(id, () => undefined, {
    orInsert: { ...rich, id: "gone", note: "inserted" },
  });
  const rows = tables.dump()["Things"]?.filter(({ RowKey }) => RowKey.endsWith("gone"));
  expect(rows?.map(({ RowKey, note }) => [RowKey, note])).toEqual([
    ["t!gone", "inserted"],
    ["team!red!gone", undefined],
  ]);
});

describe("metadata", () => {
  const queries: Readonly<Record<string, (client: Any) => PromiseLike<readonly object[]>>> = {
    "a query": (c) => c.query({ part: "a" }).metadata("none").toArray(),
    "a query with select": (c) => c.query({ part: "a" }).metadata("none").select("note").toArray(),
    "a query with where": (c) => c.query({ part: "a" }).metadata("none").where({ note: "n" }).toArray(),
    "a scan": (c) => c.scan().metadata("none").toArray(),
    "a scan in parallel": (c) => c.scan({ parallel: 2 }).metadata("none").toArray(),
    "a page": async (c) => (await c.scan().metadata("none").page()).items,
    "the first": async (c) => [await c.scan().metadata("none").first()],
  };

  it.each(Object.entries(queries))(
    "of %s asks each response for no annotations, and returns no ETags",
    async (_, read) => {
      for (const fates of secondRequests.filter((each) => each[2] !== "lost")) {
        const accepted: string[] = [];
        const { service, ready } = openAccount(fates, (_nth, { headers }) => {
          accepted.push(headers[headers.findIndex((name) => name.toLowerCase() === "accept") + 1] ?? "");
        });
        await ready;
        const rows = await read(service.entities(Plain as never));
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.filter(({ $etag }: Any) => $etag !== undefined)).toEqual([]);
        expect(new Set(accepted)).toEqual(new Set(["application/json;odata=nometadata"]));
      }
    },
  );
});

describe("parallel", () => {
  const scans: Readonly<Record<string, (service: TableServiceClient, parallel: number) => Promise<unknown[]>>> = {
    "a scan": (s, parallel) =>
      (s.entities(Sharded as never) as Any).scan({ parallel, splitAt: ["1", "2", "3"] }).toArray(),
    queryPartitions: (s, parallel) => (s.entities(Sharded as never) as Any).queryPartitions({}, { parallel }).toArray(),
  };

  it.each(Object.entries(scans))("of %s is the number of requests in flight", async (_, read) => {
    for (const parallel of [1, 2, 3, 4]) {
      const { tables, ready } = openAccount({});
      await ready;
      let [inFlight, most, count] = [0, 0, 0];
      const transport: Transport = async (request) => {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight--;
        return ++count === 2 ? busy : tables(request);
      };
      const retry = { baseDelayMs: 0, maxDelayMs: 0 };
      const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry });
      expect([parallel, (await read(service, parallel)).length, most]).toEqual([parallel, 4, parallel]);
    }
  });
});
