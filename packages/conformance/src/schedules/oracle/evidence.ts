import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isLost } from "../world/exchange.js";
import type { Version } from "../world/journal.js";
import type { RequestedWrite } from "../world/parse-writes.js";
import type { Unit } from "./unit.js";

/** A row that was written so long before a call, by the local clock, is taken to be older than it. */
export const certainAgeMs = 15 * 60_000;

/** How long before an attempt a row may be dated that counts as written by it. */
export const slackMs = 1_000;

/** Times are cut to the millisecond, and machines of the service may be apart. */
export const cutMs = 5;

/** The attempts that may have been applied as far as the client knew. */
export function lostOf({ requests }: Unit): readonly Exchange[] {
  return requests.filter(isLost);
}

/** The reads of a unit's call. */
export function readsOf({ result }: Unit, { exchanges }: ScheduleRun): readonly Exchange[] {
  return exchanges.filter(({ client, call, isRead }) => isRead && client === result.client && call === result.call);
}

/** When the first attempt of a unit was sent. */
export function beginOf({ requests }: Unit): number {
  return Math.min(...requests.map(({ sentAt }) => sentAt));
}

/** Whether a row holds what a write leaves: all of it, or as a part; nothing where it was deleted. */
export function isAsLeft(write: RequestedWrite, version: Version | undefined): boolean {
  const { kind } = write;
  const properties = version?.properties;
  if (properties === undefined) return kind === "delete";
  if (kind === "delete") return false;
  const names = Object.keys(write.properties);
  const isWhole = kind !== "merge" && kind !== "insertOrMerge";
  return (
    names.every((name) => properties[name] === write.properties[name]) &&
    (!isWhole || Object.keys(properties).length === names.length)
  );
}

/** Whether a row may be dated so long before a time, by the local clock, that it is taken to be older. */
export function isOld({ at }: Version, { clock }: ScheduleRun, time: number): boolean {
  return at + clock.leastMs <= time - certainAgeMs + cutMs;
}

/** Whether a client was shown an ETag before a time. */
export function hasSeen({ exchanges }: ScheduleRun, client: number, etag: string | undefined, time: number): boolean {
  const mark = /datetime'[^']+'/.exec(etag ?? "")?.[0];
  if (mark === undefined) return false;
  return exchanges.some(
    ({ client: whose, endedAt, given }) =>
      whose === client &&
      (endedAt ?? Number.POSITIVE_INFINITY) <= time &&
      typeof given === "object" &&
      (given.headers.some((value) => value.includes(mark)) || new TextDecoder().decode(given.body).includes(mark)),
  );
}
