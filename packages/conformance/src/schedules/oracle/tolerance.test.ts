import { describe, expect, it } from "vitest";
import type { CallSpec } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { checkRun } from "./oracle.js";
import { etagOf, minute, refusal, type Sent, Story } from "./test/story.js";
import { tolerated } from "./tolerance.js";

const insert = { op: "insert", row: "A1", sku: "mine", quantity: 1 } as const satisfies CallSpec;
const upsert = { ...insert, op: "insertOrReplace" } as const satisfies CallSpec;
const merge = { op: "merge", row: "A1", sku: "mine", quantity: 1, ifMatch: "known" } as const satisfies CallSpec;
const any = { ...merge, ifMatch: "*" } as const satisfies CallSpec;
const remove = { op: "delete", row: "A1", ifMatch: "*" } as const satisfies CallSpec;
const modify = { op: "modify", row: "A1" } as const satisfies CallSpec;
const transaction = { op: "transaction", writes: [merge, { ...insert, row: "A2" }] } as const satisfies CallSpec;

const write = { kind: "insert", row: "A1" } as const;
const put = { kind: "insertOrReplace", row: "A1" } as const;
const patch = { kind: "merge", row: "A1", ifMatch: "base" } as const;
const patchAny = { kind: "merge", row: "A1" } as const;
const erase = { kind: "delete", row: "A1" } as const;
const batch = [patch, { kind: "insert", row: "A2" }] as const;
const lost: Sent = { write, at: 0 };

const ok = (etag: string) => ({ value: { $etag: etagOf(etag) } });
const refused = { error: refusal };

function expectTolerated(run: ScheduleRun, kind: string): void {
  expect(checkRun(run).map((finding) => [finding.kind, finding.isTolerated])).toEqual([[kind, true]]);
}

function expectFalse(run: ScheduleRun, kind: string): void {
  expect(checkRun(run).map((finding) => [finding.kind, finding.isTolerated])).toContainEqual([kind, false]);
}

function expectNothing(run: ScheduleRun): void {
  expect(checkRun(run)).toEqual([]);
}

/** Creates a deletion by another client. */
const deletion = (at: number, row: string = "A1"): Sent => ({
  client: 1,
  write: { kind: "delete", row },
  at,
  handled: [[at, "none"]],
  heard: 0,
});

describe(tolerated.duplicate, () => {
  const twice: Sent = {
    write,
    at: 0,
    handled: [
      [1, "own"],
      [2, 409],
    ],
    heard: 1,
  };

  it("is tolerated where the client heard the second response", () => {
    expectTolerated(new Story().send(twice).told(insert, 10, refused), tolerated.duplicate);
    const erased: Sent = {
      write: erase,
      at: 0,
      handled: [
        [1, "none"],
        [2, 404],
      ],
      heard: 1,
    };
    expectTolerated(
      new Story().row("A1", minute, "base").send(erased).told(remove, 10, { value: false }),
      tolerated.duplicate,
    );
  });

  it("is false where it heard the first", () => {
    expectFalse(new Story().send({ ...twice, heard: 0 }).told(insert, 10, refused), "refused, but applied");
  });

  it("is false where an attempt was lost", () => {
    expectFalse(
      new Story()
        .send(lost)
        .send({ ...twice, at: 1 })
        .told(insert, 20, refused),
      "refused, but applied",
    );
  });

  it("is tolerated of a round of modify, which is then written twice", () => {
    const rounds = (heard: number) =>
      new Story()
        .row("A1", minute, "base")
        .send({
          write: patch,
          at: 0,
          handled: [
            [1, "one"],
            [2, 412],
          ],
          heard,
        })
        .send({ write: { ...patch, sku: "more", ifMatch: "one" }, at: 20, handled: [[21, "two"]], heard: 0 })
        .told(modify, 40, ok("two"));
    expectTolerated(rounds(1), tolerated.duplicate);
    expectFalse(rounds(0), "applied more than once");
  });
});

describe(tolerated.lateDuplicate, () => {
  const later = (handled: Sent["handled"]): Sent => ({ write, at: 0, heard: 0, ...(handled && { handled }) });

  it("is tolerated where no attempt was lost", () => {
    const story = new Story()
      .row("A1", minute, "base")
      .send(
        later([
          [1, 409],
          [60, "own"],
        ]),
      )
      .send(deletion(50));
    expectTolerated(story.told(insert, 20, refused), tolerated.lateDuplicate);
  });

  it("is tolerated where the copy was applied before the client was told, and after it was refused", () => {
    const request = later([
      [1, 409],
      [15, "own"],
    ]);
    const story = new Story().row("A1", minute, "base").send(request).send(deletion(10));
    expectTolerated(story.told(insert, 20, refused), tolerated.lateDuplicate);
  });

  it("is false where an attempt was lost, over a row that is young", () => {
    const story = new Story()
      .row("A1", minute, "base")
      .send(lost)
      .send({
        ...later([
          [11, 409],
          [60, "own"],
        ]),
        at: 10,
      });
    expectFalse(story.send(deletion(50)).told(insert, 25, refused), "refused, but applied later");
  });
});

describe(tolerated.same, () => {
  const other = (at: number, client: number, sku: string = "mine"): Sent => ({
    client,
    call: 1,
    write: { ...write, sku },
    at,
    handled: [[at, "other"]],
    heard: 0,
  });
  const told = (story: Story, spec: CallSpec = insert) => story.told(spec, 50, ok("other"));

  it("is tolerated at the time of a lost attempt, or a second before", () => {
    expectTolerated(told(new Story().send(lost).send(other(5, 1))), tolerated.same);
    expectTolerated(told(new Story().send(other(-900, 1)).send(lost)), tolerated.same);
  });

  it("is tolerated as long before as the service's clock is ahead", () => {
    const story = new Story().clocks(5_000, 0).send(other(-5_500, 1)).send(lost);
    expectTolerated(told(story), tolerated.same);
  });

  it("is false longer before, and of other content", () => {
    for (const each of [other(-2_000, 1), other(5, 1, "other")])
      expect(checkRun(told(new Story().send(each).send(lost)))).toMatchObject([{ isTolerated: false }]);
  });

  it("is false where no attempt was lost", () => {
    const answered: Sent = { write, at: 10, handled: [[11, 409]], heard: 0 };
    const answeredOnly = told(new Story().send(other(5, 1)).send(answered));
    expectFalse(answeredOnly, "confirmed by what another client wrote at another time");
  });

  it("is false of the row whose ETag was the condition", () => {
    const story = new Story().row("A1", 500, "base", "mine").send({ write: patch, at: 0 });
    expectFalse(story.told(merge, 50, ok("base")), "confirmed by what another client wrote at another time");
  });

  it("does not cover the ETag of what another client has written since", () => {
    const own: Sent = { write, at: 0, handled: [[1, "own"]] };
    const since: Sent = { client: 1, write: { ...put, sku: "other" }, at: 5, handled: [[6, "other"]], heard: 0 };
    expectNothing(new Story().send(own).send(since).told(insert, 50, ok("own")));
    expectFalse(told(new Story().send(own).send(since)), "a wrong ETag");
  });
});

describe(tolerated.lateInsert, () => {
  const held: Sent = { write, at: 0, handled: [[100, "own"]] };
  const answered: Sent = { write, at: 20, handled: [[21, 409]], heard: 0 };
  const read: Sent = { read: "A1", at: 40, handled: [[41, "row"]], heard: 0 };
  const tell = (story: Story, endedAt: number = 50) =>
    story.send(held).send(answered).send(read).send(deletion(90)).told(insert, endedAt, refused);
  const story = (ageMs: number) => new Story().row("A1", ageMs, "base");

  it("is tolerated where a row was read that was 15 minutes old", () => {
    expectTolerated(tell(story(15 * minute)), tolerated.lateInsert);
    expectFalse(tell(story(14 * minute)), "refused, but applied later");
    expectFalse(tell(story(20 * minute).clocks(6 * minute, 0)), "refused, but applied later");
  });

  it("is false where no row was read, and where it was applied before that", () => {
    const unread = story(15 * minute)
      .send(held)
      .send(answered)
      .send(deletion(90));
    expectFalse(unread.told(insert, 50, refused), "refused, but applied later");
    const before = { ...held, handled: [[30, "own"]] } as const;
    const late = story(15 * minute)
      .send(before)
      .send(answered)
      .send(read);
    expectFalse(late.told(insert, 50, refused), "refused, but applied");
  });

  it("is tolerated where it was applied after the row had been read, and before the client was told", () => {
    expectTolerated(tell(story(15 * minute), 101), tolerated.lateInsert);
  });

  it("is tolerated where the client had seen the ETag of the row", () => {
    const first = { ...write, sku: "first" };
    const seen: Sent = { client: 0, call: 1, write: first, at: -50, handled: [[-45, "base"]], heard: 0 };
    expectTolerated(tell(new Story().send(seen)), tolerated.lateInsert);
    expectFalse(tell(new Story().send({ ...seen, client: 1 })), "refused, but applied later");
  });

  it("is false of a transaction one row of which was still under its ETag", () => {
    const run = (writes: Sent["write"]) =>
      new Story()
        .row("A1", minute, "base")
        .row("A2", 20 * minute, "old")
        .send({ ...(writes && { write: writes }), at: 0, handled: [[100, "own"]] })
        .send({ ...(writes && { write: writes }), at: 20, handled: [[21, 409]], heard: 0 })
        .send({ ...read, read: "A2" })
        .send(deletion(90, "A2"))
        .told(transaction, 50, refused);
    expectFalse(run(batch), "refused, but applied later");
    expectTolerated(run([put, batch[1]]), tolerated.lateInsert);
  });

  it("is false of a write under no condition", () => {
    const run = new Story()
      .row("A1", 20 * minute, "old")
      .send({ ...held, write: patchAny })
      .send(read)
      .told(any, 50, refused);
    expectFalse(run, "refused, but applied later");
  });
});

describe(tolerated.insertedAgain, () => {
  it("is tolerated of an insert", () => {
    const story = new Story()
      .send({
        write,
        at: 0,
        handled: [
          [1, "own"],
          [100, "again"],
        ],
        heard: 0,
      })
      .send(deletion(90));
    expectTolerated(story.told(insert, 50, ok("own")), tolerated.insertedAgain);
  });

  it("is false of a write under an ETag", () => {
    const twice: Sent = {
      write: patch,
      at: 0,
      handled: [
        [1, "own"],
        [100, "again"],
      ],
      heard: 0,
    };
    const story = new Story().row("A1", minute, "base").send(twice);
    expectFalse(story.told(merge, 50, ok("own")), "applied more than once");
    const both: Sent = { ...twice, write: batch };
    const transactions = new Story().row("A1", minute, "base").send(both);
    const value = [{ $etag: etagOf("own") }, { $etag: etagOf("own") }];
    expectFalse(transactions.told(transaction, 50, { value }), "applied more than once");
  });
});

describe(tolerated.landsAgain, () => {
  const twice = (second: number): Sent => ({
    write: put,
    at: 0,
    handled: [
      [1, "own"],
      [second, "again"],
    ],
    heard: 0,
  });

  it("is counted after the call has ended", () => {
    expectTolerated(new Story().send(twice(100)).told(upsert, 50, ok("own")), tolerated.landsAgain);
  });

  it("is counted over what others have written in between", () => {
    const other: Sent = { client: 1, write: { ...put, sku: "other" }, at: 5, handled: [[6, "other"]], heard: 0 };
    expectTolerated(new Story().send(twice(9)).send(other).told(upsert, 50, ok("own")), tolerated.landsAgain);
  });

  it("is no finding where nobody could see it", () => {
    expectNothing(new Story().send(twice(9)).told(upsert, 50, ok("own")));
  });

  it("is false after a refusal that came with a lost attempt", () => {
    const held: Sent = { write: patchAny, at: 0, handled: [[100, "own"]] };
    const inserted: Sent = { client: 1, write: { ...write, sku: "other" }, at: 60, handled: [[61, "other"]], heard: 0 };
    const story = new Story()
      .send(held)
      .send({ write: patchAny, at: 20, handled: [[21, 404]], heard: 0 })
      .send(inserted);
    expectFalse(story.told(any, 50, refused), "refused, but applied later");
  });
});
