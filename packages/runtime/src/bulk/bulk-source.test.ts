import { describe, expect, it } from "vitest";
import { BulkSource } from "./bulk-source.js";

describe("the source of a bulk", () => {
  it("waits only until an item is there", async () => {
    let yieldNext: (item: number) => void = () => undefined;
    async function* items() {
      for (;;) yield await new Promise<number>((resolve) => (yieldNext = resolve));
    }
    const source = new BulkSource(items());
    const taken: number[] = [];
    const reading = source.readWhile(
      () => taken.length === 0,
      (item) => taken.push(item),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.isWaiting).toBe(true);
    yieldNext(1);
    await reading;
    expect([taken, source.isWaiting, source.isEnded]).toEqual([[1], false, false]);
  });

  it("never waits for items that are there", async () => {
    const source = new BulkSource([1, 2]);
    const waits: boolean[] = [];
    await source.readWhile(
      () => true,
      () => waits.push(source.isWaiting),
    );
    expect([waits, source.isEnded]).toEqual([[false, false], true]);
  });

  it("is not read after it was closed", async () => {
    const source = new BulkSource([1, 2]);
    await source.close();
    await source.readWhile(
      () => true,
      () => expect.unreachable(),
    );
    expect(source.isEnded).toBe(true);
  });
});
