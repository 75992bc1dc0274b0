import { describe, expect, it } from "vitest";
import { monotonicNow } from "../http/clock.js";
import type { ETag } from "../schema/entity-types.js";
import { RecentWrites } from "./recent-writes.js";

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
