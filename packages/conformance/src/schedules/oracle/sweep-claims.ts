import type { CallResult } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isHidden } from "../world/exchange.js";
import { findApplied, isApplied } from "../world/journal.js";
import { parseWrites } from "../world/parse-writes.js";
import { findWrites } from "./unit.js";

/** Checks the number of deleted rows that a call returned. After `deletePartition` no row may remain that existed when it began. */
export function checkSweep(result: CallResult, run: ScheduleRun): readonly { kind: string; detail: string }[] {
  const { spec, settled } = result;
  if ((spec.op !== "deleteWhere" && spec.op !== "deletePartition") || "error" in settled) return [];
  const requests = findWrites(result, run.exchanges);
  const rowsOf = (some: readonly Exchange[]) =>
    new Set(some.flatMap(({ request }) => parseWrites(request).map(({ row }) => row)));
  const asked = rowsOf(requests);
  const isHeard = (each: Exchange) => findApplied(each).some((delivery) => delivery === each.heard);
  // If the network delivered a request twice, the first delivery may have been applied while the client received the rejection of the
  // second.
  const deleted = rowsOf(requests.filter((each) => isHeard(each)));
  const perhaps = rowsOf(requests.filter(isApplied));
  const hidden = rowsOf(requests.filter(isHidden));
  const problems: { kind: string; detail: string }[] = [];
  const isPartition = spec.op === "deletePartition";
  const counted = isPartition ? (settled.value as number) : (settled.value as { deleted: number }).deleted;
  // Rows that others deleted earlier count as changed, except in `deletePartition`, which does not count them.
  const changed = isPartition ? asked.size - counted : (settled.value as { changed: number }).changed;
  const max = new Set([...perhaps, ...hidden, ...[...asked].filter((row) => wasGone(row, result, run))]).size;
  if (counted + changed !== asked.size || counted < deleted.size || counted > max) {
    const detail = `${counted} deleted and ${changed} changed of ${asked.size}; the record has ${deleted.size} deleted`;
    problems.push({ kind: "a wrong count of deletions", detail });
  }
  const isLeft = (row: string) => {
    const versions = run.journal.versions(row).filter(({ at }) => at <= result.endedAt);
    const last = versions.at(-1);
    return last?.properties !== undefined && last.at < result.startedAt;
  };
  const left = isPartition ? run.journal.rowsOf(`cust!${spec.partition}/`).filter(isLeft) : [];
  if (left.length > 0) problems.push({ kind: "a row that is left after deletePartition", detail: left.join(" ") });
  return problems;
}

function wasGone(row: string, { startedAt, endedAt }: CallResult, { journal }: ScheduleRun): boolean {
  return journal.wasAbsent(row, startedAt, endedAt);
}
