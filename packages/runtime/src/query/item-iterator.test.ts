import { expect, it } from "vitest";
import { ItemIterator } from "./item-iterator.js";

it("settles calls that do not wait for each other in their order", async () => {
  const items = iterate(batches([["a", "b"], [], ["c"]]));
  const results = await Promise.all([items.next(), items.next(), items.next(), items.next(), items.next()]);
  expect(results.map(({ value }) => value)).toEqual(["a", "b", "c", undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
});

it("ends its source when the loop is left, and returns nothing more", async () => {
  const log: string[] = [];
  const items = iterate(batches([["a", "b"], ["c"]], log));
  for await (const item of items) {
    expect(item).toBe("a");
    break;
  }
  expect(log).toEqual(["batch 0", "end"]);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("waits in return until its source has ended, and fails where the source cannot end", async () => {
  const log: string[] = [];
  async function* slow(failure?: Error, item = "a"): AsyncGenerator<readonly string[], void> {
    try {
      yield [item];
    } finally {
      await new Promise((resolve) => setImmediate(resolve));
      log.push("ended");
      if (failure !== undefined) await Promise.reject(failure);
    }
  }
  const [items, broken] = [iterate(slow()), iterate(slow(new Error("stuck")))];
  await items.next();
  await items.return();
  expect(log).toEqual(["ended"]);
  await broken.next();
  await expect(broken.return()).rejects.toThrow("stuck");
  const refusing = iterate(slow(undefined, "refused"));
  await expect(refusing.next()).rejects.toThrow("refused");
  expect(log).toEqual(["ended", "ended", "ended"]);
});

it("returns nothing more once return is called while it waits", async () => {
  const items = iterate(batches([["a", "b"], ["c"]]));
  const waiting = items.next();
  await items.return();
  await waiting;
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("fails as its source does, after the items before", async () => {
  async function* failing(): AsyncGenerator<readonly string[], void> {
    yield ["a"];
    throw new Error("no more");
  }
  const items = iterate(failing());
  expect(await items.next()).toEqual({ done: false, value: "a" });
  await expect(items.next()).rejects.toThrow("no more");
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("returns no more than its limit, skips what decodes to undefined, and ends its source", async () => {
  const log: string[] = [];
  const items = iterate(batches([["skipped", "a"], ["b", "c"], ["d"]], log), 2);
  expect([await items.next(), await items.next(), await items.next()].map(({ value }) => value)).toEqual([
    "a",
    "b",
    undefined,
  ]);
  expect(log).toEqual(["batch 0", "batch 1", "end"]);
});

it("ends its source once an item is refused, and returns nothing after it", async () => {
  const log: string[] = [];
  const items = iterate(batches([["a", "refused", "c"]], log));
  await items.next();
  await expect(items.next()).rejects.toThrow("refused");
  expect(log).toEqual(["batch 0", "end"]);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("opens nothing before the first item is wanted, nor after return", async () => {
  const log: string[] = [];
  const items = iterate(batches([["a"]], log));
  await items.return();
  expect(await items.next()).toEqual({ done: true, value: undefined });
  expect(log).toEqual([]);
});

it("cancels what it waits for when return is called, and whoever waits gets nothing", async () => {
  let cancel: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new Error("cancelled"));
  });
  const items = new ItemIterator<never, string, string>({
    open: async function* () {
      yield* [];
      await cancelled;
    },
    itemsOf: (batch) => batch,
    decode: (item) => item,
    cancel: () => cancel?.(),
  });
  const waiting = items.next();
  const ended = { done: true, value: undefined };
  expect(await items.return()).toEqual(ended);
  expect(await waiting).toEqual(ended);
});

function iterate(source: AsyncGenerator<readonly string[], void>, limit?: number) {
  return new ItemIterator<readonly string[], string, string>({
    open: () => source,
    itemsOf: (batch) => batch,
    decode: (item) => {
      if (item === "refused") throw new Error("refused");
      return item === "skipped" ? undefined : item;
    },
    limit,
  });
}

async function* batches(given: readonly string[][], log: string[] = []): AsyncGenerator<readonly string[], void> {
  try {
    for (const [index, batch] of given.entries()) {
      log.push(`batch ${index}`);
      yield batch;
    }
  } finally {
    log.push("end");
  }
}
