import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isLost } from "../world/exchange.js";
import { findApplied, isApplied, type Journal, type Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "../world/parse-writes.js";
import { beginOf, cutMs, findLost, findReads, hasSeen, isAsLeft, isOld, slackMs } from "./evidence.js";
import { ownWrites, type Unit } from "./unit.js";

/** Names of findings that no client can avoid. They are only counted. */
export const tolerated = {
  duplicate: "refused, as a duplicate of it was applied",
  lateDuplicate: "refused, and a duplicate of it was applied later",
  same: "confirmed: another call wrote the same",
  lateInsert: "an insert is refused, and lands after the row was deleted",
  insertedAgain: "inserted again after a deletion",
  landsAgain: "an unconditional write lands again",
} as const;

/** Returns whether other calls left every row just as a lost attempt would have, at the same time. No client could see the difference. */
export function isSameAsOthers(unit: Unit, run: ScheduleRun): boolean {
  const { result, isOwn } = unit;
  const { journal } = run;
  return findLost(unit).some(({ request }) =>
    parseWrites(request)
      .filter(isOwn)
      .every((write) => {
        if (write.kind === "delete") return journal.wasAbsent(write.row, result.startedAt, result.endedAt);
        return journal.versions(write.row).some((version) => isIndistinguishable(unit, run, write, version));
      }),
  );
}

/** Returns whether the row with this ETag was left by another call, just as a lost attempt of this one would have left it. */
export function isETagOfSameRow(unit: Unit, run: ScheduleRun, row: string, etag: string): boolean {
  const version = run.journal.versions(row).find((each) => each.etag === etag);
  const writes = ownWrites(unit).filter((write) => write.row === row);
  return version !== undefined && writes.some((write) => isIndistinguishable(unit, run, write, version));
}

/**
 * Returns whether no client could know that another call, and not this one, left a row in this version. A client recognizes its own writes
 * by the ETags that it received. A table does not show when or by whom it was created.
 */
function isIndistinguishable(unit: Unit, run: ScheduleRun, write: RequestedWrite, version: Version): boolean {
  const { clock } = run;
  const { result, requests } = unit;
  const { at, etag, exchange, row } = version;
  if (row.startsWith("Tables/")) return exchange === undefined || !requests.includes(exchange);
  const earliest =
    Math.min(...findLost(unit).map(({ sentAt }) => sentAt)) - slackMs - Math.max(0, clock.mostMs) - cutMs;
  return (
    (exchange?.client !== result.client || !hasSeen(run, result.client, version, beginOf(unit))) &&
    (exchange === undefined || !requests.includes(exchange)) &&
    (etag === undefined || etag !== write.ifMatch) &&
    at >= earliest &&
    at <= result.endedAt &&
    isAsLeft(write, version)
  );
}

/**
 * Returns whether each applied attempt arrived twice, the client received the rejection of the second arrival, and no attempt of its call
 * was lost.
 */
export function isRefusedAsDuplicate({ requests }: Unit): boolean {
  return requests.filter(isApplied).every((each) => isOverheard(each) && !attemptsWith(each, requests).some(isLost));
}

/** Returns the attempts to send the same request: the attempts of one write of a `modify`, or of one request of a bulk. */
function attemptsWith(exchange: Exchange, requests: readonly Exchange[]): readonly Exchange[] {
  return requests.filter((each) => callIdOf(each) === callIdOf(exchange));
}

function callIdOf({ request: { headers } }: Exchange): string | undefined {
  const at = headers.findIndex((name) => name.toLowerCase() === "x-ms-client-request-id");
  return at < 0 ? undefined : headers[at + 1];
}

/** Returns whether the client received the response to the second arrival of a request that was applied when it first arrived. */
export function isOverheard(exchange: Exchange): boolean {
  const { heard } = exchange;
  return heard !== undefined && findApplied(exchange).every(({ order }) => order < heard.order);
}

/**
 * Returns whether a write was applied only by a late duplicate: no attempt was lost, but the network delivered a rejected one again, and
 * the service then accepted it. That cannot happen to a write under an ETag, because a row never gets a former ETag again.
 */
export function isAppliedByLateDuplicate({ requests }: Unit): boolean {
  const isLateCopy = (exchange: Exchange) =>
    findApplied(exchange).every(({ order }) => order > (exchange.heard?.order ?? Number.POSITIVE_INFINITY));
  return requests
    .filter(isApplied)
    .every((each) => (isLateCopy(each) || isOverheard(each)) && !attemptsWith(each, requests).some(isLost));
}

/**
 * Returns whether the service applied an insert, or a transaction without ETags, only after the client had read a row that was certainly
 * older than the first attempt. To the client, that row proved that no attempt had been applied.
 */
export function isInsertedLate(unit: Unit, run: ScheduleRun): boolean {
  const { requests, result } = unit;
  const begin = beginOf(unit);
  const isOlder = (row: string, readAt: number) => {
    const version = run.journal.at(row, readAt);
    if (version?.properties === undefined || version.at > begin) return false;
    return isOld(version, run, begin) || hasSeen(run, result.client, version, begin);
  };
  const reads = findReads(unit, run).filter(({ ended, sentAt }) => ended === "answered" && sentAt >= begin);
  return requests.filter(isApplied).every((exchange) => {
    const writes = parseWrites(exchange.request);
    const isFree = writes.every(({ ifMatch }) => ifMatch === undefined);
    const isMeant = exchange.request.url.includes("/$batch") || writes[0]?.kind === "insert";
    const isProof = ({ request, heard }: Exchange) =>
      heard !== undefined &&
      writes.some(({ row }) => row === rowOf(request.url) && isOlder(row, heard.at)) &&
      findApplied(exchange).every(({ at }) => at > heard.at);
    return isFree && isMeant && reads.some(isProof);
  });
}

/** Returns whether an unconditional write was applied again after its call had ended, or over later writes of others. */
export function landsAgain(unit: Unit, { journal }: ScheduleRun): boolean {
  const { requests, result } = unit;
  const deliveries = requests.flatMap(findApplied).sort((a, b) => a.order - b.order);
  const [first, last] = [deliveries[0]?.order ?? 0, deliveries.at(-1)?.order ?? 0];
  const isBetween = ({ exchange, order }: Version) =>
    order > first && order < last && (exchange === undefined || !requests.includes(exchange));
  return (
    deliveries.some(({ at }) => at > result.endedAt) ||
    ownWrites(unit).some(({ row }) => journal.versions(row).some(isBetween))
  );
}

/** Returns whether the call only deletes rows, and each of them was missing at some time during the call, whoever deleted it. */
export function isGone(unit: Unit, journal: Journal): boolean {
  const { result } = unit;
  const writes = ownWrites(unit);
  const isRowGone = ({ kind, row }: RequestedWrite) =>
    kind === "delete" && journal.wasAbsent(row, result.startedAt, result.endedAt);
  return writes.length > 0 && writes.every(isRowGone);
}

/**
 * Returns the writer that had left every row just as this call would have, before the call ended: the same client, or others. Returns
 * undefined if there is none.
 */
export function sameEarlier(unit: Unit, { journal }: ScheduleRun): "own" | "others" | undefined {
  const { requests, result, isOwn } = unit;
  const isEqual = (write: RequestedWrite, isOwnClient: boolean) =>
    journal
      .versions(write.row)
      .some(
        (version) =>
          isAsLeft(write, version) &&
          version.at <= result.endedAt &&
          (version.exchange?.client === result.client) === isOwnClient,
      );
  const isEqualTo = (isOwnClient: boolean) =>
    requests.some(({ request }) => {
      const kept = parseWrites(request).filter((write) => isOwn(write) && write.kind !== "delete");
      return kept.length > 0 && kept.every((write) => isEqual(write, isOwnClient));
    });
  if (isEqualTo(true)) return "own";
  return isEqualTo(false) ? "others" : undefined;
}
