import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isLost } from "../world/exchange.js";
import { isApplied, type Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "../world/parse-writes.js";
import { beginOf, certainAgeMs, cutMs, findLost, isAsLeft, slackMs } from "./evidence.js";
import { isFence, type Unit } from "./unit.js";

/** Time limit of a whole call, in milliseconds. */
const totalLimitMs = 30_000;

/** Maximum difference between the clocks of the service's machines for which clients allow, in milliseconds. */
const machinesApartMs = 25;

/** Maximum duration of a write whose response shows the client the service's time, in milliseconds. */
const quickMs = 1_000;

/** Error of a `Date`, in milliseconds, above which a client may distrust its clock. */
const nearDateMs = 900;

/** Age at which a row is older than a call even if clocks are slightly off, in milliseconds. */
const surelyOldMs = certainAgeMs + 60_000;

/** Write of a row, and the version of the row that the client last read afterwards. */
interface RowRead {
  readonly write: RequestedWrite;
  readonly version: Version | undefined;
}

/**
 * Finds proof that a client overlooked when it reported an unknown outcome. Returns undefined if there is none: the call's time was up, a
 * row was missing or could not be read, or no row that was read is proof.
 */
export function overlookedProof(unit: Unit, run: ScheduleRun): string | undefined {
  const { requests, result } = unit;
  if (result.endedAt - result.startedAt >= totalLimitMs - 1) return undefined;
  const last = requests.at(-1) as Exchange;
  // The client reads nothing while the service asks to slow down, or cannot be reached.
  if (isNotFound(last) || isBusy(last) || last.ended === "refused") return undefined;
  // A request of a bulk is applied as a whole, so each of its rows can show the outcome of every item.
  const writes = parseWrites(last.request);
  if (writes.some(({ row }) => row.startsWith("Tables/"))) return undefined;
  const reads: RowRead[] = [];
  for (const write of writes) {
    const readAt = readBackAt(unit, run, write.row);
    if (readAt !== undefined) reads.push({ write, version: run.journal.at(write.row, readAt) });
  }
  if (reads.length < writes.length && isTried(unit, run)) return undefined;
  const isAnyAsLeft = reads.some(({ write, version }) => write.kind !== "delete" && isAsLeft(write, version));
  if (isAnyAsLeft && (isApart(run) || !knowsTime(unit, run))) return undefined;
  // After a row with other contents, or one that predates the call, the client need not read further rows.
  const isDifferent = reads.some(({ write, version }) => !isAsLeft(write, version) || !isOwnInTime(unit, run, version));
  if (reads.length === writes.length || isDifferent) return proofInRows(unit, run, reads);
  return "a row was not read back";
}

function proofInRows(unit: Unit, run: ScheduleRun, reads: readonly RowRead[]): string | undefined {
  const { clock, exchanges } = run;
  if (reads.every(({ write, version }) => isAsLeft(write, version))) {
    const firstLost = Math.min(...findLost(unit).map(({ sentAt }) => sentAt));
    const isDatedBefore = ({ version }: RowRead) =>
      version?.properties !== undefined && version.at + clock.leastMs < firstLost - slackMs + cutMs;
    const isForeign = ({ version }: RowRead) => version?.properties !== undefined && !isOwnInTime(unit, run, version);
    // In a bulk, another row of the same request can have been overwritten before it was read, so that the request does not seem to be
    // applied.
    const isBulk = unit.result.spec.op === "bulk";
    const isOpen = reads.some(isDatedBefore) || reads.some(isForeign) || isApart(run) || isBulk;
    return isOpen ? undefined : "every row is as it should be";
  }
  const isFenceBroken = exchanges.some((each) => isOfCall(unit, each) && isFence(each) && isBroken(each));
  // The client reads the rows again if its fence (a write that stops late attempts) failed, or if another row has changed and so needs no
  // fence.
  const isLostElsewhere = reads.some(({ write, version }) => isUnderETag(write) && version?.etag !== write.ifMatch);
  const isReadFailed = (isFenceBroken || isLostElsewhere) && isTried(unit, run);
  if (reads.some(({ write, version }) => isUnderETag(write) && version?.etag === write.ifMatch)) {
    // The client sends a fence, which stops late attempts, only after a rejection.
    if (unit.requests.at(-1)?.ended !== "answered") return undefined;
    return isFenceBroken || isReadFailed ? undefined : "a row is still under the ETag that was sent";
  }
  if (isReadFailed) return undefined;
  // The client reads the rows one after the other, so the request can have been applied between two reads.
  if (reads.some(({ write, version }) => write.kind !== "delete" && isAsLeft(write, version))) return undefined;
  return reads.some(({ version }) => version !== undefined && isSurelyOlder(unit, run, version))
    ? "a row is certainly older"
    : undefined;
}

/** Returns whether a row is so old that the rejection is certain for a client whose responses have an accurate enough `Date`. */
function isSurelyOlder(unit: Unit, run: ScheduleRun, version: Version): boolean {
  const last = unit.requests.at(-1);
  const isRefused = last !== undefined && last.ended === "answered" && !isApplied(last);
  const isOld = version.at + run.clock.mostMs <= beginOf(unit) - surelyOldMs;
  return version.properties !== undefined && isRefused && isDateNear(unit, run) && isOld;
}

/** Returns whether the `Date` of responses agrees with the client's clock. */
function isDateNear({ result }: Unit, { clock, dateOffsets }: ScheduleRun): boolean {
  const dateMs = dateOffsets[result.client] ?? 0;
  return Math.max(Math.abs(dateMs + clock.leastMs), Math.abs(dateMs + clock.mostMs)) <= nearDateMs;
}

/** Returns whether a client knows the service's time: from its own quick write, or because the clocks agree. */
function knowsTime(unit: Unit, { clock, exchanges }: ScheduleRun): boolean {
  if (Math.max(Math.abs(clock.leastMs), Math.abs(clock.mostMs)) < slackMs) return true;
  const begin = beginOf(unit);
  const writes = exchanges.filter(({ client, isRead }) => client === unit.result.client && !isRead);
  return writes.some(
    (each) =>
      isConfirmed(each) &&
      (each.endedAt ?? 0) <= begin &&
      (each.endedAt ?? 0) - each.sentAt <= quickMs &&
      writes.every(({ call, number }) => call !== each.call || number >= each.number),
  );
}

function isConfirmed({ ended, given }: Exchange): boolean {
  return ended === "answered" && typeof given === "object" && given.headers.some((name) => /^etag$/i.test(name));
}

/**
 * Returns whether an attempt of the call that got no confirmation wrote this version before the client stopped waiting for it, and no read
 * has ruled that out.
 */
function isOwnInTime(unit: Unit, run: ScheduleRun, version: Version | undefined): boolean {
  const { exchange, at } = version ?? {};
  if (exchange === undefined || at === undefined || !unit.requests.includes(exchange) || !isLost(exchange))
    return false;
  return at <= (exchange.endedAt ?? Number.POSITIVE_INFINITY) && !isRuledOut(unit, run, exchange);
}

/** Returns whether a read after an attempt showed a row with other contents than the attempt would have left. */
function isRuledOut(unit: Unit, { exchanges, journal }: ScheduleRun, attempt: Exchange): boolean {
  const writes = parseWrites(attempt.request);
  return exchanges.some(
    ({ isRead, ended, heard, sentAt, request, ...each }) =>
      isRead &&
      ended === "answered" &&
      heard !== undefined &&
      sentAt >= (attempt.endedAt ?? Number.POSITIVE_INFINITY) &&
      isOfCall(unit, each) &&
      writes.some((write) => write.row === rowOf(request.url) && !isAsLeft(write, journal.at(write.row, heard.at))),
  );
}

/** Returns whether a fence (a write that keeps late attempts from being applied) was rejected, or its response was lost. */
function isBroken({ heard, ended }: Exchange): boolean {
  return ended !== "answered" || (heard?.response.status ?? 0) >= 300;
}

/** Returns whether the clocks of the service's machines differ by more than clients assume. */
function isApart({ clock }: ScheduleRun): boolean {
  return clock.mostMs - clock.leastMs > 2 * machinesApartMs;
}

function isUnderETag({ ifMatch }: RequestedWrite): boolean {
  return ifMatch !== undefined;
}

function isBusy({ given }: Exchange): boolean {
  return typeof given === "object" && given.status === 503;
}

function isNotFound({ given, request }: Exchange): boolean {
  if (typeof given !== "object") return false;
  if (given.status === 404) return request.method !== "DELETE";
  return given.status === 202 && /^HTTP\/1\.1 404/m.test(new TextDecoder().decode(given.body));
}

/**
 * Returns the time at which the service handled the last read of a row after the last attempt. Ignores reads after a later write of the
 * row, which a bulk may send.
 */
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

/** Returns whether reading a row after the last attempt failed. */
function isTried(unit: Unit, { exchanges }: ScheduleRun): boolean {
  const lastEnd = unit.requests.at(-1)?.endedAt ?? 0;
  return exchanges.some(
    (each) => each.isRead && isOfCall(unit, each) && each.sentAt >= lastEnd && each.ended !== "answered",
  );
}

function isOfCall({ result }: Unit, { client, call }: Pick<Exchange, "client" | "call">): boolean {
  return client === result.client && call === result.call;
}

function isWriteTo({ request }: Exchange, row: string): boolean {
  return parseWrites(request).some((write) => write.row === row);
}
