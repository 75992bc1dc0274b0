import { describe, expect, it } from "vitest";
import { TableError } from "../errors/table-error.js";
import { Write } from "../rest/write.js";
import { limits } from "../schema/limits.js";
import { type BulkBatch, WaitingWrite } from "./bulk-batch.js";
import { PartitionQueue, PendingWrites } from "./pending-writes.js";

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

/** Returns a queue whose requests have at most this many operations. */
function queueOf(transactionOperations: number, rowKeys: string): PartitionQueue<string> {
  const queue = new PartitionQueue<string>("p", { ...limits.storage, transactionOperations });
  pushAll(queue, rowKeys);
  return queue;
}

function pushAll(queue: PartitionQueue<string>, rowKeys: string): void {
  for (const [index, rowKey] of [...rowKeys].entries()) {
    const planned = new Write("insert", { name: "Shop", table: "Shop" }, { partitionKey: "p", rowKey }, undefined);
    queue.push(new WaitingWrite(index, rowKey, planned, 1), rowKey);
  }
}

function takeBatch(queue: PartitionQueue<string>): BulkBatch<string> {
  const batch = queue.take();
  if (batch === undefined) throw new Error("The queue is empty.");
  return batch;
}

const taken = (queue: PartitionQueue<string>) =>
  queue
    .take()
    ?.writes.map(({ item }) => item)
    .join("");

describe("the queue of a partition", () => {
  it("gives as many writes as a request takes, in their order, and each row once", () => {
    const queue = queueOf(3, "abcdad");
    expect([taken(queue), taken(queue), queue.isEmpty, taken(queue)]).toEqual(["abc", "da", false, "d"]);
    expect([queue.isEmpty, taken(queue)]).toEqual([true, undefined]);
  });

  it.each([
    ["", 0],
    ["a", 0],
    ["ab", 1],
    ["abc", 1],
    ["abcd", 2],
    ["aab", 2],
    ["aabc", 2],
  ])("of two writes a request knows of %j how many are full: %i", (rowKeys, full) => {
    expect(queueOf(2, rowKeys).full).toBe(full);
  });

  it("has none but full requests where the last is one that is sent again", () => {
    const queue = queueOf(3, "ab");
    const batch = takeBatch(queue);
    batch.isSent = true;
    queue.repeat(batch);
    expect(queue.full).toBe(1);
    expect(queue.take()).toBe(batch);
  });

  it("divides what became too much, and puts back what is left of a request", () => {
    const queue = queueOf(4, "abcd");
    queue.maxOperations = 3;
    expect([taken(queue), taken(queue)]).toEqual(["abc", "d"]);
    const again = queueOf(4, "abcde");
    const batch = takeBatch(again);
    again.putBack(batch, { without: batch.writes[1] as WaitingWrite<string> });
    expect([taken(again), taken(again)]).toEqual(["acd", "e"]);
  });

  it("halves its requests after one that failed, and doubles them after one that succeeded", () => {
    const queue = queueOf(8, "abcdefg");
    const sizes: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const batch = takeBatch(queue);
      queue.shrink(batch, false);
      queue.putBack(batch);
      sizes.push(queue.maxOperations);
    }
    for (const written of ["a", "ab", "abcd", "abcdefgh"]) {
      queue.grow(takeBatch(queueOf(8, written)));
      sizes.push(queue.maxOperations);
    }
    expect(sizes).toEqual([4, 2, 1, 2, 4, 8, 8]);
  });

  it("has no request grow beyond the limit of the service, nor shrink because a small one succeeded", () => {
    const queue = queueOf(5, "abc");
    const batch = takeBatch(queue);
    queue.grow(batch);
    expect(queue.maxOperations).toBe(5);
    queue.maxOperations = 4;
    queue.grow(batch);
    expect(queue.maxOperations).toBe(5);
    const single = queueOf(5, "a");
    single.grow(takeBatch(single));
    expect(single.maxOperations).toBe(5);
  });

  it("lets requests grow only after eight that succeeded since one without a usable response", () => {
    const queue = queueOf(4, "abcd");
    const batch = takeBatch(queue);
    queue.shrink(batch, true);
    queue.putBack(batch);
    const half = takeBatch(queue);
    const sizes = Array.from({ length: 9 }, () => {
      queue.grow(half);
      return queue.maxOperations;
    });
    expect(sizes).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 4]);
  });

  it("begins to count again after a success", () => {
    const queue = queueOf(2, "a");
    queue.busyResponses = 3;
    queue.lost = 2;
    queue.grow(takeBatch(queue));
    expect([queue.busyResponses, queue.lost]).toEqual([0, 0]);
  });

  it("tests with single writes whether a partition responds again", () => {
    const queue = queueOf(4, "abc");
    queue.maxOperations = 2;
    expect(queue.giveUp().map(({ writes }) => writes.length)).toEqual([3]);
    expect([queue.isEmpty, queue.maxOperations]).toEqual([true, 4]);
    pushAll(queue, "defghi");
    expect(taken(queue)).toBe("d");
    const second = takeBatch(queue);
    expect(second.writes.map(({ item }) => item)).toEqual(["e"]);
    queue.grow(second);
    expect([taken(queue), taken(queue)]).toEqual(["fg", "hi"]);
  });

  it("keeps a request that was sent as it is, however small requests may be", () => {
    const queue = queueOf(3, "abc");
    const batch = takeBatch(queue);
    batch.isSent = true;
    queue.repeat(batch);
    queue.maxOperations = 1;
    pushAll(queue, "d");
    expect(queue.full).toBe(2);
    expect([queue.take(), taken(queue)]).toEqual([batch, "d"]);
  });

  it("sends what a lost request held before what came later, and apart from it", () => {
    const queue = queueOf(3, "abcd");
    const batch = takeBatch(queue);
    batch.earlier = { attempts: [], error: new TableError("request.failed", "lost") };
    queue.putBack(batch, { maxOperations: 2 });
    const waiting = [takeBatch(queue), takeBatch(queue), takeBatch(queue)] as const;
    expect(waiting.map(({ writes }) => writes.map(({ item }) => item).join(""))).toEqual(["ab", "c", "d"]);
    expect(waiting.map(({ earlier }) => earlier)).toEqual([batch.earlier, batch.earlier, undefined]);
    queue.putBack(waiting[1]);
    expect(queue.full).toBe(1);
    pushAll(queue, "e");
    expect([taken(queue), taken(queue)]).toEqual(["c", "e"]);
  });
});
