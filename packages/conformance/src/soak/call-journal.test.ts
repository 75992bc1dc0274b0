import { expect, it } from "vitest";
import { auditJournals, type CallJournal, type FoundRow, type RowEntry } from "./call-journal.js";

const row = (customerId: string, orderNo: number, quantity: number): FoundRow => ({
  customerId,
  orderNo,
  lineNo: 1,
  sku: "A",
  quantity,
});
const entry = (more: Partial<RowEntry>): RowEntry => ({
  row: "C/1/1",
  call: "insert 1",
  claim: "confirmed",
  before: undefined,
  after: "A|1",
  ...more,
});

function kinds(journal: Partial<CallJournal>, ...found: FoundRow[]): string[] {
  const claim = { confirmed: 0, denied: 0, unknown: 0 };
  const whole = { calls: {}, claim, rows: [], counters: [], violations: [], ...journal };
  return auditJournals([whole], found).map(({ kind }) => kind);
}

it.each<[string, Partial<RowEntry>, FoundRow[], string[]]>([
  ["a confirmed insert that is there", {}, [row("C", 1, 1)], []],
  ["a confirmed insert that is not", {}, [], ["falsely confirmed"]],
  ["a confirmed change of which nothing is left", { before: "B|1" }, [], ["lost"]],
  ["a confirmed change that is another", {}, [row("C", 1, 2)], ["doubled"]],
  ["a denied insert that is not there", { claim: "denied" }, [], []],
  ["a denied insert that is there", { claim: "denied" }, [row("C", 1, 1)], ["falsely denied"]],
  ["an unknown insert that is there", { claim: "unknown" }, [row("C", 1, 1)], []],
  ["an unknown insert that is not", { claim: "unknown" }, [], []],
  ["an unknown change that is neither", { claim: "unknown", before: "B|1" }, [], ["lost"]],
  ["a row of nobody", {}, [row("C", 1, 1), row("C", 2, 1)], ["doubled"]],
])("judges %s", (_, more, found, expected) => {
  expect(kinds({ rows: [entry(more)] }, ...found)).toEqual(expected);
});

it("finds a transaction that is applied in part", () => {
  const unknown = { claim: "unknown", transaction: "pair 1" } as const;
  const rows = [entry(unknown), entry({ ...unknown, row: "C/2/1" })];
  expect(kinds({ rows }, row("C", 1, 1))).toEqual(["torn"]);
  expect(kinds({ rows }, row("C", 1, 1), row("C", 2, 1))).toEqual([]);
  expect(kinds({ rows })).toEqual([]);
});

it("holds a counter between what is confirmed and what may be", () => {
  const counters = [{ counter: "count-1", confirmed: 3, unknown: 1 }];
  const of = (quantity: number) => kinds({ counters }, row("count-1", 0, quantity));
  expect([2, 3, 4, 5].map(of)).toEqual([["lost"], [], [], ["doubled"]]);
});

it("finds a counter that its ledger does not bear out", () => {
  const counters = [{ counter: "ledger-1", confirmed: 1, unknown: 1 }];
  const rows = [entry({ row: "ledger-1/5/1" })];
  expect(kinds({ counters, rows }, row("ledger-1", 0, 1), row("ledger-1", 5, 1))).toEqual([]);
  expect(kinds({ counters, rows }, row("ledger-1", 0, 2), row("ledger-1", 5, 1))).toEqual(["torn"]);
});
