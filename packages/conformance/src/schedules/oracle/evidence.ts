import type { HttpRequest } from "@tablewright/runtime";
import type { ScheduleRun } from "../run-schedule.js";
import { type Exchange, isLost } from "../world/exchange.js";
import type { Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "../world/parse-writes.js";
import type { Unit } from "./unit.js";

/** Age from which a row is considered older than a call, by the local clock, in milliseconds. */
export const certainAgeMs = 15 * 60_000;

/** Maximum time by which a row's Timestamp can precede the attempt that is considered to have written the row, in milliseconds. */
export const slackMs = 1_000;

/** Inaccuracy of times, in milliseconds: they are truncated to the millisecond, and the clocks of the service's machines can differ. */
export const cutMs = 5;

/** Returns the attempts that, as far as the client knew, may have been applied. */
export function findLost({ requests }: Unit): readonly Exchange[] {
  return requests.filter(isLost);
}

/** Returns the reads of the call that a write belongs to. */
export function findReads({ result }: Unit, { exchanges }: ScheduleRun): readonly Exchange[] {
  return exchanges.filter(({ client, call, isRead }) => isRead && client === result.client && call === result.call);
}

/** Returns the time at which the first attempt of a write was sent. */
export function beginOf({ requests }: Unit): number {
  return Math.min(...requests.map(({ sentAt }) => sentAt));
}

/**
 * Returns whether a row is as a write would leave it: with exactly its values, at least the values of a merge, or missing after a deletion.
 */
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

/** Returns whether a client may consider a row older than a time, by its own clock. */
export function isOld({ at }: Version, { clock }: ScheduleRun, time: number): boolean {
  return at + clock.leastMs <= time - certainAgeMs + cutMs;
}

/** Returns whether a client received the ETag of a row before a time. Rows of one transaction have the same ETag. */
export function hasSeen(
  { exchanges }: ScheduleRun,
  client: number,
  { row, etag }: Pick<Version, "row" | "etag">,
  time: number,
): boolean {
  const mark = /datetime'[^']+'/.exec(etag ?? "")?.[0];
  if (mark === undefined) return false;
  return exchanges.some(
    ({ client: whose, endedAt, given, request, isRead }) =>
      whose === client &&
      (isRead ? isReadOf(request, row) : parseWrites(request).some((write) => write.row === row)) &&
      (endedAt ?? Number.POSITIVE_INFINITY) <= time &&
      typeof given === "object" &&
      (given.headers.some((value) => value.includes(mark)) || new TextDecoder().decode(given.body).includes(mark)),
  );
}

function isReadOf({ url }: HttpRequest, row: string): boolean {
  return !url.includes("(PartitionKey=") || rowOf(url) === row;
}
