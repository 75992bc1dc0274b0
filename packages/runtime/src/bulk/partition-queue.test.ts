import { describe, expect, it } from "vitest";
import { limits } from "../schema/limits.js";
import { PlannedWrite } from "../write/planned-write.js";
import { WaitingWrite } from "./bulk-batch.js";
import { BulkLane } from "./partition-queue.js";

const partition = { table: "Shop", partitionKey: "p", kind: "storage", ifMatch: "*" } as const;

/** A lane whose requests take so many writes. */
function laneOf(transactionOperations: number, rowKeys: string): BulkLane<string> {
  const lane = new BulkLane<string>({ ...limits.storage, transactionOperations });
  for (const [index, rowKey] of [...rowKeys].entries()) {
    const planned = new PlannedWrite({ ...partition, name: "insert", entity: "Shop", rowKey, body: "" });
    lane.push(new WaitingWrite(index, rowKey, planned, 1), rowKey);
  }
  return lane;
}

const taken = (lane: BulkLane<string>) =>
  lane
    .take()
    ?.writes.map(({ item }) => item)
    .join("");

describe("the lane of a partition", () => {
  it("gives as many writes as a request takes, in their order, and each row once", () => {
    const lane = laneOf(3, "abcdad");
    expect([taken(lane), taken(lane), lane.isEmpty, taken(lane)]).toEqual(["abc", "da", false, "d"]);
    expect([lane.isEmpty, taken(lane)]).toEqual([true, undefined]);
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
    expect(laneOf(2, rowKeys).full).toBe(full);
  });

  it("has none but full requests where the last is one that is sent again", () => {
    const lane = laneOf(3, "ab");
    const pack = lane.take();
    if (pack === undefined) throw new Error("The lane is empty.");
    pack.isSent = true;
    lane.repeat(pack);
    expect(lane.full).toBe(1);
    expect(lane.take()).toBe(pack);
  });

  it("divides what became too much, and puts back what is left of a request", () => {
    const lane = laneOf(4, "abcd");
    lane.most = 3;
    expect([taken(lane), taken(lane)]).toEqual(["abc", "d"]);
    const again = laneOf(4, "abcde");
    const pack = again.take();
    if (pack === undefined) throw new Error("The lane is empty.");
    again.putBack(pack, pack.writes[1]);
    expect([taken(again), taken(again)]).toEqual(["acd", "e"]);
  });
});
