import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { checkShard, chosenShard, formatShard, listShardRanges, type Plan, type PlannedShard } from "./plan-file.js";

const plan: Plan = {
  version: 1,
  endpoint: "http://127.0.0.1:1",
  table: "Shop",
  shards: 2,
  createdAt: "2026-01-02T00:00:00.000Z",
  run: 0,
  types: {},
  ranges: [{ lt: "b" }, { ge: "b", lt: "c" }, { ge: "c" }],
};
const planned = (index: number, ranges = plan.ranges): PlannedShard => ({
  plan: { ...plan, ranges },
  shard: { index, count: 2 },
});

describe("the shard that a command line names", () => {
  it("is none without --shard and --plan", () => {
    expect(chosenShard("/", {})).toBeUndefined();
  });

  it("is one of the plan", () => {
    const { root } = temporaryProject({ "plan.json": JSON.stringify(plan) });
    expect(chosenShard(root, { shard: "2/2", plan: "plan.json" })).toEqual({ plan, shard: { index: 2, count: 2 } });
  });

  it.each([
    [{ shard: "1/2" }, "cli.usage", "--shard and --plan belong together."],
    [{ plan: "plan.json" }, "cli.usage", "--shard and --plan belong together."],
    [{ shard: "3/2", plan: "plan.json" }, "cli.usage", "--shard is 3/2, which is not a shard."],
    [{ shard: "1/3", plan: "plan.json" }, "plan.invalid", "plan.json is for 2 shards, not 3."],
    [{ shard: "1/2", plan: "none.json" }, "plan.invalid", "none.json does not exist."],
    [{ shard: "1/2", plan: "later.json" }, "plan.invalid", "later.json is not a plan."],
    [{ shard: "1/2", plan: "damaged.json" }, "plan.invalid", "damaged.json is not a plan."],
    [{ shard: "1/2", plan: "half.json" }, "plan.invalid", "half.json is not a plan."],
  ])("is invalid: %j", (flags, code, message) => {
    const { ranges: _, ...half } = plan;
    const { root } = temporaryProject({
      "plan.json": JSON.stringify(plan),
      "later.json": JSON.stringify({ ...plan, version: 2 }),
      "damaged.json": "{",
      "half.json": JSON.stringify(half),
    });
    expect(() => chosenShard(root, flags)).toThrow(expect.objectContaining({ code, message }));
  });
});

describe("a shard", () => {
  it.each([undefined, "Shop", "SHOP"])("is of its account, and of its table %s", (table) => {
    const shard = planned(1);
    expect(checkShard(shard, plan.endpoint, table)).toBe(shard);
  });

  it.each([
    ["http://127.0.0.1:2", "Shop", "not for Shop of http://127.0.0.1:2."],
    ["http://127.0.0.1:2", undefined, "not for one of http://127.0.0.1:2."],
    [plan.endpoint, "Other", "not for Other of http://127.0.0.1:1."],
  ])("is not of %s %s", (endpoint, table, not) => {
    expect(() => checkShard(planned(1), endpoint, table)).toThrow(
      expect.objectContaining({
        code: "plan.invalid",
        message: `The plan is for table Shop of http://127.0.0.1:1, ${not}`,
      }),
    );
  });

  it("has every second range of two shards, as shares of its own rows", () => {
    expect(listShardRanges(planned(1))).toEqual([
      { lt: "b", share: 0.5 },
      { ge: "c", share: 0.5 },
    ]);
    expect(listShardRanges(planned(2))).toEqual([{ ge: "b", lt: "c", share: 1 }]);
    expect(listShardRanges(planned(2, [{}]))).toEqual([]);
  });

  it("has a text that names its plan", () => {
    expect(formatShard(planned(2))).toBe("2/2 of 2026-01-02T00:00:00.000Z");
  });
});
