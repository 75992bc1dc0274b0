import { expect, it } from "vitest";
import { ItemIterator } from "./item-iterator.js";

it("answers calls that do not wait for each other in their order", async () => {
  const items = new ItemIterator(batches([["a", "b"], [], ["c"]]));
  const results = await Promise.all([items.next(), items.next(), items.next(), items.next(), items.next()]);
  expect(results.map(({ value }) => value)).toEqual(["a", "b", "c", undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
});

it("ends its source when it is left, and gives nothing more", async () => {
  const log: string[] = [];
  const items = new ItemIterator(batches([["a", "b"], ["c"]], log));
  for await (const item of items) {
    expect(item).toBe("a");
    break;
  }
  expect(log).toEqual(["batch 0", "end"]);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("gives nothing more when it is told to end while it waits", async () => {
  const items = new ItemIterator(batches([["a", "b"], ["c"]]));
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
  const items = new ItemIterator(failing());
  expect(await items.next()).toEqual({ done: false, value: "a" });
  await expect(items.next()).rejects.toThrow("no more");
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

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
