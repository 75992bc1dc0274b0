import type { ScheduleRun } from "../run-schedule.js";
import type { Exchange } from "../world/exchange.js";
import { isApplied, type Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "../world/parse-writes.js";
import { beginOf, certainAgeMs, cutMs, isAsLeft, lostOf, slackMs } from "./evidence.js";
import { isFence, type Unit } from "./unit.js";

/** The limit on a whole call, in milliseconds. */
export const totalLimitMs = 30_000;

/** A `Date` that is further off than this may keep a client from trusting its clock. */
const nearDateMs = 6_000;

/** More than the age that is certain: clocks may be a little off. */
const surelyOldMs = certainAgeMs + 60_000;

/** A row of a unit as it was read back last. */
interface RowRead {
  readonly write: RequestedWrite;
  readonly version: Version | undefined;
}

/**
 * Why a client may say that it does not know what a unit did; undefined where it could have known. It may where an
 * attempt was lost, and one of these holds besides.
 */
export function reasonForUnknown(unit: Unit, run: ScheduleRun): string | undefined {
  const { requests, result } = unit;
  if (lostOf(unit).length === 0) return undefined;
  if (result.endedAt - result.startedAt >= totalLimitMs - 1) return "the time was over";
  const last = requests.at(-1) as Exchange;
  if (isNotFound(last)) return "a row or the table was missing";
  // All rows of a request tell of each item of a bulk.
  const writes = parseWrites(last.request);
  if (writes.some(({ row }) => row.startsWith("Tables/"))) return "tables are not read back";
  const reads: RowRead[] = [];
  for (const write of writes) {
    const readAt = readBackAt(unit, run, write.row);
    if (readAt === undefined) return isTried(unit, run, last) ? "a row could not be read" : undefined;
    reads.push({ write, version: run.journal.at(write.row, readAt) });
  }
  return reasonInRows(unit, run, reads);
}

function reasonInRows(unit: Unit, run: ScheduleRun, reads: readonly RowRead[]): string | undefined {
  const { clock, exchanges } = run;
  if (reads.every(({ write, version }) => isAsLeft(write, version))) {
    const firstLost = Math.min(...lostOf(unit).map(({ sentAt }) => sentAt));
    const isDatedBefore = ({ version }: RowRead) =>
      version?.properties !== undefined && version.at + clock.leastMs < firstLost - slackMs + cutMs;
    return reads.some(isDatedBefore) ? "a row is as it should be, and dated before the attempts" : undefined;
  }
  if (reads.some(({ write, version }) => write.ifMatch !== undefined && version?.etag === write.ifMatch)) {
    const fences = exchanges.filter((each) => isOfCall(unit, each) && isFence(each));
    const isBroken = ({ heard, ended }: Exchange) => ended !== "answered" || (heard?.response.status ?? 0) >= 300;
    return fences.some(isBroken) ? "a fence was lost or refused" : undefined;
  }
  return reads.some(({ version }) => version !== undefined && isSurelyOlder(unit, run, version))
    ? undefined
    : "no row is proof";
}

/** Whether a refusal by this row is certain, for a client whose responses are dated well enough. */
function isSurelyOlder(unit: Unit, run: ScheduleRun, version: Version): boolean {
  const { clock, dateOffsets } = run;
  const dateMs = dateOffsets[unit.result.client] ?? 0;
  const isDateNear = Math.abs(dateMs + clock.leastMs) <= nearDateMs && Math.abs(dateMs + clock.mostMs) <= nearDateMs;
  const isRefused = unit.requests.some((each) => each.ended === "answered" && !isApplied(each));
  const isOld = version.at + clock.mostMs <= beginOf(unit) - surelyOldMs;
  return version.properties !== undefined && isRefused && isDateNear && isOld;
}

function isNotFound({ given, request }: Exchange): boolean {
  if (typeof given !== "object") return false;
  if (given.status === 404) return request.method !== "DELETE";
  return given.status === 202 && /^HTTP\/1\.1 404/m.test(new TextDecoder().decode(given.body));
}

/** When the service handled the last read of a row after the last attempt. A bulk goes on, and may write the row again. */
function readBackAt(unit: Unit, { exchanges }: ScheduleRun, row: string): number | undefined {
  const lastEnd = unit.requests.at(-1)?.endedAt ?? 0;
  const next = exchanges.find(
    (each) => isOfCall(unit, each) && !each.isRead && !isFence(each) && each.sentAt >= lastEnd && isWriteTo(each, row),
  );
  return exchanges.findLast(
    ({ request, sentAt, ended, isRead, ...each }) =>
      isRead &&
      isOfCall(unit, each) &&
      sentAt >= lastEnd &&
      sentAt <= (next?.sentAt ?? Number.POSITIVE_INFINITY) &&
      ended === "answered" &&
      rowOf(request.url) === row,
  )?.heard?.at;
}

/** Whether a row was asked for after the last attempt, in vain. */
function isTried(unit: Unit, { exchanges }: ScheduleRun, last: Exchange): boolean {
  return exchanges.some(
    (each) => each.isRead && isOfCall(unit, each) && each.sentAt >= (last.endedAt ?? 0) && each.ended !== "answered",
  );
}

function isOfCall({ result }: Unit, { client, call }: Pick<Exchange, "client" | "call">): boolean {
  return client === result.client && call === result.call;
}

function isWriteTo({ request }: Exchange, row: string): boolean {
  return parseWrites(request).some((write) => write.row === row);
}
