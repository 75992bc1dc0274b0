import { describe, expect, it } from "vitest";
import { limits } from "../../schema/limits.js";
import { RowWrite } from "../../write/planned-write.js";
import { WaitingWrite } from "./bulk-batch.js";
import { PartitionQueue } from "./partition-queue.js";

/** Returns a queue whose requests have at most this many operations. */
function queueOf(transactionOperations: number, rowKeys: string): PartitionQueue<string> {
  const queue = new PartitionQueue<string>("p", { ...limits.storage, transactionOperations });
  for (const [index, rowKey] of [...rowKeys].entries()) {
    const planned = new RowWrite("insert", { name: "Shop", table: "Shop" }, { partitionKey: "p", rowKey }, undefined);
    queue.push(new WaitingWrite(index, rowKey, planned, 1), rowKey);
  }
  return queue;
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
    const batch = queue.take();
    if (batch === undefined) throw new Error("The queue is empty.");
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
    const batch = again.take();
    if (batch === undefined) throw new Error("The queue is empty.");
    again.putBack(batch, { without: batch.writes[1] as WaitingWrite<string> });
    expect([taken(again), taken(again)]).toEqual(["acd", "e"]);
  });
});
