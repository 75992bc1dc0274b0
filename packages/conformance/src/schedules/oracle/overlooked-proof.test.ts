import { describe, expect, it } from "vitest";
import type { CallSpec } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { checkRun } from "./oracle.js";
import { doubt, minute, type Sent, Story } from "./test/story.js";

const insert = { op: "insert", row: "A1", sku: "mine", quantity: 1 } as const satisfies CallSpec;
const merge = { op: "merge", row: "A1", sku: "mine", quantity: 1, ifMatch: "known" } as const satisfies CallSpec;

const write = { kind: "insert", row: "A1" } as const;
const put = { kind: "insertOrReplace", row: "A1" } as const;
const patch = { kind: "merge", row: "A1", ifMatch: "base" } as const;
const lost: Sent = { write, at: 0 };
const unknown = { error: doubt };

function expectFalse(run: ScheduleRun, proof: string): void {
  expect(checkRun(run)).toMatchObject([{ kind: `unknown, although ${proof}`, isTolerated: false }]);
}

function expectNothing(run: ScheduleRun): void {
  expect(checkRun(run)).toEqual([]);
}

describe("unknown", () => {
  const [same, notRead, old, unchanged] = [
    "every row is as it should be",
    "a row was not read back",
    "a row is certainly older",
    "a row is still under the ETag that was sent",
  ] as const;
  const conflict: Sent = { write, at: 20, handled: [[21, 409]], heard: 0 };
  const overtaken: Sent = { write: patch, at: 20, handled: [[21, 412]], heard: 0 };
  const read: Sent = { read: "A1", at: 40, handled: [[41, "row"]], heard: 0 };
  const unread: Sent = { read: "A1", at: 40 };

  it("is false of an insert that was read back", () => {
    const own: Sent = { ...lost, handled: [[1, "own"]] };
    expectFalse(new Story().send(own).send(conflict).send(read).told(insert, 60, unknown), same);
    expectNothing(new Story().send(own).send(conflict).send(unread).told(insert, 60, unknown));
    expectFalse(new Story().send(own).send(conflict).told(insert, 60, unknown), notRead);
    expectNothing(new Story().clocks(-5_000, 0).send(own).send(conflict).send(read).told(insert, 60, unknown));
  });

  it("is false of a conflict with a row that is 16 minutes old", () => {
    const story = (ageMs: number) => new Story().row("A1", ageMs, "base").send(lost).send(conflict).send(read);
    expectFalse(story(17 * minute).told(insert, 60, unknown), old);
    expectNothing(story(14 * minute).told(insert, 60, unknown));
    expectNothing(
      story(17 * minute)
        .clocks(0, 11 * minute)
        .told(insert, 60, unknown),
    );
    expectFalse(
      story(17 * minute)
        .clocks(0, 800)
        .told(insert, 60, unknown),
      old,
    );
    expectNothing(
      story(17 * minute)
        .clocks(2 * minute, 0)
        .told(insert, 60, unknown),
    );
  });

  it("is false of a row that is still under its ETag, unless the fence fails", () => {
    const story = () =>
      new Story()
        .row("A1", minute, "base")
        .send({ ...lost, write: patch })
        .send({ write: patch, at: 20, handled: [[21, 412]], heard: 0 })
        .send(read);
    const fence: Sent = { write: { kind: "fence", row: "A1", ifMatch: "base" }, at: 50 };
    expectFalse(story().told(merge, 60, unknown), unchanged);
    expectFalse(
      story()
        .send({ ...fence, handled: [[51, "fence"]], heard: 0 })
        .told(merge, 60, unknown),
      unchanged,
    );
    expectNothing(story().send(fence).told(merge, 60, unknown));
    expectNothing(
      story()
        .send({ ...fence, handled: [[51, 412]], heard: 0 })
        .told(merge, 60, unknown),
    );
  });

  it("is false of a write under an ETag that nobody overtook", () => {
    const story = new Story().row("A1", minute, "base").send({ write: patch, at: 0, handled: [[1, "own"]] });
    expectFalse(story.send(overtaken).send(read).told(merge, 60, unknown), same);
  });

  it("may be told where others have written the row, or it is missing", () => {
    const other: Sent = { client: 1, write: { ...put, sku: "other" }, at: 5, handled: [[6, "other"]], heard: 0 };
    expectNothing(new Story().send(lost).send(other).send(conflict).send(read).told(insert, 60, unknown));
    expectNothing(
      new Story()
        .send(lost)
        .send({ ...lost, at: 20 })
        .send({ ...read, handled: [[41, 404]] })
        .told(insert, 60, unknown),
    );
  });

  it("may be told of a transaction that may have been applied between the reads of its rows", () => {
    const both = [write, { ...put, row: "A2" }] as const;
    const story = (sku: string) =>
      new Story()
        .row("A1", 17 * minute, "base")
        .send({ write: both, at: 0 })
        .send({ client: 1, write: { ...put, row: "A2", sku }, at: 5, handled: [[6, "other"]], heard: 0 })
        .send({ write: both, at: 20, handled: [[21, 409]], heard: 0 })
        .send(read)
        .send({ ...read, read: "A2" });
    const spec = { op: "transaction", writes: [insert, { ...insert, op: "insertOrReplace", row: "A2" }] } as const;
    expectNothing(story("mine").told(spec, 60, unknown));
    expectFalse(story("other").told(spec, 60, unknown), old);
  });

  it("may be told where the second read of a row under its ETag fails, once another row has lost its own", () => {
    const both = [patch, { ...patch, row: "A2", ifMatch: "gone" }] as const;
    const story = () =>
      new Story()
        .row("A1", minute, "base")
        .row("A2", minute, "next")
        .send({ write: both, at: 0 })
        .send({ write: both, at: 20, handled: [[21, 412]], heard: 0 })
        .send(read)
        .send({ ...read, read: "A2" });
    const spec = { op: "transaction", writes: [merge, { ...merge, row: "A2" }] } as const;
    expectFalse(story().told(spec, 60, unknown), unchanged);
    expectNothing(
      story()
        .send({ ...unread, at: 45 })
        .told(spec, 60, unknown),
    );
  });

  it("may be told of an attempt that a read has ruled out", () => {
    const own: Sent = { ...lost, handled: [[1, "own"]] };
    const again: Sent = { ...lost, at: 30 };
    const other: Sent = { client: 1, write: { ...put, sku: "other" }, at: 11, handled: [[12, "other"]], heard: 0 };
    const back: Sent = { client: 1, write: put, at: 25, handled: [[26, "back"]], heard: 0 };
    const early: Sent = { ...read, at: 15, handled: [[16, "row"]] };
    expectNothing(
      new Story().send(own).send(other).send(early).send(back).send(again).send(read).told(insert, 60, unknown),
    );
    expectFalse(new Story().send(own).send(again).told(insert, 60, unknown), notRead);
  });

  it("may be told of a whole call whose time was over", () => {
    expectFalse(new Story().send(lost).told(insert, 29_000, unknown), notRead);
    expectNothing(new Story().send(lost).told(insert, 30_000, unknown));
  });
});
