import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isHidden } from "../world/exchange.js";
import { isApplied, type Journal, type Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite } from "../world/parse-writes.js";
import { readsOf, slackOf } from "./reason-for-unknown.js";
import { ownWrites, type Unit } from "./unit.js";

/** Timestamps and clocks may be cut to the millisecond. */
const synchronizedSlackMs = 3;

/** Whether other clients left every row as an attempt would have, at its time: then no client could tell. */
export function isSameAsOthers(unit: Unit, run: ScheduleRun): boolean {
  const { requests, result } = unit;
  const { journal } = run;
  return requests.filter(isHidden).some((request) =>
    parseWrites(request.request)
      .filter(unit.isOwn)
      .every((write) => {
        if (write.kind === "delete") return journal.wasAbsent(write.row, result.startedAt, result.endedAt);
        return journal.versions(write.row).some((version) => isAlike(unit, run, request, write, version));
      }),
  );
}

/** Whether the ETag is that of a row that another client left as the write would have, at the time of an attempt. */
export function isETagOfSameRow(unit: Unit, run: ScheduleRun, write: RequestedWrite, etag: string): boolean {
  const versions = run.journal.versions(write.row).filter((version) => version.etag === etag);
  const hidden = unit.requests.filter(isHidden);
  return versions.some((version) => hidden.some((request) => isAlike(unit, run, request, write, version)));
}

function isAlike(
  unit: Unit,
  { exchanges, isSynchronized }: ScheduleRun,
  attempt: Exchange,
  write: RequestedWrite,
  version: Version,
): boolean {
  const slackMs = isSynchronized ? synchronizedSlackMs : slackOf(readsOf(unit, exchanges));
  const isOthers = version.exchange === undefined || !unit.requests.includes(version.exchange);
  return isOthers && isAtTheTimeOf(attempt, version, slackMs) && holds(version, write);
}

/**
 * Whether all that was applied came after the client had proof of the contrary: a row that the write would have changed
 * and that nobody has written since the first attempt.
 */
export function isAppliedAfterProof(unit: Unit, run: ScheduleRun): boolean {
  // What the client went by is what it read back once a repetition was refused, be it the last one or one before.
  const refusals = unit.requests.filter((each) => !isHidden(each)).map(({ endedAt }) => endedAt ?? 0);
  // A refusal whose body was cut off is hidden.
  if (refusals.length === 0) refusals.push(Number.NEGATIVE_INFINITY);
  return refusals.some((refusedAt) => {
    const readAt = proofAfter(unit, run, refusedAt);
    return (
      readAt !== undefined && unit.requests.filter(isApplied).every(({ deliveredAt }) => (deliveredAt ?? 0) > readAt)
    );
  });
}

/** When the first row was read back after a refusal, if a row was proof by then. */
function proofAfter(unit: Unit, { exchanges, journal }: ScheduleRun, refusedAt: number): number | undefined {
  const { requests } = unit;
  const since = Math.min(...requests.filter(isHidden).map(({ sentAt }) => sentAt));
  const reads = readsOf(unit, exchanges).filter(({ sentAt }) => sentAt >= refusedAt);
  const readAt = Math.min(...reads.map(({ deliveredAt }) => deliveredAt ?? Number.POSITIVE_INFINITY));
  const isOlder = ({ row }: RequestedWrite) => {
    const during = journal.current(row, since, readAt);
    const [only] = during.length === 1 ? during : [];
    if (only?.properties === undefined) return false;
    // Its own client may have written it, and begun the next call at that very moment.
    return only.at < since || (only.at === since && only.exchange !== undefined && !requests.includes(only.exchange));
  };
  return requests.some(({ request }) => parseWrites(request).some(isOlder)) ? readAt : undefined;
}

/** Whether each row was gone when the client was told so, although it did not delete it. */
export function isGone(unit: Unit, journal: Journal): boolean {
  const { result } = unit;
  const writes = ownWrites(unit);
  const isRowGone = ({ kind, row }: RequestedWrite) =>
    kind === "delete" && journal.wasAbsent(row, result.startedAt, result.endedAt);
  return writes.length > 0 && writes.every(isRowGone);
}

/** Tables say nothing of when they were created. */
function isAtTheTimeOf({ sentAt, endedAt }: Exchange, { row, at }: Version, slackMs: number): boolean {
  if (row.startsWith("Tables/")) return true;
  return at >= sentAt - slackMs && at <= (endedAt ?? sentAt) + slackMs;
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
