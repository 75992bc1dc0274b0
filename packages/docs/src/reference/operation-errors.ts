import { etag } from "@tablewright/runtime";
import { Badge, Order, OrderLine, Page, Reading } from "../tables.gen/index.js";
import type { ErrorExamples } from "./error-example.js";
import { key, order, scope } from "./lab.js";

const row = { ...order, orderNo: 8 };

/** Errors of writes, transactions, bulks and queries. */
export const operationErrors: ErrorExamples<"write" | "modify" | "transaction" | "bulk" | "query"> = {
  "write.no-condition": {
    help: 'Pass the ETag that was read as `ifMatch`, or `"*"` to write whatever the row contains.',
    raise: ({ orders }) => orders.merge(key, { paid: true }, {} as never),
  },
  "write.any-version": {
    help: 'Answer 428, so that the caller sends the ETag that it read. If it may overwrite any version, pass `"*"` as `ifMatch` yourself.',
    raise: () => etag("*"),
  },
  "write.malformed-etag": {
    help: "Answer 400: the caller has to send the ETag of the row back as it received it.",
    raise: () => etag("abc"),
  },
  "write.nothing": {
    help: "Leave the call out if there is nothing to change. Merge cannot remove a property: use `modify` with `unset`.",
    raise: ({ orders }) => orders.merge(key, { note: undefined } as never, { ifMatch: "*" }),
  },
  "write.outcome-unknown": {
    help: "Read the row and decide. A unique value in each write, such as a random id, shows who wrote the row.",
    async raise({ tables, orders, client }) {
      // The response to the insert is lost, and someone else changes the row before the client reads it back.
      tables.faults.add({ fault: { kind: "reset", applied: true }, operation: "insert", times: 1 });
      const before = async () => {
        await orders.merge(row, { paid: true }, { ifMatch: "*" });
      };
      tables.faults.add({ fault: { kind: "hook", before }, operation: "get", times: 1 });
      const retrying = client({ retry: { maxAttempts: 2 }, random: () => 0 });
      await retrying.entities(Order).insert(row);
    },
  },
  "write.contended": {
    help: "Spread the writes over several rows, let one writer at a time change an entity, or raise the `attempts` of `modify`.",
    raise: ({ orders }) =>
      orders.modify(
        key,
        async ({ total }) => {
          await orders.merge(key, { total: total + 1 }, { ifMatch: "*" });
          return { set: { paid: true } };
        },
        { attempts: 2 },
      ),
  },
  "modify.contradiction": {
    help: "Name a property in `set` or in `unset`, and give `orInsert` the key that is modified.",
    raise: ({ orders }) => orders.modify(key, () => ({ set: { note: "x" }, unset: ["note"] })),
  },
  "transaction.empty": {
    help: "Leave the transaction out if there is nothing to write.",
    raise: ({ service }) => service.transaction(scope, () => undefined),
  },
  "transaction.too-many-operations": {
    help: "Use `bulk`, which is not atomic, or fewer rows.",
    raise: ({ service }) =>
      service.transaction(scope, (tx) => {
        for (let lineNo = 1; lineNo <= 101; lineNo++)
          tx.insert(OrderLine, { orderNo: 7, lineNo, sku: "A", quantity: 1 });
      }),
  },
  "transaction.too-large": {
    help: "Use `bulk`, which is not atomic, or smaller rows.",
    raise: ({ service }) =>
      service.transaction(scope, (tx) => {
        for (let n = 10; n < 60; n++) tx.insert(Order, { ...order, orderNo: n, note: "語".repeat(30_000) });
      }),
  },
  "transaction.duplicate-row": {
    help: "Put everything that changes a row into one operation.",
    raise: ({ service }) =>
      service.transaction(scope, (tx) => {
        tx.merge(Order, key, { paid: true }, { ifMatch: "*" });
        tx.merge(Order, key, { note: "x" }, { ifMatch: "*" });
      }),
  },
  "transaction.other-partition": {
    help: "Leave the partition's properties out, so that they come from the scope. Use a transaction for each partition.",
    raise: ({ service }) => service.transaction(scope, (tx) => tx.insert(Order, { ...row, customerId: "C2" } as never)),
  },
  "transaction.asynchronous": {
    help: "Read before the transaction, and make the callback an ordinary function.",
    raise: ({ service }) => service.transaction(scope, (async () => undefined) as never),
  },
  "bulk.failed": {
    help: "Read `failures`, or iterate over the bulk for the outcome of each item. One that ended early, such as an aborted one, has none for items that it did not read.",
    raise: ({ orders }) => orders.bulk([{ insert: order }, { insert: row }]).then(),
  },
  "bulk.used-twice": {
    help: "Await a bulk or iterate over it, once. Call `bulk` again for the same items.",
    async raise({ orders }) {
      const bulk = orders.bulk([{ insert: row }]);
      await bulk;
      for await (const outcome of bulk) return outcome;
    },
  },
  "bulk.not-attempted": {
    help: "Start another bulk with the items whose outcome has this error, once the service responds.",
    async raise({ tables, client }) {
      // The first request gets no response, and the bulk is aborted while items of another partition wait for their turn.
      tables.faults.add({ fault: { kind: "hang" } });
      const abort = new AbortController();
      const events = { onRequest: () => void setTimeout(() => abort.abort(), 50) };
      const items = Array.from({ length: 200 }, (_, n) => ({
        insert: { ...order, customerId: `C${n % 2}`, orderNo: n },
      }));
      const bulk = client({ events }).entities(Order).bulk(items, { signal: abort.signal, concurrency: 1 });
      for await (const outcome of bulk) {
        if (!outcome.ok && outcome.error.code === "bulk.not-attempted") return outcome.error;
      }
    },
  },
  "query.undefined-value": {
    help: "Leave the condition out if there is none. A row without a property meets no condition on it.",
    raise: ({ orders }) => orders.query(key).where({ total: undefined } as never),
  },
  "query.unknown-property": {
    help: "Correct the name; the message suggests the nearest one. Names are those of the definition, not the stored ones.",
    raise: ({ orders }) => orders.query(key).where({ totl: 5 } as never),
  },
  "query.unknown-operator": {
    help: "Use one of the operators that the message lists.",
    raise: ({ orders }) => orders.query(key).where({ total: { greater: 5 } } as never),
  },
  "query.empty-condition": {
    help: "Give the condition a value, or leave it out.",
    raise: ({ orders }) => orders.query(key).where({ total: {} }),
  },
  "query.key-only": {
    help: "Query by key, with `rowKey.eq`, `.startsWith` or `.between`, or remove `keyOnly` from the definition.",
    raise: ({ service }) =>
      service
        .entities(Badge)
        .query({ holder: "ann" })
        .where({ code: { ne: "B1" } } as never),
  },
  "query.not-comparable": {
    help: "Compare another property, such as a hash of the value that you store beside it.",
    raise: ({ service }) =>
      service
        .entities(Page)
        .query({ site: "example.org" })
        .where({ html: "<p>" } as never),
  },
  "query.not-evaluated": {
    help: "Store what you compare in a property of its own, or filter the rows in your program. See [Cosmos DB](../guide/cosmos.md).",
    raise: ({ client }) =>
      client({ kind: "cosmos" })
        .entities(Order)
        .query(key)
        .where({ $timestamp: { ge: new Date("2026-11-21") } }),
  },
  "query.too-many-comparisons": {
    help: "Request less, or filter the results in your program. `in` on one property is split into several requests.",
    raise: ({ orders }) =>
      orders
        .query(key)
        .where({ $or: Array.from({ length: 20 }, (_, total) => ({ total })) })
        .toArray(),
  },
  "query.too-many-partitions": {
    help: "Query a shorter range, choose longer intervals in the key, or raise `maxPartitions`.",
    raise: ({ service }) =>
      service
        .entities(Reading)
        .queryPartitions({ deviceId: "d1", at: { ge: new Date("1900-01-01"), lt: new Date("2000-01-01") } }),
  },
  "query.malformed-odata": {
    help: "Correct the text. Conditions as data need no `$odata`, and are checked by the compiler.",
    raise: ({ orders }) => orders.query(key).where({ $odata: "total gt (5" }),
  },
  "query.invalid-option": {
    help: "Correct the option; the message names what is allowed.",
    raise: ({ orders }) => orders.query(key).page({ size: 2_000 }),
  },
  "query.invalid-cursor": {
    help: "Pass the cursor to the query that it came from, with the same conditions and `cursorKey`, or start again without one.",
    raise: ({ orders }) => orders.query(key).page({ cursor: "abc" }),
  },
  "query.too-many-rows": {
    help: "Raise `max`, use `take` to stop at a number, or iterate.",
    async raise({ orders }) {
      await orders.insert(row);
      await orders.query(key).toArray({ max: 1 });
    },
  },
  "query.not-found": {
    help: "Use `first`, which returns undefined.",
    raise: ({ orders }) =>
      orders
        .query(key)
        .where({ total: { gt: 1_000 } })
        .firstOrThrow(),
  },
};
