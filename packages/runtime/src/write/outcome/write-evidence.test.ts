import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AmbiguousAttempt } from "../../errors/call-errors.js";
import { RecentWrites } from "../../rest/recent-writes.js";
import type { EntityPayload, ETag } from "../../schema/entity-schema.js";
import { AttemptClock, type Evidence, explainUnknown, findEvidence, judge } from "./write-evidence.js";

const start = performance.now();
const offset = Date.now() - start;
/** Two attempts. The service rejected another one between them. */
const attempts = [
  { startedAt: start + 20_000, endedAt: start + 20_100 },
  { startedAt: start + 30_000, endedAt: start + 30_100 },
];
const address = { table: "T", partitionKey: "p", rowKey: "r" };
const longAgo = -16 * 60_000;
const body = JSON.stringify({ PartitionKey: "p", RowKey: "r", n: 1 });

/** Returns a row that was written this many milliseconds from now. */
function row(writtenAt: number, n = 1, etag = 'W/"new"'): EntityPayload {
  const Timestamp = new Date(offset + start + writtenAt).toISOString();
  return { "odata.etag": etag, PartitionKey: "p", RowKey: "r", Timestamp, n } as never;
}

/** Returns the state of a client whose last write has just shown the service's time. */
function knownTime(): RecentWrites {
  const recentWrites = new RecentWrites();
  const timestamp = encodeURIComponent(new Date().toISOString());
  recentWrites.note(address, `W/"datetime'${timestamp}'"` as ETag, performance.now());
  return recentWrites;
}

describe("a row that was read back", () => {
  const insert = { name: "insert", body } as never;
  const merge = { name: "merge", ifMatch: 'W/"old"', body } as never;
  const remove = { name: "delete", ifMatch: 'W/"old"', body: "" } as never;
  const clock = new AttemptClock(attempts, { clock: Date, recentWrites: knownTime() }, []);
  it.each([
    [insert, row(20_050), "own"],
    [insert, row(30_050), "own"],
    [insert, row(25_000), "matches"],
    [insert, row(35_000), "matches"],
    [insert, row(longAgo), "predates"],
    [insert, row(0, 2), "different"],
    [insert, undefined, "missing"],
    [merge, row(20_050), "own"],
    [merge, row(35_000, 2), "different"],
    [merge, row(20_050, 1, 'W/"old"'), "unchanged"],
    [merge, undefined, "missing"],
    [remove, undefined, "deleted"],
    [remove, row(20_050), "present"],
    [remove, row(longAgo), "predates"],
    [remove, row(20_050, 1, 'W/"old"'), "unchanged"],
  ] as const)("shows of %j and %j: %s", (sent, found, evidence) => {
    expect(findEvidence(sent, found, clock)).toBe(evidence);
  });

  it("counts as written by the call within a second of an attempt where only the local clock is known", () => {
    const local = new AttemptClock(attempts, { clock: Date, recentWrites: new RecentWrites() }, []);
    const evidence = [19_100, 21_000, 25_000, 31_000, -60_000].map((at) => findEvidence(insert, row(at), local));
    expect(evidence).toEqual(["own", "own", "matches", "own", "matches"]);
  });

  it("counts as written by an attempt that timed out at any later time", () => {
    const open = [{ startedAt: start + 20_000, endedAt: start + 20_100, isOpen: true }] as const;
    for (const recentWrites of [new RecentWrites(), knownTime()]) {
      const clock = new AttemptClock(open, { clock: Date, recentWrites }, []);
      expect([18_000, 20_050, 3_600_000].map((at) => findEvidence(insert, row(at), clock))).toEqual([
        "matches",
        "own",
        "own",
      ]);
    }
  });

  it("counts as written by the call whatever the Date of the response says", () => {
    const now = performance.now();
    for (const ahead of [-3_600_000, 0, 5_000, 3_600_000]) {
      const dates = [{ date: offset + now + ahead, receivedAt: now }];
      const clock = new AttemptClock(attempts, { clock: Date, recentWrites: new RecentWrites() }, dates);
      expect(findEvidence(insert, row(20_050), clock)).toBe("own");
    }
  });

  it("predates the call where a write of this client gave it its ETag before", () => {
    const recentWrites = new RecentWrites();
    recentWrites.note(address, 'W/"given"' as ETag, start);
    const sent = { name: "insert", ...address, body } as never;
    const evidence = (etag: string, startedAt: number) =>
      findEvidence(
        sent,
        row(20_050, 1, etag),
        new AttemptClock([{ startedAt, endedAt: start + 20_100 }], { clock: Date, recentWrites }, []),
      );
    expect(evidence('W/"given"', start + 20_000)).toBe("predates");
    expect(evidence('W/"given"', start - 1_000)).not.toBe("predates");
    expect(evidence('W/"other"', start + 20_000)).toBe("own");
  });

  it("does not predate the call because the machine was suspended since", () => {
    const suspendedMs = 3_600_000;
    const startedAtDate = offset + start - suspendedMs;
    const evidence = (first: AmbiguousAttempt) =>
      findEvidence(
        insert,
        row(-suspendedMs),
        new AttemptClock([first], { clock: Date, recentWrites: new RecentWrites() }, []),
      );
    expect(evidence({ startedAt: start, endedAt: start + 100 })).toBe("predates");
    expect(evidence({ startedAt: start, startedAtDate, endedAt: start + 100 })).toBe("matches");
  });

  it("predates the call only by every clock: a Date, the dating clock and the last write can each contradict", () => {
    const now = performance.now();
    const hour = 3_600_000;
    const dates = (ahead: number) => [{ date: offset + now + ahead, receivedAt: now }];
    const recentWrites = new RecentWrites();
    const clocks = { clock: Date, recentWrites };
    const behind = new RecentWrites();
    behind.note(address, `W/"datetime'${new Date(Date.now() - hour).toISOString()}'"` as ETag, performance.now());
    const old = row(longAgo, 2);
    const evidence = (clock: AttemptClock) => findEvidence(insert, old, clock);
    expect(evidence(new AttemptClock(attempts, clocks, dates(0)))).toBe("predates");
    expect(evidence(new AttemptClock(attempts, clocks, dates(hour)))).toBe("predates");
    expect(evidence(new AttemptClock(attempts, clocks, dates(-hour)))).toBe("different");
    expect(evidence(new AttemptClock(attempts, { ...clocks, clock: { now: () => Date.now() - hour } }, []))).toBe(
      "different",
    );
    expect(evidence(new AttemptClock(attempts, { ...clocks, recentWrites: behind }, []))).toBe("different");
  });

  it("is not made older by a Date that is ahead", () => {
    const now = performance.now();
    const ahead = [{ date: offset + now + 3_600_000, receivedAt: now }];
    const clock = new AttemptClock(attempts, { clock: Date, recentWrites: new RecentWrites() }, ahead);
    expect(findEvidence(insert, row(-60_000, 2), clock)).toBe("different");
  });
});

const anything = ["own", "matches", "deleted", "unchanged", "predates", "missing", "different", "present"] as const;

describe("the combined", () => {
  const rows = fc.array(fc.constantFrom<Evidence>(...anything), { minLength: 1, maxLength: 6 });

  it("is success only where each row is as the writes leave it", () => {
    fc.assert(
      fc.property(rows, (evidence) => {
        const agrees = evidence.every((one) => one === "own" || one === "deleted");
        expect(judge(evidence) === "applied").toBe(agrees);
      }),
    );
  });

  it("is a rejection only if a row predates the call, and none looks like ours or may still be written", () => {
    fc.assert(
      fc.property(rows, (evidence) => {
        const isDoubtful = (["own", "matches", "unchanged"] as const).some((one) => evidence.includes(one));
        expect(judge(evidence) === "predates").toBe(evidence.includes("predates") && !isDoubtful);
      }),
    );
  });

  it("asks for a fence wherever a row still has the ETag that was sent", () => {
    fc.assert(
      fc.property(rows, (evidence) => {
        expect(judge(evidence) === "unchanged").toBe(evidence.includes("unchanged"));
      }),
    );
  });

  it("names the row that speaks against success", () => {
    expect(explainUnknown(["own", "missing", "different"])).toEqual({ index: 1, seen: "the row does not exist" });
    expect(explainUnknown(["deleted", "matches"])).toMatchObject({
      index: 1,
      seen: expect.stringMatching(/another time/),
    });
    expect(explainUnknown(["own", "predates"]).seen).toMatch(/disagree/);
  });
});
