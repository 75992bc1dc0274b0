import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { monotonicNow } from "../http/clock.js";
import type { ETag } from "../schema/entity-schema.js";
import { parseTimestamp, RecentWrites } from "./recent-writes.js";

const row = { table: "Shop", partitionKey: "p", rowKey: "r" };
const etag = (name: string) => `W/"${name}"` as ETag;

describe("the recent writes of a client", () => {
  it("show the ETags that rows had before a time, by writes and by reads", () => {
    const writes = new RecentWrites();
    writes.note(row, etag("written"), performance.now());
    writes.see(row, etag("read"));
    const now = monotonicNow();
    const seen = (name: string, address = row, before = now) => writes.hasSeen(address, etag(name), before);
    expect([seen("written"), seen("read"), seen("other")]).toEqual([true, true, false]);
    expect(seen("read", { ...row, rowKey: "s" })).toBe(false);
    expect(seen("read", row, now - 1_000)).toBe(false);
  });

  it("take the time from writes alone, whose rows were not read back", () => {
    const writes = new RecentWrites();
    const dated = etag("datetime'2026-01-01T00%3A00%3A00.0000000Z'");
    writes.see(row, dated);
    writes.note(row, dated, performance.now());
    expect([writes.latest, writes.timeAt(performance.now())]).toEqual([Number.NaN, undefined]);
  });

  it("show by which ETag a client has replaced another without a change", () => {
    const writes = new RecentWrites();
    writes.note(row, etag("next"), performance.now(), etag("former"));
    writes.see(row, etag("next"));
    expect([writes.renewalOf(row, etag("former")), writes.renewalOf(row, etag("next"))]).toEqual([
      etag("next"),
      undefined,
    ]);
  });
});

describe("the memory of a client", () => {
  const never = Number.POSITIVE_INFINITY;

  it.each([
    [256, (writes: RecentWrites, n: number) => writes.note(row, etag(`${n}`), monotonicNow())],
    [64, (writes: RecentWrites, n: number) => writes.see(row, etag(`${n}`))],
  ])("holds the last %d", (max, add) => {
    const writes = new RecentWrites();
    for (let n = 0; n < 2 * max; n++) add(writes, n);
    const seen = Array.from({ length: 2 * max }, (_, n) => writes.hasSeen(row, etag(`${n}`), never));
    expect(seen).toEqual([...Array(max).fill(false), ...Array(max).fill(true)]);
  });

  it.each([{ table: "Other" }, { partitionKey: "q" }, { rowKey: "s" }])("tells the row from one with %j", (other) => {
    const writes = new RecentWrites();
    writes.note(row, etag("next"), monotonicNow(), etag("former"));
    writes.see(row, etag("read"));
    const address = { ...row, ...other };
    expect(["next", "read"].map((name) => writes.hasSeen(address, etag(name), never))).toEqual([false, false]);
    expect(writes.renewalOf(address, etag("former"))).toBeUndefined();
    expect([writes.hasSeen(row, etag("next"), never), writes.renewalOf(row, etag("former"))]).toEqual([
      true,
      etag("next"),
    ]);
  });

  it("holds nothing of a write without an ETag, and a read of another row hides none", () => {
    const writes = new RecentWrites();
    const dated = etag("datetime'2026-01-01T00%3A00%3A00.0000000Z'");
    writes.see({ ...row, rowKey: "s" }, dated);
    writes.see(row, etag("other"));
    writes.note(row, dated, monotonicNow());
    writes.note(row, undefined, monotonicNow());
    expect(writes.latest).toBe(Date.UTC(2026, 0, 1));
  });
});

describe("the time of the service", () => {
  const shown = Date.UTC(2026, 0, 1);
  const dated = etag("datetime'2026-01-01T00%3A00%3A00.0000000Z'");

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Notes a write that takes this long, and returns the time of its response. */
  function noteWrite(writes: RecentWrites, durationMs: number, tag: ETag = dated): number {
    const sentAt = performance.now();
    vi.advanceTimersByTime(durationMs);
    writes.note(row, tag, sentAt);
    return performance.now();
  }

  it.each([
    [0, 25],
    [10_000, 27],
    [-10_000, 27],
  ])("%d ms after a write lies within its duration, give or take %d ms", (laterMs, slackMs) => {
    const writes = new RecentWrites();
    const receivedAt = noteWrite(writes, 40);
    const range = writes.timeAt(receivedAt + laterMs);
    expect(range?.earliest).toBeCloseTo(shown + laterMs - slackMs, 1);
    expect(range?.latest).toBeCloseTo(shown + laterMs + 40 + slackMs, 1);
  });

  it.each([
    [999, true],
    [1001, false],
  ])("is shown by a write of %d ms: %s", (durationMs, isShown) => {
    const writes = new RecentWrites();
    const receivedAt = noteWrite(writes, durationMs);
    expect(writes.timeAt(receivedAt) !== undefined).toBe(isShown);
    expect(writes.latest).toBe(shown);
  });

  it("is not shown by an ETag without a time, nor before the first write", () => {
    const writes = new RecentWrites();
    expect([writes.latest, writes.timeAt(0)]).toEqual([Number.NaN, undefined]);
    noteWrite(writes, 1, etag("1b2"));
    expect([writes.latest, writes.timeAt(0)]).toEqual([Number.NaN, undefined]);
  });

  it.each([
    ["W/\"datetime'2026-01-01T00%3A00%3A00.0000000Z'\"", shown],
    ["W/\"datetime'2026-01-01T00%3a00%3a00.0000000Z'\"", shown],
    ["W/\"DateTime'2026-01-01T00:00:00Z'\"", shown],
    ["W/\"datetime''\"", Number.NaN],
    ['W/"1b2"', Number.NaN],
  ])("of the ETag %s is %d", (tag, time) => {
    expect(parseTimestamp(tag)).toBe(time);
  });
});
