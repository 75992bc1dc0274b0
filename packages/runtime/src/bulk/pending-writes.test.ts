import { describe, expect, it } from "vitest";
import { Write } from "../rest/write.js";
import { limits } from "../schema/limits.js";
import { WaitingWrite } from "./bulk-batch.js";
import { PendingWrites } from "./pending-writes.js";

const concurrency = 2;

function pendingOf(bounds: Partial<typeof limits.storage> = {}) {
  const pending = new PendingWrites<number>({ ...limits.storage, ...bounds }, concurrency);
  let count = 0;
  const add = (partitionKey: string, length = 1) => {
    const index = count++;
    const planned = new Write(
      "insert",
      { name: "Shop", table: "Shop" },
      { partitionKey, rowKey: `r${index}` },
      undefined,
    );
    const write = new WaitingWrite(index, index, planned, length);
    return { write, isFull: pending.add(write, "x".repeat(length)) };
  };
  return { pending, add };
}

describe("the writes of a bulk that wait", () => {
  it("are enough when there are two full requests for each that can be in flight", () => {
    const { pending, add } = pendingOf({ transactionOperations: 2 });
    const seen = Array.from({ length: 8 }, () => [add("p").isFull, pending.hasFullRequest, pending.isFull]);
    expect(seen).toEqual([
      [false, false, false],
      [true, true, false],
      [false, true, false],
      [true, true, false],
      [false, true, false],
      [true, true, false],
      [false, true, false],
      [true, true, true],
    ]);
  });

  it("are enough at 10,000, whatever their partitions", () => {
    const { pending, add } = pendingOf();
    for (let count = 1; count < 10_000; count++) add(`p${count}`);
    expect(pending.isFull).toBe(false);
    const { write } = add("p");
    expect([pending.isFull, pending.hasFullRequest]).toEqual([true, false]);
    pending.remove([write]);
    expect(pending.isFull).toBe(false);
  });

  it("are enough at the bytes of two full requests for each that can be in flight", () => {
    const { pending, add } = pendingOf({ transactionBytes: 1000 });
    for (const partition of ["a", "b", "c"]) add(partition, 1000);
    add("d", 999);
    expect(pending.isFull).toBe(false);
    const { write } = add("e");
    expect(pending.isFull).toBe(true);
    pending.remove([write]);
    expect(pending.isFull).toBe(false);
  });

  it("are none once all have their outcome", () => {
    const { pending, add } = pendingOf();
    expect(pending.isEmpty).toBe(true);
    const writes = [add("a").write, add("b").write];
    pending.remove(writes.slice(1));
    expect(pending.isEmpty).toBe(false);
    pending.remove(writes.slice(0, 1));
    expect(pending.isEmpty).toBe(true);
  });

  it("count full requests again when one is taken", () => {
    const { pending, add } = pendingOf({ transactionOperations: 1 });
    add("a");
    expect(pending.hasFullRequest).toBe(true);
    for (const queue of pending.queues()) pending.update(queue, () => queue.take());
    expect(pending.hasFullRequest).toBe(false);
  });

  it("can be sent while one of them is in a partition without a request in flight", () => {
    const { pending, add } = pendingOf();
    expect(pending.hasIdle).toBe(false);
    add("a");
    add("b");
    const [first, second] = [...pending.queues()];
    if (first === undefined || second === undefined) throw new Error("A queue is missing.");
    first.isBusy = true;
    expect(pending.hasIdle).toBe(true);
    second.isBusy = true;
    expect(pending.hasIdle).toBe(false);
    second.isBusy = false;
    pending.update(second, () => second.take());
    expect(pending.hasIdle).toBe(false);
  });

  it("leave the queue of a partition that did not respond in its place", () => {
    const { pending, add } = pendingOf();
    add("a");
    const [queue] = [...pending.queues()];
    if (queue === undefined) throw new Error("The queue is missing.");
    pending.update(queue, () => queue.giveUp());
    pending.requeue(queue);
    expect([...pending.queues()]).toEqual([queue]);
    queue.isProbing = false;
    pending.requeue(queue);
    expect([...pending.queues()]).toEqual([]);
  });

  it("have their turn by partition: behind the others after a request, and gone where nothing is left", () => {
    const { pending, add } = pendingOf({ transactionOperations: 1 });
    for (const partition of ["a", "a", "b", "c"]) add(partition);
    const order = () => [...pending.queues()].map(({ partitionKey }) => partitionKey).join("");
    expect(order()).toBe("abc");
    for (const queue of [...pending.queues()].slice(0, 2)) {
      pending.update(queue, () => queue.take());
      pending.requeue(queue);
    }
    expect(order()).toBe("ca");
  });
});
