import type { CallResult } from "../calls/call-spec.js";
import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isHidden, isLate } from "../world/exchange.js";
import { isApplied, type Version } from "../world/journal.js";
import { parseWrites, rowOf } from "../world/parse-writes.js";
import type { Unit } from "./unit.js";

/**
 * How finely a client can tell when a row was written, in milliseconds: answers are dated in whole seconds, and clocks
 * of the service's machines may differ by a quarter of one.
 */
const resolutionMs = 1_300;

/**
 * Why a client may say that it does not know what a unit did; undefined where it could have known. It may where an
 * attempt was hidden from it, and one of these holds besides.
 */
export function reasonForUnknown(unit: Unit, run: ScheduleRun): string | undefined {
  const { requests, result } = unit;
  const { exchanges, journal } = run;
  if (!requests.some(isHidden)) return undefined;
  if (!run.isSynchronized) return "the clocks differ";
  if (requests.some(isLate)) return "an attempt may still have been in flight";
  const last = requests.at(-1);
  if (last !== undefined && isHidden(last) && !requests.some(isApplied)) return "nothing refused it";
  const rows = [...new Set(requests.flatMap(({ request }) => parseWrites(request).map(({ row }) => row)))];
  const reads = readsOf(unit, exchanges);
  const lastEnd = Math.max(...requests.map(({ endedAt }) => endedAt ?? 0));
  // A bulk goes on, and may read the row again for another item.
  const nextWrite = (row: string) =>
    exchanges.find((each) => isOfCall(each, result) && each.sentAt >= lastEnd && isWriteTo(each, row))?.sentAt ??
    Number.POSITIVE_INFINITY;
  const readBack = (row: string) =>
    reads.findLast(
      ({ request, sentAt, ended }) =>
        sentAt >= lastEnd && sentAt <= nextWrite(row) && ended === "answered" && rowOf(request.url) === row,
    );
  if (!rows.every((row) => readBack(row) !== undefined)) return "a row was not read back";
  const isMissing = (row: string) => readBack(row)?.response?.status === 404;
  if (rows.some((row) => isMissing(row) && !isDeleted(requests, row))) return "a row was missing";
  const since = Math.min(...requests.map(({ sentAt }) => sentAt)) - slackOf(reads);
  const isOthers = ({ exchange, at }: Version) =>
    at >= since && at <= result.endedAt && (exchange === undefined || !requests.includes(exchange));
  return rows.some((row) => journal.versions(row).some(isOthers)) ? "others wrote the rows" : undefined;
}

/** How far off a client's estimate of the service's time may be: answers were dated before they travelled. */
export function slackOf(reads: readonly Exchange[]): number {
  const travelled = ({ deliveredAt, endedAt }: Exchange) => (endedAt ?? 0) - (deliveredAt ?? endedAt ?? 0);
  return resolutionMs + Math.max(0, ...reads.map(travelled));
}

export function readsOf({ result }: Unit, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((each) => each.isRead && isOfCall(each, result));
}

function isOfCall({ client, call }: Exchange, result: CallResult): boolean {
  return client === result.client && call === result.call;
}

function isWriteTo({ request }: Exchange, row: string): boolean {
  return parseWrites(request).some((write) => write.row === row);
}

function isDeleted(requests: readonly Exchange[], row: string): boolean {
  return requests.some(({ request }) =>
    parseWrites(request).some((write) => write.row === row && write.kind === "delete"),
  );
}
