import { describe, expect, expectTypeOf, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { BulkError, isBulkError } from "../errors/bulk-error.js";
import { TableError } from "../errors/table-error.js";
import { errorResponse, recordingTransport } from "../test/recording-transport.js";
import { OrderLine, type OrderLineTypes } from "../test/shop/index.js";
import type { BulkCounts, BulkItem } from "./bulk.js";

/** Returns items of different partitions, so that each has its own request. */
const inserts = (count: number): BulkItem<OrderLineTypes>[] =>
  Array.from({ length: count }, (_, n) => ({
    insert: { customerId: `C${n}`, orderNo: 1, lineNo: 1, sku: "A", quantity: 1 },
  }));

function shop(refused: (customer: number) => boolean = () => false) {
  const transport = recordingTransport(({ body }) => {
    const customer = Number(/"customerId":"C(\d+)"/.exec(String(body))?.[1]);
    return refused(customer) ? errorResponse(409, "EntityAlreadyExists") : {};
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { transport, lines: service.entities(OrderLine) };
}

const failureOf = (bulk: PromiseLike<BulkCounts>) =>
  bulk.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("an awaited bulk", () => {
  it("writes everything and gives counts", async () => {
    const { transport, lines } = shop();
    const bulk = lines.bulk(inserts(30));
    const counts = await bulk;
    expectTypeOf(counts).toEqualTypeOf<BulkCounts>();
    expect(counts).toEqual({ written: 30 });
    expect(transport.requests).toHaveLength(30);
    expect(await lines.bulk([])).toEqual({ written: 0 });
  });

  it("says so where it is aborted while a request has no response yet", async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, concurrency: 1 };
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
      transport: () => new Promise(() => controller.abort()),
      retry: false,
    });
    const failure = await failureOf(service.entities(OrderLine).bulk(inserts(2), options));
    expect(failure).toMatchObject({
      code: "bulk.failed",
      outcome: "unknown",
      written: 0,
      failed: 2,
      cause: { code: "request.aborted" },
    });
  });

  it("that is aborted counts the items that it had read, and says that it read no more", async () => {
    const controller = new AbortController();
    let onSent = () => {};
    const sent = new Promise<void>((resolve) => {
      onSent = resolve;
    });
    const transport = () => new Promise<never>(onSent);
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    let read = 0;
    async function* source() {
      for (const item of inserts(1500)) {
        if (++read === 100) {
          await sent;
          controller.abort();
        }
        yield item;
      }
    }
    const bulk = service.entities(OrderLine).bulk(source(), { signal: controller.signal });
    const { message } = (await failureOf(bulk)) as BulkError;
    expect(read).toBe(100);
    expect(message.split("\n- ", 1)).toEqual([
      "100 of the 100 items read so far were not written, and no further item was read:",
    ]);
  });

  it("fails with counts and the first errors where items were not written, after all others were", async () => {
    const { transport, lines } = shop((customer) => customer % 2 === 1);
    const error = (await failureOf(lines.bulk(inserts(60)))) as BulkError;
    expect(isBulkError(error)).toBe(true);
    expect(error).toMatchObject({ code: "bulk.failed", written: 30, failed: 30, outcome: undefined });
    expect(error.failures).toHaveLength(10);
    for (const { index, error: failure } of error.failures) {
      expect(index % 2).toBe(1);
      expect(failure.code).toBe("entity.already-exists");
    }
    expect(error.message).toContain("30 of 60 items were not written:\n- item ");
    expect(error.message).toContain("\n- and 20 others");
    expect(transport.requests).toHaveLength(60);
  });

  it("says so where an item may have been written all the same", async () => {
    const transport = recordingTransport(() => {
      throw new Error("lost");
    });
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const error = await failureOf(service.entities(OrderLine).bulk(inserts(2)));
    expect(error).toMatchObject({ code: "bulk.failed", written: 0, failed: 2, outcome: "unknown" });
  });

  it("fails as the iteration does where its source or the callback fails", async () => {
    const { lines } = shop();
    const failure = new Error("Not this time.");
    function* source() {
      yield* inserts(1);
      throw failure;
    }
    expect(await failureOf(lines.bulk(source()))).toBe(failure);
    const onProgress = () => {
      throw failure;
    };
    expect(await failureOf(lines.bulk(inserts(1), { onProgress }))).toBe(failure);
    expect(await failureOf(lines.bulk(inserts(1), { signal: AbortSignal.abort() }))).toMatchObject({
      code: "request.aborted",
    });
  });

  it("gives the same counts to everyone who awaits it, and writes once", async () => {
    const { transport, lines } = shop();
    const bulk = lines.bulk(inserts(3));
    expect(await Promise.all([bulk, bulk.then(({ written }) => written)])).toEqual([{ written: 3 }, 3]);
    expect(await bulk).toEqual({ written: 3 });
    expect(transport.requests).toHaveLength(3);
  });
});

describe("a bulk", () => {
  it("that is neither awaited nor iterated over does nothing", async () => {
    const { transport, lines } = shop();
    let read = 0;
    function* source() {
      read++;
      yield* inserts(3);
    }
    lines.bulk(source());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([transport.requests.length, read]).toEqual([0, 0]);
  });

  it("cannot be both awaited and iterated over, nor iterated over twice", async () => {
    const { transport, lines } = shop();
    const loop = async (bulk: AsyncIterable<unknown>) => {
      for await (const _ of bulk);
    };
    const used = { code: "bulk.used-twice", message: expect.stringContaining("Call bulk again.") };

    const iterated = lines.bulk(inserts(2));
    await loop(iterated);
    expect(await failureOf(iterated)).toMatchObject(used);
    await expect(loop(iterated)).rejects.toMatchObject(used);

    const awaited = lines.bulk(inserts(2));
    await awaited;
    await expect(loop(awaited)).rejects.toMatchObject(used);
    await expect(awaited.next()).rejects.toMatchObject(used);
    await expect(awaited.return?.()).rejects.toMatchObject(used);

    const begun = lines.bulk(inserts(2));
    await begun.next();
    expect(await failureOf(begun)).toMatchObject(used);
    const left = lines.bulk(inserts(2));
    await left.return?.();
    expect(await failureOf(left)).toMatchObject(used);
    expect(transport.requests.length).toBeLessThanOrEqual(6);
  });

  it("can be asked for its outcomes one by one, and then iterated over", async () => {
    const { lines } = shop();
    const bulk = lines.bulk(inserts(3));
    const indexes = [(await bulk.next()).value?.index];
    for await (const { index } of bulk) indexes.push(index);
    expect(indexes.toSorted()).toEqual([0, 1, 2]);
  });
});

describe("a promise of onProgress", () => {
  it("that rejects ends the bulk, and not the process", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const { lines } = shop();
      const failure = new Error("Not this time.");
      const onProgress = async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw failure;
      };
      const all = async () => {
        for await (const _ of lines.bulk(inserts(3), { onProgress }));
      };
      await expect(all()).rejects.toBe(failure);
      expect(await failureOf(lines.bulk(inserts(3), { onProgress }))).toBe(failure);
      for await (const _ of lines.bulk(inserts(3), { onProgress })) break;
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  it("is waited for", async () => {
    const { lines } = shop();
    let ended = 0;
    const onProgress = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended++;
    };
    await lines.bulk(inserts(3), { onProgress });
    expect(ended).toBe(3);
  });
});

it.each([
  [0, 1, "The item was not written:\n- item 0: x"],
  [2, 1, "1 of 3 items was not written:"],
  [2, 2, "2 of 4 items were not written:\n- item 0: x\n- and 1 other"],
])("says how many items were not written: %i written, %i failed", (written, failed, message) => {
  const failures = [{ index: 0, error: new TableError("value.missing", "x") }];
  expect(new BulkError({ written, failed, failures, outcome: undefined }).message).toContain(message);
});

it.each([
  [0, 1, "The item was not written, and no further item was read:\n- item 0: x"],
  [2, 1, "1 of the 3 items read so far was not written, and no further item was read:"],
  [2, 2, "2 of the 4 items read so far were not written, and no further item was read:\n- item 0: x\n- and 1 other"],
])("says that no more items were read where it ended early: %i written, %i failed", (written, failed, message) => {
  const failures = [{ index: 0, error: new TableError("value.missing", "x") }];
  const cause = new Error("The source failed.");
  const error = new BulkError({ written, failed, failures, outcome: "unknown", cause });
  expect(error.message).toContain(message);
  expect(error.cause).toBe(cause);
});
