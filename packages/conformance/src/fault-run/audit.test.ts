import { describe, expect, it } from "vitest";
import type { RequestedWrite, WriteKind } from "../schedules/world/parse-writes.js";
import type { Delivery } from "../soak/exchange.js";
import type { Fault } from "../soak/faults.js";
import { audit } from "./audit.js";
import type { Claim, ReadClaim } from "./call-claims.js";
import type { WriteExchange } from "./write-exchange.js";

const write = (kind: WriteKind, sku: string, more: Partial<RequestedWrite> = {}): RequestedWrite => ({
  kind,
  row: "P/1",
  properties: kind === "delete" ? {} : { sku, quantity: 1 },
  ifMatch: undefined,
  ...more,
});

let order = 0;
/** Creates a delivery. Deliveries are in the order of the calls, and the clock advances by 10 with each. */
function delivery(isApplied: boolean, etag = `E${order}`): Delivery {
  order++;
  return { order, sentAt: order * 10, handledAt: order * 10 + 5, status: 204, isApplied, etags: [etag] };
}

/** Creates a request of a call. @param seen delivery whose response the client received */
function exchange(
  call: string,
  writes: readonly RequestedWrite[],
  deliveries: readonly Delivery[],
  { fault, seen }: { readonly fault?: Fault; readonly seen?: number } = {},
): WriteExchange {
  return { call, writes, fault, deliveries: [...deliveries], seen: seen === undefined ? undefined : deliveries[seen] };
}

/** Creates the claim of a call that lasted for the whole run. */
function claim(call: string, rows: readonly RequestedWrite[], more: Partial<Claim> = {}): Claim {
  const claimed = rows.map(({ row, kind, ifMatch }) => ({ row, kind, ifMatch, etag: undefined }));
  const times = { startedAt: 0, endedAt: order * 10 + 9 };
  return { call, kind: "call", rows: claimed, told: "ok", code: undefined, adds: false, ...times, ...more };
}

/** Returns the kinds of findings of an audit, whose final table is the one that the deliveries left. */
function kinds(writes: Claim[], exchanges: WriteExchange[], table: Record<string, string>, reads: ReadClaim[] = []) {
  const found = audit([{ writes, reads, failedReads: 0 }], exchanges, new Map(Object.entries(table)));
  return found.map((one) => ("violation" in one ? one.violation : one.limit));
}

const insert = write("insert", "a");
const upsert = write("insertOrReplace", "a");
const merge = write("merge", "a", { ifMatch: "E1" });
const exists = { told: "refused", code: "entity.already-exists" } as const;
const stored = { "P/1": "a|1" };

/** Creates a request in which another call inserted a row. */
const others = (isApplied = true) => exchange("z", [write("insert", "z")], [delivery(isApplied, "E1")], { seen: 0 });

describe("a call that was told ok", () => {
  it("was applied", () => {
    const sent = exchange("a", [insert], [delivery(true)], { seen: 0 });
    expect(kinds([claim("a", [insert])], [sent], stored)).toEqual([]);
  });

  it("is false where it was not applied, or only later", () => {
    const lost = exchange("a", [insert], [], { fault: "reset before" });
    expect(kinds([claim("a", [insert])], [lost], {})).toEqual(["falsely ok"]);
    const told = claim("a", [insert]);
    const late = exchange("a", [insert], [delivery(true)], { fault: "late" });
    expect(kinds([told], [late], stored)).toEqual(["falsely ok"]);
  });

  it("is false with an ETag that the row never had", () => {
    const sent = exchange("a", [insert], [delivery(true, "E9")], { seen: 0 });
    const rows = [{ row: "P/1", kind: "insert" as const, ifMatch: undefined, etag: "E8" }];
    expect(kinds([{ ...claim("a", [insert]), rows }], [sent], stored)).toEqual(["falsely ok"]);
  });

  it("may be a delete that another client has made, after a lost attempt alone", () => {
    const remove = write("delete", "");
    const before = others();
    const theirs = exchange("y", [remove], [delivery(true)], { seen: 0 });
    const lost = exchange("a", [remove], [], { fault: "reset before" });
    const claims = () => [claim("a", [remove])];
    expect(kinds(claims(), [before, theirs, lost], {})).toEqual(["confirmed: another client wrote the same"]);
    const refused = exchange("a", [remove], [delivery(false)], { seen: 0 });
    expect(kinds(claims(), [before, theirs, refused], {})).toEqual(["falsely ok"]);
  });

  it("may be applied again where it has no condition, or its row was deleted", () => {
    const twice = exchange("a", [upsert], [delivery(true), delivery(true)], { seen: 0 });
    expect(kinds([claim("a", [upsert])], [twice], stored)).toEqual(["an unconditional write lands again"]);
    const [first, removed, second] = [delivery(true), delivery(true), delivery(true)];
    const remove = exchange("z", [write("delete", "")], [removed], { seen: 0 });
    const again = exchange("a", [insert], [first, second], { seen: 0 });
    expect(kinds([claim("a", [insert])], [again, remove], stored)).toEqual(["inserted again after a deletion"]);
    expect(kinds([claim("a", [insert])], [again], stored)).toEqual(["doubled"]);
    const before = others();
    const gone = exchange("a", [write("delete", "")], [delivery(true)], { fault: "reset after" });
    const theirs = others();
    const goneAgain = exchange("a", [write("delete", "")], [delivery(true)], { seen: 0 });
    const deletes = [claim("a", [write("delete", "")])];
    expect(kinds(deletes, [before, gone, theirs, goneAgain], {})).toEqual(["written again after a deletion"]);
  });

  it("is doubled where it was applied twice under one ETag, or sent again after a success", () => {
    const before = others();
    const twice = exchange("a", [merge], [delivery(true), delivery(true)], { seen: 0 });
    expect(kinds([claim("a", [merge])], [before, twice], stored)).toEqual(["doubled"]);
    const again = [0, 1].map(() => exchange("a", [upsert], [delivery(true)], { seen: 0 }));
    expect(kinds([claim("a", [upsert])], again, stored)).toContain("doubled");
  });
});

describe("a call that was refused", () => {
  it("may be inserted later by a held attempt, where the row was there before the call and was deleted after it", () => {
    const before = others();
    const startedAt = order * 10 + 9;
    const refused = exchange("a", [insert], [delivery(false)], { seen: 0 });
    const told = claim("a", [insert], { ...exists, startedAt });
    const early = claim("a", [insert], { ...exists, startedAt: 0 });
    const removed = exchange("z", [write("delete", "")], [delivery(true)], { seen: 0 });
    const held = exchange("a", [insert], [delivery(true)], { fault: "reset before" });
    const run = [before, refused, removed, held];
    expect(kinds([told], run, stored)).toEqual(["refused, and inserted after the row was deleted"]);
    expect(kinds([early], run, stored), "the row was not there before").toEqual(["falsely failed"]);
    expect(kinds([{ ...told, endedAt: order * 10 + 9 }], run, stored), "in its time").toEqual(["falsely failed"]);
  });

  it("needs a reason", () => {
    const before = others();
    const refused = exchange("a", [insert], [delivery(false)], { seen: 0 });
    expect(kinds([claim("a", [insert], exists)], [before, refused], { "P/1": "z|1" })).toEqual([]);
    expect(kinds([claim("a", [insert], exists)], [refused], {})).toEqual(["falsely failed"]);
  });

  it("was not applied, not even later", () => {
    const lost = exchange("a", [insert], [delivery(true)], { fault: "reset after" });
    const refused = exchange("a", [insert], [delivery(false)], { seen: 0 });
    expect(kinds([claim("a", [insert], exists)], [lost, refused], stored)).toEqual(["falsely failed"]);
    const before = others();
    const told = claim("a", [merge], { told: "refused", code: "service.busy" });
    const late = exchange("a", [merge], [delivery(true)], { fault: "late" });
    expect(kinds([told], [before, late], stored)).toEqual(["falsely failed"]);
  });

  it("may have been applied by a duplicate, where no attempt was lost", () => {
    const twice = () =>
      exchange("a", [insert], [delivery(true), delivery(false)], { fault: "duplicate, second", seen: 1 });
    const limit = "refused, as a duplicate of it was applied";
    expect(kinds([claim("a", [insert], exists)], [twice()], stored)).toEqual([limit]);
    const lost = exchange("a", [insert], [], { fault: "reset before" });
    expect(kinds([claim("a", [insert], exists)], [lost, twice()], stored)).toEqual(["falsely failed"]);
  });

  it("is no delete of a row that was there", () => {
    const remove = write("delete", "");
    const refused = exchange("a", [remove], [delivery(false)], { seen: 0 });
    const absent = { told: "absent" } as const;
    expect(kinds([claim("a", [remove], absent)], [refused], {})).toEqual([]);
    const before = others();
    const told = claim("a", [remove], { ...absent, startedAt: order * 10 + 8 });
    expect(kinds([told], [before, refused], { "P/1": "z|1" })).toEqual(["falsely failed"]);
  });
});

describe("a call that was told unknown", () => {
  it("is never false", () => {
    const unknown = { told: "unknown", code: "write.outcome-unknown" } as const;
    const applied = exchange("a", [insert], [delivery(true)], { fault: "reset after" });
    expect(kinds([claim("a", [insert], unknown)], [applied], stored)).toEqual([]);
    expect(kinds([claim("a", [insert], unknown)], [], {})).toEqual([]);
  });
});

it("an error needs a code", () => {
  expect(kinds([claim("a", [insert], { told: "uncoded", code: "TypeError" })], [], {})).toEqual(["uncoded"]);
});

it("a modify that counts twice is doubled, but for a duplicate whose refusal it was given", () => {
  const counter = (quantity: number, ifMatch: string) =>
    write("merge", "a", { ifMatch, properties: { sku: "a", quantity } });
  const run = (fault: Fault) => {
    const before = others();
    const first = exchange("a", [counter(2, "E1")], [delivery(true, "E2"), delivery(false)], { fault, seen: 1 });
    const second = exchange("a", [counter(3, "E2")], [delivery(true)], { seen: 0 });
    const told = claim("a", [write("merge", "a")], { kind: "modify", adds: true });
    return kinds([told], [before, first, second], { "P/1": "a|3" });
  };
  expect(run("duplicate, second")).toEqual(["refused, as a duplicate of it was applied"]);
  expect(run("reset after")).toEqual(["doubled"]);
});

it("a call that adds one loses nothing that others added", () => {
  const before = others();
  const five = write("merge", "a", { properties: { sku: "a", quantity: 5 } });
  const sent = exchange("a", [five], [delivery(true)], { seen: 0 });
  expect(kinds([claim("a", [five], { adds: true })], [before, sent], { "P/1": "a|5" })).toEqual(["lost"]);
});

it("a transaction is torn where a part of it is applied by itself", () => {
  const other = write("insert", "a", { row: "P/2" });
  const part = exchange("a", [insert], [delivery(true)], { seen: 0 });
  expect(kinds([claim("a", [insert, other])], [part], stored)).toEqual(["torn"]);
});

it("the table holds what was delivered, and nothing else", () => {
  const sent = exchange("a", [insert], [delivery(true)], { seen: 0 });
  expect(kinds([], [sent], {})).toEqual(["lost"]);
  expect(kinds([], [], stored)).toEqual(["doubled"]);
  const both = exchange("b", [insert, write("insert", "b", { row: "P/2" })], [delivery(true)], { seen: 0 });
  expect(kinds([], [both], stored)).toEqual(["torn"]);
});

it("a change of nothing, which keeps lost attempts from being applied, is no effect of a call", () => {
  const before = others();
  const fence = exchange("a", [write("merge", "", { ifMatch: "E1", properties: {} })], [delivery(true)], { seen: 0 });
  const told = claim("a", [merge], { told: "refused", code: "service.busy" });
  expect(kinds([told], [before, fence], { "P/1": "z|1" })).toEqual([]);
});

it("a read gives what was stored meanwhile", () => {
  const sent = exchange("a", [insert], [delivery(true)], { seen: 0 });
  const read = (rows: Record<string, string>): ReadClaim => ({
    ...{ call: "r", prefix: "P/", rows },
    ...{ startedAt: order * 10 + 6, endedAt: order * 10 + 8 },
  });
  expect(kinds([], [sent], stored, [read(stored)])).toEqual([]);
  expect(kinds([], [sent], stored, [read({})])).toEqual(["misread"]);
  expect(kinds([], [sent], stored, [read({ "P/1": "b|1" })])).toEqual(["misread"]);
  expect(kinds([], [sent], stored, [read({ ...stored, "P/3": "b|1" })])).toEqual(["misread"]);
});
