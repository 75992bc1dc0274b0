import { TableError } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import type { CallResult, CallSpec, InitialRow } from "../calls/call-spec.js";
import { inVirtualTime } from "../explore/explore.js";
import { runSchedule, type ScheduleRun } from "../run-schedule.js";
import { checkRun } from "./oracle.js";

const insert = { op: "insert", row: "A1", sku: "mine", quantity: 2 } as const;
const merge = { op: "merge", row: "A1", sku: "mine", quantity: 2, ifMatch: "known" } as const;
const remove = { op: "delete", row: "A1", ifMatch: "*" } as const;
const old: InitialRow = { row: "A1", ageMs: 3_600_000 };
const lost = "connection lost after it was handled";

const refusal = new TableError("entity.already-exists", "A lie.");
const doubt = Object.defineProperty(new TableError("write.outcome-unknown", "A lie."), "outcome", { value: "unknown" });

interface Case {
  readonly calls: readonly CallSpec[];
  readonly rows?: readonly InitialRow[];
  /** Outcomes of requests, by number. The others get a response. */
  readonly script?: readonly (readonly [number, string])[];
}

/** Runs the calls of one client, alongside a client that only reads. */
function run({ calls, rows = [], script = [] }: Case): Promise<ScheduleRun> {
  const answered = Array.from({ length: 40 }, (_, number) => [number, "answered"] as const);
  const program = { mix: "given", rows, clients: [calls, [{ op: "query", partition: "B" } as const]] };
  return inVirtualTime((time) => runSchedule(time, 2, { program, script: new Map([...answered, ...script]) }));
}

/** Returns the run as if the client had received this result of its first call. */
function told(truth: ScheduleRun, settled: CallResult["settled"]): ScheduleRun {
  const results = truth.results.map((result) => (isFirst(result) ? { ...result, settled } : result));
  return { ...truth, results };
}

function isFirst({ client, call }: { readonly client: number; readonly call: number }): boolean {
  return client === 0 && call === 0;
}

function kinds(of: ScheduleRun): string[] {
  return checkRun(of).map(({ kind }) => kind);
}

describe("the truth", () => {
  it.each<[string, Case]>([
    ["an insert", { calls: [insert] }],
    ["an insert of a row that exists", { calls: [insert], rows: [old] }],
    ["an insert whose answer was lost", { calls: [insert], script: [[0, lost]] }],
    ["a merge whose answer was lost", { calls: [merge], rows: [old], script: [[1, lost]] }],
    ["a deletion whose answer was lost", { calls: [remove], rows: [old], script: [[0, lost]] }],
    ["a transaction", { calls: [{ op: "transaction", writes: [insert, { ...insert, row: "A2" }] }] }],
    ["a bulk", { calls: [{ op: "bulk", writes: [insert, { ...insert, row: "B1" }] }], rows: [old] }],
    ["deleteWhere", { calls: [{ op: "deleteWhere", partition: "A" }], rows: [old] }],
    ["deletePartition", { calls: [{ op: "deletePartition", partition: "A" }], rows: [old] }],
    [
      "reads",
      {
        calls: [
          { op: "getMany", rows: ["A1", "A2"] },
          { op: "query", partition: "A" },
        ],
        rows: [old],
      },
    ],
  ])("%s: nothing is found", async (_, given) => {
    expect(kinds(await run(given))).toEqual([]);
  });
});

describe("a lie", () => {
  it.each<[string, Case, CallResult["settled"], string]>([
    ["a write was refused", { calls: [insert] }, { error: refusal }, "refused, but applied"],
    [
      "a transaction was refused",
      { calls: [{ op: "transaction", writes: [insert] }] },
      { error: refusal },
      "refused, but applied",
    ],
    [
      "a write was applied",
      { calls: [insert], rows: [old] },
      { value: { $etag: "x" } },
      "confirmed, but never applied",
    ],
    [
      "nobody knows, of what was answered",
      { calls: [insert] },
      { error: doubt },
      "unknown, although no attempt was hidden",
    ],
    [
      "nobody knows, of what was read back",
      { calls: [insert], script: [[0, lost]] },
      { error: doubt },
      "unknown, although every row is as it should be",
    ],
    ["another ETag", { calls: [insert] }, { value: { $etag: "x" } }, "a wrong ETag"],
    ["no ETag", { calls: [insert] }, { value: {} }, "confirmed without an ETag"],
    [
      "there was no row to delete",
      { calls: [remove], rows: [old] },
      { value: false },
      "said to be absent, but was deleted by this call",
    ],
    [
      "a row was deleted",
      { calls: [{ ...remove, row: "A2" }], rows: [old] },
      { value: true },
      "confirmed, but never applied",
    ],
    ["an outcome less", { calls: [{ op: "bulk", writes: [insert] }] }, { value: [] }, "not one outcome for each item"],
    [
      "a count",
      { calls: [{ op: "deletePartition", partition: "A" }], rows: [old] },
      { value: 7 },
      "a wrong count of deletions",
    ],
    [
      "a row",
      { calls: [{ op: "getMany", rows: ["A1"] }], rows: [old] },
      { value: [undefined] },
      "a read of what never was",
    ],
    ["an error of nobody", { calls: [insert], rows: [old] }, { error: new Error("x") }, "an error of another type"],
  ])("%s", async (_, given, settled, kind) => {
    const truth = await run(given);
    expect(kinds(truth)).toEqual([]);
    expect(kinds(told(truth, settled))).toContain(kind);
  });

  it("an item of a bulk was refused", async () => {
    const truth = await run({ calls: [{ op: "bulk", writes: [insert] }] });
    const value = [{ ok: false, index: 0, item: insert, error: refusal }];
    expect(kinds(told(truth, { value }))).toEqual(["refused, but applied"]);
  });

  it("a write was refused, while it was still in flight", async () => {
    const truth = await run({ calls: [insert] });
    const at = Number.POSITIVE_INFINITY;
    for (const { deliveries } of truth.exchanges.filter(isFirst))
      deliveries.push(...deliveries.splice(0).map((delivery) => ({ ...delivery, at })));
    const code = new TableError("service.rejected", "A lie.");
    expect(kinds(told(truth, { error: code }))).toEqual(["refused, but applied later"]);
  });

  it("one write of two was told", async () => {
    const truth = await run({ calls: [merge, merge], rows: [old] });
    const exchanges = truth.exchanges.map((exchange) => (exchange.client === 0 ? { ...exchange, call: 0 } : exchange));
    const results = truth.results.filter(({ client, call }) => client === 1 || call === 0);
    expect(kinds({ ...truth, exchanges, results })).toContain("applied more than once");
  });

  it("a row is left after deletePartition", async () => {
    const truth = await run({ calls: [{ op: "query", partition: "A" }], rows: [old] });
    const results = truth.results.map((result) =>
      isFirst(result)
        ? { ...result, spec: { op: "deletePartition" as const, partition: "A" }, settled: { value: 0 } }
        : result,
    );
    expect(kinds({ ...truth, results })).toEqual(["a row that is left after deletePartition"]);
  });

  it("the service holds something else", async () => {
    const truth = await run({ calls: [insert] });
    expect(kinds({ ...truth, stored: new Map() })).toEqual(["the final state is not the replay of the record"]);
  });

  it("a call does not settle, and a promise rejects that nothing awaits", async () => {
    const truth = await run({ calls: [insert] });
    const found = kinds({ ...truth, unsettled: ["0.0"], unhandled: [new Error("x")] });
    expect(found).toEqual(["a call never settled", "a rejection that nothing handles"]);
  });
});

it("another client that writes the same at the same time is tolerated, and counted", async () => {
  const program = { mix: "given", rows: [], clients: [[insert], [insert]] };
  const tolerated = await inVirtualTime(async (time) => {
    const found: string[] = [];
    for (let seed = 0; seed < 50; seed++) {
      const script = new Map(Array.from({ length: 9 }, (_, number) => [number, "answered"]));
      script.set(0, "connection lost before it was read");
      for (const finding of checkRun(await runSchedule(time, seed, { program, script }))) {
        expect(finding.isTolerated).toBe(true);
        found.push(finding.kind);
      }
    }
    return found;
  });
  expect(new Set(tolerated)).toEqual(new Set(["confirmed: another call wrote the same"]));
});
