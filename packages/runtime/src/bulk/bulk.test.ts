import { describe, expect, it, vi } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { type Item, inserts, line, rowKey, rowsOf, run, service } from "../test/shop/bulk-service.js";
import { OrderLine } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";
import type { BulkOutcome, BulkProgress } from "./bulk.js";

describe("bulk", () => {
  it("sends full requests by partition, in order within it, and gives one outcome for each item", async () => {
    const transport = service();
    const items = inserts(450, 2);
    const outcomes = await run(transport, items);
    expect(outcomes).toHaveLength(450);
    expect(new Set(outcomes.map(({ index }) => index)).size).toBe(450);
    for (const { index, item, ok } of outcomes) expect([item, ok]).toEqual([items[index], true]);
    const packs = transport.requests.map(rowsOf);
    expect(packs.map((rows) => rows.length).sort((a, b) => a - b)).toEqual([25, 25, 100, 100, 100, 100]);
    for (const customer of ["C0", "C1"]) {
      const rows = transport.requests.filter(({ body }) => String(body).includes(`cust!${customer}`)).flatMap(rowsOf);
      expect(rows).toEqual(Array.from({ length: 225 }, (_, index) => rowKey(index + 1)));
    }
  });

  it("sends full requests of a source that takes long and keeps nobody waiting", async () => {
    const transport = service();
    const busy = (function* () {
      for (const item of inserts(200)) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield item;
      }
    })();
    expect((await run(transport, busy)).every(({ ok }) => ok)).toBe(true);
    expect(transport.requests.map((request) => rowsOf(request).length)).toEqual([100, 100]);
  });

  it("packs by measured bytes as well as by count", async () => {
    const transport = service();
    const sku = "語".repeat(30_000);
    const items = Array.from({ length: 100 }, (_, index): Item => ({ insert: { ...line(index + 1), sku } }));
    expect((await run(transport, items)).every(({ ok }) => ok)).toBe(true);
    const sizes = transport.requests.map(({ body }) => Buffer.byteLength(String(body)));
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(transport.requests.map((request) => rowsOf(request).length)[0]).toBe(46);
  });

  it("writes one row twice in two requests, in order", async () => {
    const transport = service();
    const outcomes = await run(transport, [
      { insert: line(1) },
      { merge: line(1), changes: { quantity: 2 }, ifMatch: "*" },
      { delete: line(1), ifMatch: "*" },
    ]);
    expect(outcomes.map(({ index, ok }) => [index, ok])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
    expect(transport.requests.map(({ method }) => method)).toEqual(["POST", "PATCH", "DELETE"]);
  });

  it("leaves the one item out that is to blame, and writes the others", async () => {
    const bad = new Set([rowKey(7), rowKey(42), rowKey(100)]);
    const transport = service((row) => (bad.has(row) ? [409, "EntityAlreadyExists"] : undefined));
    const outcomes = await run(transport, inserts(100));
    const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.index, outcome.error.code]]));
    expect(failed).toEqual([6, 41, 99].map((index) => [index, "entity.already-exists"]));
    const first = outcomes.find(({ ok }) => !ok);
    expect(first?.ok === false && first.error.message).toContain(
      `insert of OrderLine (PartitionKey "cust!C0", RowKey "${rowKey(7)}"): submitTransaction`,
    );
    expect(outcomes).toHaveLength(100);
    expect(transport.requests.map((request) => rowsOf(request).length)).toEqual([100, 99, 98, 97]);
  });

  it("halves a request that is refused as a whole until the bad item is alone", async () => {
    const transport = recordingTransport((request): StubResponse => {
      const rows = rowsOf(request);
      if (rows.includes(rowKey(5))) return errorResponse(400, "InvalidInput");
      if (!request.url.endsWith("/$batch")) return {};
      return changesetResponse(...rows.map(() => `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`));
    });
    const outcomes = await run(transport, inserts(16));
    expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.index]))).toEqual([4]);
    expect(outcomes).toHaveLength(16);
    expect(transport.requests.length).toBeLessThan(12);
  });

  it("a delete of a row that is gone is done", async () => {
    const transport = service((row) => (row === rowKey(2) ? [404, "ResourceNotFound"] : undefined));
    const outcomes = await run(
      transport,
      [1, 2, 3].map((lineNo): Item => ({ delete: line(lineNo), ifMatch: "*" })),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it("does not ask again for each item of a table that does not exist", async () => {
    const transport = service(() => [404, "TableNotFound"]);
    const outcomes = await run(transport, inserts(100));
    expect(outcomes.every((outcome) => !outcome.ok && outcome.error.code === "table.not-found")).toBe(true);
    expect(transport.requests).toHaveLength(1);
  });

  it("an item that the data model refuses has its outcome, and the others are written", async () => {
    const transport = service();
    const outcomes = await run(transport, [
      { insert: line(1) },
      { insert: { ...line(2), quantity: 1.5 } },
      { insert: line(3) },
    ]);
    expect(outcomes.find(({ index }) => index === 1)).toMatchObject({
      ok: false,
      error: { entity: "OrderLine", property: "quantity" },
    });
    expect(outcomes.filter(({ ok }) => ok).map(({ index }) => index)).toEqual([0, 2]);
  });

  it.each([429, 503])("sends again what the service was too busy for (%i)", async (status) => {
    const quick = service();
    const transport = recordingTransport(async (request, index): Promise<StubResponse> => {
      if (index < 2) return errorResponse(status, "ServerBusy");
      const { headers, body, ...rest } = await quick(request);
      return { ...rest, headers, body: Buffer.from(body).toString() };
    });
    const outcomes = await run(transport, inserts(100));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(transport.requests.map((request) => rowsOf(request).length)).toEqual([100, 100, 100]);
  });

  /**
   * Measures the delays between a bulk's requests, rounded to half a second. The service rejects the requests whose number `isBusy`
   * accepts.
   */
  async function waits(items: Item[], isBusy: (request: number) => boolean) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const random = vi.spyOn(Math, "random").mockReturnValue(1);
    const quick = service();
    const times: number[] = [];
    const transport = recordingTransport(async (request): Promise<StubResponse> => {
      times.push(performance.now());
      if (isBusy(times.length)) return errorResponse(503, "ServerBusy");
      const { headers, body, ...rest } = await quick(request);
      return { ...rest, headers, body: Buffer.from(body).toString() };
    });
    const outcomes = run(transport, items);
    // Reading does not follow the fake clock.
    while (times.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(120_000);
    random.mockRestore();
    vi.useRealTimers();
    const between = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    return { outcomes: await outcomes, waits: between.map((wait) => Math.round(wait / 500) * 500) };
  }

  it("waits longer after each refusal in a row, and fails the items after eight waits, each on its own", async () => {
    const busy = await waits(inserts(2), () => true);
    expect(busy.outcomes).toMatchObject(Array(2).fill({ ok: false, error: { code: "service.busy" } }));
    expect(busy.waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 0, 0]);
    const often = await waits(inserts(300), (request) => request % 3 !== 0);
    expect(often.outcomes.every(({ ok }) => ok)).toBe(true);
    expect(often.waits).toEqual([500, 1000, 0, 500, 1000, 0, 500, 1000]);
  });

  it("keeps to its concurrency, and to one request of a partition", async () => {
    const underWay: string[] = [];
    let most = 0;
    const quick = service();
    const transport = recordingTransport(async (request) => {
      const partition = /cust!C\d+/.exec(String(request.body))?.[0] ?? "";
      expect(underWay).not.toContain(partition);
      underWay.push(partition);
      most = Math.max(most, underWay.length);
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay.splice(underWay.indexOf(partition), 1);
      const { status, headers, body } = await quick(request);
      return { status, headers, body: Buffer.from(body).toString() };
    });
    const outcomes = await run(transport, inserts(2000, 20), { concurrency: 4 });
    expect(outcomes).toHaveLength(2000);
    expect(most).toBe(4);
  });

  it("reads no further ahead than it writes", async () => {
    let read = 0;
    let written = 0;
    let ahead = 0;
    async function* endless(): AsyncGenerator<Item> {
      for (const item of inserts(20_000, 4)) {
        ahead = Math.max(ahead, ++read - written);
        yield item;
      }
    }
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    for await (const { ok } of client.entities(OrderLine).bulk(endless(), { concurrency: 2 })) {
      expect(ok).toBe(true);
      written++;
    }
    expect(written).toBe(20_000);
    expect(ahead).toBeLessThanOrEqual(1000);
  });

  it("does not wait for a slow source with what it could send", async () => {
    const transport = service();
    async function* slow(): AsyncGenerator<Item> {
      yield { insert: line(1) };
      await vi.waitFor(() => expect(transport.requests).toHaveLength(1), 600_000);
      yield { insert: line(2) };
    }
    await run(transport, slow());
    expect(transport.requests).toHaveLength(2);
  });

  it.each([{ insert: line(1) }, "text", undefined])("refuses %j, which is no list of items", (items) => {
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    expect(() => client.entities(OrderLine).bulk(items as never)).toThrow(
      expect.objectContaining({ code: "value.wrong-type" }),
    );
  });

  it("wakes for nothing while it waits for a response, whether or not its source owes an item", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const set: number[] = [];
    const quick = service();
    const transport = recordingTransport(async (request) => {
      const { length } = timers.mock.calls;
      await new Promise((resolve) => setTimeout(resolve, 120));
      // Timers of the test, of the source, and of the flush that sends writes that wait for the source.
      set.push(timers.mock.calls.length - length);
      const { status, headers, body } = await quick(request);
      return { status, headers, body: Buffer.from(body).toString() };
    });
    async function* source(): AsyncGenerator<Item> {
      yield* inserts(1);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    try {
      await run(transport, inserts(3));
      await run(transport, source());
    } finally {
      timers.mockRestore();
    }
    expect(Math.max(...set)).toBeLessThanOrEqual(3);
  });

  it("lets its source go when an item cannot be read, and when the callback throws", async () => {
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    let ended = 0;
    function* source(first: unknown) {
      try {
        yield first as { readonly insert: ReturnType<typeof line> };
        for (let n = 1; ; n++) yield { insert: line(n) };
      } finally {
        ended++;
      }
    }
    const failure = new Error("Not this time.");
    const fail = () => {
      throw failure;
    };
    const unreadable = Object.defineProperty({}, "insert", { get: fail });
    const bulks = [
      client.entities(OrderLine).bulk(source(unreadable)),
      client.entities(OrderLine).bulk(source({ insert: line(0) }), { onProgress: fail }),
    ];
    for (const bulk of bulks) {
      const all = async () => {
        for await (const _ of bulk);
      };
      await expect(all()).rejects.toBe(failure);
    }
    expect(ended).toBe(2);
  });

  it("reports progress after every request", async () => {
    const progress: BulkProgress[] = [];
    const transport = service((row) => (row === rowKey(3) ? [409, "EntityAlreadyExists"] : undefined));
    await run(transport, inserts(150), { onProgress: (now) => progress.push(now) });
    expect(progress.at(-1)).toEqual({ done: 150, failed: 1 });
    expect(progress).toHaveLength(transport.requests.length);
  });

  it("after an abort tells of every item it read, and fails with request.aborted", async () => {
    const controller = new AbortController();
    let read = 0;
    function* source(): Generator<Item> {
      for (const item of inserts(5000)) {
        read++;
        yield item;
      }
    }
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    const outcomes: BulkOutcome<Item>[] = [];
    const reading = (async () => {
      for await (const outcome of client.entities(OrderLine).bulk(source(), { signal: controller.signal })) {
        outcomes.push(outcome);
        if (outcomes.length === 150) controller.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "request.aborted", cause: new Error("enough") });
    expect(outcomes).toHaveLength(read);
    expect(new Set(outcomes.map(({ index }) => index)).size).toBe(read);
    expect(
      outcomes
        .filter((outcome) => !outcome.ok)
        .every((outcome) => !outcome.ok && /aborted/.test(outcome.error.message)),
    ).toBe(true);
    expect(outcomes.filter(({ ok }) => ok).length).toBeLessThan(5000);
  });

  it("ends the source and what is under way when the iteration is left", async () => {
    let isReturned = false;
    function* source(): Generator<Item> {
      try {
        yield* inserts(5000);
      } finally {
        isReturned = true;
      }
    }
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    for await (const { ok } of client.entities(OrderLine).bulk(source())) if (ok) break;
    expect(isReturned).toBe(true);
  });

  it("reads no more of a source that cannot be let go, when the iteration is left", async () => {
    let read = 0;
    const source: Iterable<Item> = {
      [Symbol.iterator]: () => ({ next: () => ({ done: false, value: { insert: line(++read) } }) }),
    };
    const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport: service() });
    for await (const { ok } of client.entities(OrderLine).bulk(source)) if (ok) break;
    const readWhenLeft = read;
    for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(read).toBe(readWhenLeft);
  });

  it("a source that throws fails the bulk after the outcomes of what it gave", async () => {
    function* source(): Generator<Item> {
      yield* inserts(3);
      throw new Error("no more");
    }
    const transport = service();
    await expect(run(transport, source())).rejects.toThrow("no more");
    expect(transport.requests.flatMap(rowsOf)).toHaveLength(3);
  });
});

describe("an item of a bulk", () => {
  it("has an outcome for what is no item, and writes the others", async () => {
    const transport = service();
    const none = [null, undefined, 5, line(2), { insrt: line(2) }] as unknown as Item[];
    const outcomes = await run(transport, [...inserts(1), ...none, { delete: line(3), ifMatch: "*" }]);
    const sorted = outcomes.toSorted((a, b) => a.index - b.index);
    expect(sorted.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, true]);
    expect(sorted.flatMap((outcome) => (outcome.ok ? [] : outcome.error.message))).toEqual([
      "An item of a bulk of OrderLine must be an object, not null.",
      "An item of a bulk of OrderLine must be an object, not undefined.",
      "An item of a bulk of OrderLine must be an object, not 5.",
      ...Array(2).fill(
        "An item of a bulk of OrderLine has no operation; it must have exactly one of insert, insertOrReplace, insertOrMerge, replace, merge, delete.",
      ),
    ]);
  });

  it.each([
    [{ insertOrReplace: line(1), ifMatch: "*" }, '"ifMatch", which insertOrReplace does not take. To write under'],
    [{ insert: line(1), ifmatch: "*" }, '"ifmatch", which insert does not take.'],
    [{ replace: line(1), changes: {}, ifMatch: "*" }, '"changes", which replace does not take. It takes ifMatch.'],
    [
      { merge: line(1), change: {}, ifMatch: "*" },
      '"change", which merge does not take. It takes changes and ifMatch.',
    ],
  ])("refuses the condition of an operation that has none: %#", async (item, message) => {
    const transport = service();
    const outcomes = await run(transport, [item as never]);
    expect(outcomes).toMatchObject([{ ok: false, error: { code: "config.invalid-option" } }]);
    expect(String((outcomes[0] as { error?: unknown }).error)).toContain(message);
    expect(transport.requests).toEqual([]);
  });

  it("refuses an item with two operations, and a misspelt property, for that item alone", async () => {
    const transport = service();
    const two = { insert: line(1), delete: line(1), ifMatch: "*" };
    const misspelt = { insert: { ...line(2), quantty: 1 } };
    const outcomes = await run(transport, [two, misspelt, { insert: line(3), source: "a.csv" }] as Item[]);
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
    expect(refused).toMatchObject([
      {
        code: "value.wrong-type",
        message: expect.stringContaining("has insert and delete; it must have exactly one of"),
      },
      { code: "value.unknown-property", message: expect.stringContaining('Did you mean "quantity"?') },
    ]);
    expect(transport.requests.flatMap(rowsOf)).toEqual([rowKey(3)]);
  });
});
