import type { CallResult } from "./call-spec.js";
import { type Exchange, isHidden, isLate } from "./exchange.js";
import { isApplied, type Journal, type Version } from "./journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "./parse-writes.js";
import type { ScheduleRun } from "./run-schedule.js";
import { ownWrites, type Unit } from "./unit.js";

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
  const travelMs = Math.max(
    0,
    ...reads.map(({ deliveredAt, endedAt }) => (endedAt ?? 0) - (deliveredAt ?? endedAt ?? 0)),
  );
  const since = Math.min(...requests.map(({ sentAt }) => sentAt)) - resolutionMs - travelMs;
  const isOthers = ({ exchange, at }: Version) =>
    at >= since && at <= result.endedAt && (exchange === undefined || !requests.includes(exchange));
  return rows.some((row) => journal.versions(row).some(isOthers)) ? "others wrote the rows" : undefined;
}

/** Whether other clients left every row as an attempt would have, at its time: then no client could tell. */
export function isSameAsOthers(unit: Unit, { exchanges, journal }: ScheduleRun): boolean {
  const { requests, result } = unit;
  const slackMs = slackOf(readsOf(unit, exchanges));
  return requests.filter(isHidden).some((request) =>
    parseWrites(request.request)
      .filter(unit.isOwn)
      .every((write) => {
        if (write.kind === "delete") return journal.wasAbsent(write.row, result.startedAt, result.endedAt);
        return journal.versions(write.row).some((version) => {
          const isOthers = version.exchange === undefined || !requests.includes(version.exchange);
          return isOthers && isAtTheTimeOf(request, version, slackMs) && holds(version, write);
        });
      }),
  );
}

/**
 * Whether all that was applied came after the client had proof of the contrary: a row that the write would have changed
 * and that nobody has written since the first attempt.
 */
export function isAppliedAfterProof({ requests, result }: Unit, journal: Journal): boolean {
  const since = Math.min(...requests.map(({ sentAt }) => sentAt));
  const isOlder = ({ row }: RequestedWrite) => {
    const during = journal.current(row, since, result.endedAt);
    return during.length === 1 && during[0]?.properties !== undefined && during[0].at < since;
  };
  const isProof = requests.some(({ request }) => parseWrites(request).some(isOlder));
  return isProof && requests.filter(isApplied).every(({ deliveredAt }) => (deliveredAt ?? 0) > result.endedAt);
}

/** Whether each row was gone when the client was told so, although it did not delete it. */
export function isGone(unit: Unit, journal: Journal): boolean {
  const { result } = unit;
  const writes = ownWrites(unit);
  const isRowGone = ({ kind, row }: RequestedWrite) =>
    kind === "delete" && journal.wasAbsent(row, result.startedAt, result.endedAt);
  return writes.length > 0 && writes.every(isRowGone);
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

/** Tables say nothing of when they were created. */
function isAtTheTimeOf({ sentAt, endedAt }: Exchange, { row, at }: Version, slackMs: number): boolean {
  if (row.startsWith("Tables/")) return true;
  return at >= sentAt - slackMs && at <= (endedAt ?? sentAt) + slackMs;
}

function readsOf({ result }: Unit, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((each) => each.isRead && isOfCall(each, result));
}

/** How far off a client's estimate of the service's time may be: answers were dated before they travelled. */
function slackOf(reads: readonly Exchange[]): number {
  const travelled = ({ deliveredAt, endedAt }: Exchange) => (endedAt ?? 0) - (deliveredAt ?? endedAt ?? 0);
  return resolutionMs + Math.max(0, ...reads.map(travelled));
}

function holds({ properties }: Version, write: RequestedWrite): boolean {
  if (properties === undefined) return false;
  const names = Object.keys(write.properties);
  const isWhole = write.kind !== "merge" && write.kind !== "insertOrMerge";
  return (
    names.every((name) => properties[name] === write.properties[name]) &&
    (!isWhole || Object.keys(properties).length === names.length)
  );
}
