import { timeRange, wholeTime } from "../../src/contract/times.js";

/** Ranges of time to choose from, up to now. */
export const recentTimes: readonly (readonly [title: string, milliseconds: number])[] = [
  ["last hour", 3_600_000],
  ["last 24 hours", 86_400_000],
  ["last 7 days", 7 * 86_400_000],
  ["last 30 days", 30 * 86_400_000],
];

/** Returns a time as the field of a calendar takes it, in the zone of this computer; empty if the text is no time. */
export function localTime(text: string): string {
  const time = new Date(timeRange(text)?.ge ?? wholeTime(text));
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Returns the UTC time of a calendar's field; empty if it has none. */
export function fromLocalTime(local: string): string {
  return local === "" ? "" : new Date(local).toISOString();
}
