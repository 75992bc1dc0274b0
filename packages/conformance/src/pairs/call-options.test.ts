import type { TableServiceClient } from "@tablewright/runtime";
import { sweep } from "@tablewright/runtime/admin";
import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { describe, expect, it } from "vitest";
import type { Values } from "../key-shapes/compile-entities.js";
import { type Any, codeOf, type Fates, key, openAccount, Plain, plain, Rich, rich, Sharded } from "./option-lab.js";

const address = { partitionKey: "p!a", rowKey: "x" };
const row = { ...address, properties: { note: edm.string("n") } };
const all = { max: 100 };

interface Method {
  readonly name: string;
  /** Makes the call with these options. Each sends at least one request, and a second one if the first is throttled. */
  run(service: TableServiceClient, options: object): PromiseLike<unknown>;
  /** True if the call writes, and so takes `exactly`. */
  readonly writes?: true;
}

const entity =
  (of: unknown, call: (client: Any, options: object) => PromiseLike<unknown>): Method["run"] =>
  (service, options) =>
    call(service.entities(of as never), options);
const each = async (rows: AsyncIterable<unknown>) => {
  const read: unknown[] = [];
  for await (const found of rows) read.push(found);
  return read;
};
const written = (of: unknown, init: Values, changes: Values): Readonly<Record<string, Method["run"]>> => ({
  insert: entity(of, (c, o) => c.insert({ ...init, id: "new" }, o)),
  insertOrMerge: entity(of, (c, o) => c.insertOrMerge(init, o)),
  insertOrReplace: entity(of, (c, o) => c.insertOrReplace(init, o)),
  merge: entity(of, (c, o) => c.merge(key, changes, { ifMatch: "*", ...o })),
  replace: entity(of, (c, o) => c.replace(init, { ifMatch: "*", ...o })),
  delete: entity(of, (c, o) => c.delete(key, { ifMatch: "*", ...o })),
  modify: entity(of, (c, o) => c.modify(key, () => ({ set: changes }), o)),
  "modify with orInsert": entity(of, (c, o) =>
    c.modify({ part: "a", id: "new" }, () => ({ set: changes }), { orInsert: { ...init, id: "new" }, ...o }),
  ),
  bulk: entity(of, (c, o) =>
    c.bulk([{ insert: { ...init, id: "b1", part: "b" } }, { insert: { ...init, id: "b2" } }], o),
  ),
  "bulk of changes": entity(of, (c, o) =>
    c.bulk(
      [
        { merge: key, changes, ifMatch: "*" },
        { merge: { ...key, id: "2" }, changes, ifMatch: "*" },
      ],
      o,
    ),
  ),
  "bulk, outcome by outcome": entity(of, async (c, o) => {
    for await (const outcome of c.bulk([{ insert: { ...init, id: "b3" } }], o)) if (!outcome.ok) throw outcome.error;
  }),
  deleteWhere: entity(of, (c, o) => c.deleteWhere(c.query({ part: "a" }), { ...all, ...o })),
  updateWhere: entity(of, (c, o) => c.updateWhere(c.query({ part: "a" }), changes, { ...all, ...o })),
  "updateWhere with a function": entity(of, (c, o) =>
    c.updateWhere(c.query({ part: "a" }), () => ({ set: changes }), { ...all, ...o }),
  ),
  transaction: async (service, options) =>
    service.transaction((of as Any).partition(key), (tx: Any) => tx.insert(of, { ...init, id: "new" }), options),
});

const writes: readonly Method[] = [
  ...Object.entries(written(Plain, plain, { note: "m" })).map(([name, run]) => ({ name, run, writes: true as const })),
  // Changes of indexed values make each write read the row first.
  ...Object.entries(written(Rich, rich, { team: "blue", score: 2 })).map(([name, run]) => ({
    name: `${name}, indexed`,
    run,
    writes: true as const,
  })),
  {
    name: "insert over an expired row",
    writes: true,
    run: entity(Rich, (c, o) => c.insert({ ...rich, id: "gone" }, o)),
  },
  {
    name: "modify with orInsert over an expired row",
    writes: true,
    run: entity(Rich, (c, o) =>
      c.modify({ part: "a", id: "gone" }, () => undefined, { orInsert: { ...rich, id: "gone" }, ...o }),
    ),
  },
  { name: "insert of a table", writes: true, run: (s, o) => s.table("Things").insert(row, o) },
  { name: "insertOrReplace of a table", writes: true, run: (s, o) => s.table("Things").insertOrReplace(row, o) },
  {
    name: "delete of a table",
    writes: true,
    run: (s, o) => s.table("Things").delete({ partitionKey: "p!a", rowKey: "r!1" }, { ifMatch: "*", ...o }),
  },
  { name: "bulk of a table", writes: true, run: (s, o) => s.table("Things").bulk([{ insert: row }], o) },
];

const reads: readonly Method[] = Object.entries<Method["run"]>({
  get: entity(Plain, (c, o) => c.get(key, o)),
  "get with select": entity(Plain, (c, o) => c.get(key, { select: ["note"], ...o })),
  getOrThrow: entity(Plain, (c, o) => c.getOrThrow(key, o)),
  getMany: entity(Plain, (c, o) => c.getMany([key, { ...key, id: "2" }], o)),
  "query, toArray": entity(Plain, (c, o) => c.query({ part: "a" }).toArray(o)),
  "query with options": entity(Plain, (c, o) => c.query({ part: "a" }, o).toArray()),
  "query, iterated": entity(Plain, (c, o) => each(c.query({ part: "a" }, o))),
  first: entity(Plain, (c, o) => c.scan().first(o)),
  count: entity(Plain, (c, o) => c.scan().count(o)),
  exists: entity(Plain, (c, o) => c.scan().exists(o)),
  page: entity(Plain, (c, o) => c.scan().page(o)),
  pages: entity(Plain, (c, o) => each(c.scan().pages(o))),
  scan: entity(Plain, (c, o) => c.scan(o).toArray()),
  "scan in parallel": entity(Plain, (c, o) => c.scan({ parallel: 2, ...o }).toArray()),
  queryPartitions: entity(Sharded, (c, o) => c.queryPartitions({}, o).toArray()),
  "queryPartitions in parallel": entity(Sharded, (c, o) => c.queryPartitions({}, { parallel: 2, ...o }).toArray()),
  "query by an index": entity(Rich, (c, o) => c.byTeam.query({ part: "a" }, o).toArray()),
  "entities by an index": entity(Rich, (c, o) => c.byTeam.query({ part: "a" }, o).entities().toArray()),
  "query by an index elsewhere": entity(Rich, (c, o) => c.byScore.query({}, o).toArray()),
  "get of a table": (s, o) => s.table("Things").get({ partitionKey: "p!a", rowKey: "r!1" }, o),
  "scan of a table": (s, o) =>
    s
      .table("Things")
      .scan(o as never)
      .toArray(),
}).map(([name, run]) => ({ name, run }));

const tools: readonly Method[] = [
  { name: "deletePartition", run: (s, o) => s.deletePartition((Plain as Any).partition(key), o) },
  { name: "createTables", run: (s, o) => s.createTables([Plain as Any], o) },
  { name: "tables.exists", run: (s, o) => s.tables.exists("Things", o) },
  { name: "reindex", run: (s, o) => reindex(s, Rich as never, undefined, o) },
  { name: "sweep", run: (s, o) => sweep(s, Rich as never, o) },
];

const methods: readonly Method[] = [...writes, ...reads, ...tools];

/** Returns the result, or that the call has not ended in time. */
const within = <T>(call: Promise<T>, milliseconds: number) =>
  Promise.race([call, new Promise<string>((resolve) => setTimeout(resolve, milliseconds, "not ended").unref())]);

/** Returns fates of the requests of a call, and the number of the one that gets no response: each of them in turn. */
async function slowRequests(run: Method["run"]): Promise<(readonly [nth: number, fates: Fates])[]> {
  const { service, ready, sent } = openAccount({});
  await ready;
  await codeOf(run(service, {}));
  const each = Array.from({ length: sent() }, (_, index) => [index + 1, { [index + 1]: "slow" }] as const);
  return [[2, { 1: "busy", 2: "slow" }], ...each];
}

/** Code of a call that sends fewer requests than the slow one. */
const fewer = (sent: number, nth: number) => (sent < nth ? ["ok"] : []);
/** Calls that send a request again after its time limit, which is that of each request. */
const sendsAgain = /Where|deletePartition|bulk|sweep/;

describe("every method, while one of its first requests gets no response", () => {
  it.each(methods)("$name: ends at timeoutMs", { timeout: 60_000 }, async ({ name, run }) => {
    for (const [nth, fates] of await slowRequests(run)) {
      const { service, ready, sent } = openAccount(fates);
      await ready;
      const code = await within(codeOf(run(service, { timeoutMs: 100 })), 10_000);
      const codes = ["request.timeout", "write.outcome-unknown", "bulk.failed", ...fewer(sent(), nth)];
      if (sendsAgain.test(name) && sent() > nth) codes.push("ok");
      expect(codes).toContain(code);
    }
  });

  it.each(methods)(
    "$name: ends when its signal aborts, and leaves no request",
    { timeout: 60_000 },
    async ({ name, run }) => {
      for (const [nth, fates] of await slowRequests(run)) {
        const controller = new AbortController();
        const { service, ready, sent, hanging } = openAccount(fates, (number) => {
          if (number === nth) setTimeout(() => controller.abort(), 1);
        });
        await ready;
        const code = await within(codeOf(run(service, { signal: controller.signal })), 10_000);
        const codes = ["request.aborted", "write.outcome-unknown", "bulk.failed", ...fewer(sent(), nth)];
        expect(codes).toContain(code);
        expect([name, nth, hanging()]).toEqual([name, nth, 0]);
      }
    },
  );

  it.each(methods)("$name: sends nothing if its signal has aborted", { timeout: 60_000 }, async ({ run }) => {
    const { service, ready, sent } = openAccount({});
    await ready;
    expect(await codeOf(run(service, { signal: AbortSignal.abort() }))).toMatch(/request\.aborted|bulk\.failed/);
    expect(sent()).toBe(0);
  });

  it.each(methods)(
    "$name: succeeds if its first or second request is refused once",
    { timeout: 60_000 },
    async ({ name, run }) => {
      for (const nth of [1, 2]) {
        const { service, ready } = openAccount({ [nth]: "busy" });
        await ready;
        // An insert that is refused after a lost attempt, because of a row of that moment, is not certain.
        const codes = name === "insert over an expired row" ? ["ok", "write.outcome-unknown"] : ["ok"];
        expect(codes).toContain(await codeOf(run(service, {})));
      }
    },
  );
});

describe("every write with exactly", () => {
  it.each(writes)(
    "$name: has a receipt, and a known outcome if a response is lost",
    { timeout: 60_000 },
    async ({ run }) => {
      for (const nth of [0, 1, 2, 3]) {
        const { service, ready, tables } = openAccount({ [nth]: "lost" });
        await ready;
        expect([nth, await codeOf(run(service, { exactly: "once" }))]).toEqual([nth, "ok"]);
        const receipts = tables.dump()["Things"]?.filter(({ RowKey }) => RowKey.startsWith("~"));
        expect(receipts?.length).toBeGreaterThan(0);
      }
    },
  );
});

/** Services that leave the outcome of a write with a receipt open. */
const openOutcomes: Readonly<Record<string, Fates>> = {
  "takes no write": ({ method }) => (method === "GET" ? undefined : "slow"),
  "answers neither a write nor the read of a receipt": ({ method, url }) =>
    method !== "GET" ? "lost" : url.includes("~r-") ? "slow" : undefined,
};

const settled = writes.filter(({ name }) =>
  ["insert", "merge", "modify", "transaction", "bulk of a table"].includes(name),
);

describe.each(Object.entries(openOutcomes))("a write with exactly, while the service %s", (_, fates) => {
  it.each(settled)("$name: ends at timeoutMs", { timeout: 60_000 }, async ({ run }) => {
    const { service, ready } = openAccount(fates);
    await ready;
    const code = await within(codeOf(run(service, { exactly: "once", timeoutMs: 60 })), 10_000);
    expect(["request.failed", "request.timeout", "write.outcome-unknown", "bulk.failed"]).toContain(code);
  });
});
