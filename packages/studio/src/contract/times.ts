/** Times from `ge` up to but not including `lt`, as ISO 8601 in UTC. */
export interface TimeRange {
  readonly ge: string;
  readonly lt: string;
}

const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d))?)?)?)?Z?$/;
const secondsGiven = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,7})?)Z?$/;

/**
 * Returns the times that a text without seconds means, such as the month `2026-11` or the minute `2026-11-30 19:24`; undefined for another
 * text, also for a day that its month does not have.
 */
export function timeRange(text: string): TimeRange | undefined {
  const match = parts.exec(text.trim());
  if (match === null) return undefined;
  const given = match.slice(1).filter((part) => part !== undefined).length;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const numbers = [year, month - 1, day, hour, minute] as const;
  const [from, to] = [utc(numbers), utc(numbers.map((number, at) => number + Number(at === given - 1)))];
  const isTime = from?.startsWith(text.trim().replace(" ", "T").replace(/Z$/, ""));
  return from === undefined || to === undefined || !isTime ? undefined : { ge: from, lt: to };
}

/** Returns a time as ISO 8601 in UTC: with a `T` for the blank, and with the `Z` that the user left out. Another text stays as it is. */
export function wholeTime(text: string): string {
  const [, day, time] = secondsGiven.exec(text.trim()) ?? [];
  return day === undefined ? text : `${day}T${time}Z`;
}

function utc(numbers: readonly number[]): string | undefined {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0] = numbers;
  const time = Date.UTC(year, month, day, hour, minute);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
