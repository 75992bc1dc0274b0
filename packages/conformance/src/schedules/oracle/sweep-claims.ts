import type { CallResult } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { isHidden } from "../world/exchange.js";
import { isApplied } from "../world/journal.js";
import { parseWrites } from "../world/parse-writes.js";

/** Both count what they deleted; `deletePartition` leaves nothing that was there when it began. */
export function checkSweep(result: CallResult, run: ScheduleRun): readonly { kind: string; detail: string }[] {
  const { spec, settled, client, call } = result;
  if ((spec.op !== "deleteWhere" && spec.op !== "deletePartition") || "error" in settled) return [];
  const requests = run.exchanges.filter((each) => each.client === client && each.call === call && !each.isRead);
  const rowsOf = (some: typeof requests) =>
    new Set(some.flatMap(({ request }) => parseWrites(request).map(({ row }) => row)));
  const asked = rowsOf(requests);
  const deleted = rowsOf(requests.filter(isApplied));
  const hidden = rowsOf(requests.filter(isHidden));
  const problems: { kind: string; detail: string }[] = [];
  const isPartition = spec.op === "deletePartition";
  const counted = isPartition ? (settled.value as number) : (settled.value as { deleted: number }).deleted;
  // What others deleted first counts as changed, and nowhere in `deletePartition`.
  const changed = isPartition ? asked.size - counted : (settled.value as { changed: number }).changed;
  const max = new Set([...deleted, ...hidden, ...[...asked].filter((row) => wasGone(row, result, run))]).size;
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
