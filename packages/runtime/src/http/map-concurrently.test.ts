import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { mapConcurrently } from "./map-concurrently.js";

const items = Array.from({ length: 25 }, (_, index) => index);

it("gives results in the order of the items, with at most so many under way", async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapConcurrently(items, 4, async (item) => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < (item * 7) % 5; turn++) await setImmediate();
    underWay--;
    return item * 2;
  });
  expect(results).toEqual(items.map((item) => item * 2));
  expect(most).toBe(4);
});

it("begins nothing new after a failure, and rejects with it when all has ended", async () => {
  let begun = 0;
  let ended = 0;
  const mapped = mapConcurrently(items, 4, async (item) => {
    begun++;
    await setImmediate();
    ended++;
    if (item === 2) throw new Error("third");
  });
  await expect(mapped).rejects.toThrow("third");
  expect(begun).toBe(ended);
  expect(begun).toBeLessThan(10);
});

it("takes no items", async () => {
  expect(await mapConcurrently([], 4, () => Promise.reject(new Error("never called")))).toEqual([]);
});

it("rejects with the first failure of several", async () => {
  const mapped = mapConcurrently([2, 1], 2, async (turns) => {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    throw new Error(`after ${turns}`);
  });
  await expect(mapped).rejects.toThrow("after 1");
});
