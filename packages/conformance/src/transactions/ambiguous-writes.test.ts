import { setTimeout as delay } from "node:timers/promises";
import { type PipelineOptions, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";

const tables = createTableService({ tables: { Shop: [] } });
const retry: PipelineOptions["retry"] = { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 };
const connect = (transport: Transport) =>
  TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry });

/** Another client, whose requests all arrive. */
const other = connect(tables);
const partition = OrderLine.partition({ customerId: "C1" });
const line = (lineNo: number, sku: string, quantity = 0) => ({ orderNo: 1, lineNo, sku, quantity });
const key = (lineNo: number) => ({ customerId: "C1", orderNo: 1, lineNo });
const stored = (lineNo: number) => other.entities(OrderLine).get(key(lineNo));
const unavailable = { status: 503, headers: [], body: new Uint8Array(0) };

/** Creates a client whose first write gets its response from a proxy. `meanwhile` runs between that write and the next attempt. */
function behindProxy(options: {
  readonly forwards: boolean;
  /** Number of reads that fail first. */
  readonly failsReads?: number;
  meanwhile?(): Promise<unknown>;
}) {
  let [writes, reads] = [0, 0];
  return connect(async (request) => {
    if (request.method === "GET") return reads++ < (options.failsReads ?? 0) ? unavailable : tables(request);
    writes++;
    if (writes === 1) {
      if (options.forwards) await tables(request);
      return unavailable;
    }
    if (writes === 2) {
      await delay(25);
      await options.meanwhile?.();
      await delay(25);
    }
    return tables(request);
  });
}

beforeEach(() => tables.reset());

describe("a transaction whose first attempt was not forwarded", () => {
  it("of a counter and an entry of its own is unknown where another's came in between", async () => {
    await other.entities(OrderLine).insert({ customerId: "C1", ...line(1, "counter") });
    const counter = await other.entities(OrderLine).getOrThrow(key(1));
    const count = (service: TableServiceClient, entry: number) =>
      service.transaction(partition, (tx) => {
        tx.merge(OrderLine, line(1, ""), { quantity: counter.quantity + 1 }, { ifMatch: counter.$etag });
        tx.insert(OrderLine, line(entry, "entry"));
      });
    const service = behindProxy({ forwards: false, meanwhile: () => count(other, 2) });
    await expect(count(service, 3)).rejects.toMatchObject({
      name: "TransactionError",
      code: "write.outcome-unknown",
      outcome: "unknown",
      message: expect.stringMatching(/The outcome of the write is unknown: .*operation 1.*does not exist/),
    });
    expect(await stored(3)).toBeUndefined();
  });

  it("of a constant header and a child is unknown where another wrote the header", async () => {
    const write = (service: TableServiceClient, child: number) =>
      service.transaction(partition, (tx) => {
        tx.insertOrMerge(OrderLine, line(1, "header"));
        tx.insert(OrderLine, line(child, "child"));
      });
    const meanwhile = async () => {
      await write(other, 2);
      await other.entities(OrderLine).insert({ customerId: "C1", ...line(3, "of another") });
    };
    await expect(write(behindProxy({ forwards: false, meanwhile }), 3)).rejects.toMatchObject({
      code: "write.outcome-unknown",
      outcome: "unknown",
    });
  });

  it("is unknown where another wrote the very same in between", async () => {
    const write = (service: TableServiceClient) =>
      service.transaction(partition, (tx) => tx.insert(OrderLine, line(1, "A")));
    await expect(write(behindProxy({ forwards: false, meanwhile: () => write(other) }))).rejects.toMatchObject({
      outcome: "unknown",
    });
  });

  it("is refused where a row that it changes is as it was", async () => {
    const lines = other.entities(OrderLine);
    const { $etag } = await lines.insert({ customerId: "C1", ...line(1, "counter") });
    await lines.insert({ customerId: "C1", ...line(2, "of another") });
    const sent = behindProxy({ forwards: false }).transaction(partition, (tx) => {
      tx.merge(OrderLine, line(1, ""), { quantity: 1 }, { ifMatch: $etag });
      tx.insert(OrderLine, line(2, "mine"));
    });
    await expect(sent).rejects.toMatchObject({ code: "entity.already-exists", index: 1, outcome: undefined });
  });
});

describe("a write whose first attempt was applied, though its answer was lost", () => {
  it("is a success: a transaction, an insert, a conditional merge, modify, a delete", async () => {
    const results = await behindProxy({ forwards: true }).transaction(partition, (tx) => {
      tx.insert(OrderLine, line(1, "A"));
      tx.insertOrReplace(OrderLine, line(2, "B"));
    });
    expect(results).toMatchObject([{ $etag: (await stored(1))?.$etag }, { $etag: (await stored(2))?.$etag }]);
    const client = () => behindProxy({ forwards: true }).entities(OrderLine);
    await client().insert({ customerId: "C1", ...line(3, "C") });
    const { $etag } = await other.entities(OrderLine).getOrThrow(key(3));
    const merged = await client().merge(key(3), { sku: "D" }, { ifMatch: $etag });
    expect(await stored(3)).toMatchObject({ sku: "D" });
    // A merge keeps other properties, so the row that is read back does not show whether another client has written it since.
    const late = other.entities(OrderLine).merge(key(3), { sku: "E" }, { ifMatch: merged.$etag });
    await expect(late).rejects.toMatchObject({
      code: "entity.condition-not-met",
    });
    await client().modify(key(3), ({ quantity }) => ({ set: { quantity: quantity + 1 } }));
    expect(await stored(3)).toMatchObject({ quantity: 1 });
    expect(await client().delete(key(3), { ifMatch: "*" })).toBe(true);
  });

  it("is unknown where another client wrote after it, before it could be read back", async () => {
    const lines = behindProxy({
      forwards: true,
      failsReads: 1,
      meanwhile: () => other.entities(OrderLine).merge(key(1), { sku: "B" }, { ifMatch: "*" }),
    }).entities(OrderLine);
    await expect(lines.insert({ customerId: "C1", ...line(1, "A") })).rejects.toMatchObject({ outcome: "unknown" });
  });

  it("is unknown where another client deleted what it merged, before it could be read back", async () => {
    await other.entities(OrderLine).insert({ customerId: "C1", ...line(1, "A") });
    const lines = behindProxy({
      forwards: true,
      failsReads: 1,
      meanwhile: () => other.entities(OrderLine).delete(key(1), { ifMatch: "*" }),
    }).entities(OrderLine);
    await expect(lines.merge(key(1), { sku: "B" }, { ifMatch: "*" })).rejects.toMatchObject({ outcome: "unknown" });
  });
});

describe("a modify whose first write was not forwarded", () => {
  it("is unknown where another made the same change in between", async () => {
    await other.entities(OrderLine).insert({ customerId: "C1", ...line(1, "counter") });
    const count = (service: TableServiceClient) =>
      service.entities(OrderLine).modify(key(1), ({ quantity }) => ({ set: { quantity: quantity + 1 } }));
    await expect(count(behindProxy({ forwards: false, meanwhile: () => count(other) }))).rejects.toMatchObject({
      code: "write.outcome-unknown",
    });
  });
});

describe.each([1, 3])("two bulks of the same %i rows, one of whose first request was not forwarded", (rows) => {
  it("do not both report that they inserted them", async () => {
    const insert = async (service: TableServiceClient) => {
      const items = Array.from({ length: rows }, (_, index) => ({
        insert: { customerId: "C1", ...line(index + 1, "same") },
      }));
      const outcomes: unknown[] = [];
      for await (const outcome of service.entities(OrderLine).bulk(items)) {
        outcomes.push(outcome.ok || (outcome.error as { outcome?: unknown }).outcome);
      }
      return outcomes;
    };
    let others: unknown;
    const meanwhile = async () => {
      others = await insert(other);
    };
    expect(await insert(behindProxy({ forwards: false, meanwhile }))).toEqual(Array(rows).fill("unknown"));
    expect(others).toEqual(Array(rows).fill(true));
  });
});

describe("a service whose clock is not the local one", () => {
  it.each([
    ["stands still", () => Date.UTC(2030, 0, 1)],
    ["is an hour behind", () => Date.now() - 3_600_000],
    ["runs a hundred times as fast", () => Date.now() + performance.now() * 100],
  ])("%s: another's equal row is not taken for the own, nor the own for an older one", async (_, now) => {
    const service = createTableService({ tables: { Shop: [] }, now, authenticate: false });
    const rival = connect(service).entities(OrderLine);
    for (const [index, forwards] of [true, false].entries()) {
      let writes = 0;
      const lines = connect(async (request) => {
        if (request.method === "GET") return service(request);
        writes++;
        if (writes === 2) {
          if (forwards) await service(request);
          return unavailable;
        }
        if (writes === 3) await delay(25);
        if (writes === 3 && !forwards) await rival.insert({ customerId: "C1", ...line(index + 1, "A") });
        return service(request);
      }).entities(OrderLine);
      await lines.insertOrReplace({ customerId: "C2", ...line(index + 1, "earlier") });
      const outcome = await lines.insert({ customerId: "C1", ...line(index + 1, "A") }).catch((error) => error);
      if (forwards && outcome.$etag !== undefined) continue;
      expect(outcome).toMatchObject({ code: "write.outcome-unknown" });
    }
  });
});
