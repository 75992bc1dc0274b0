/** Number of .NET ticks in a millisecond. The service stores Edm.DateTime in ticks of 100 ns since 0001-01-01. */
const ticksPerMillisecond = 10_000n;
const epochTicks = 621_355_968_000_000_000n;
const minimumTicks = 504_911_232_000_000_000n;
const maximumTicks = 3_155_378_975_999_999_999n;

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Pattern of dates that `Date.parse` parses correctly: written as JavaScript writes them, and with a day from 1 to 28. Later days are
 * excluded because JavaScript parses a day that the month lacks, such as 30 February, as one of the next month.
 */
const usualForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const canonicalForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,6}[1-9])?Z$/;

/** Returns whether a text that is known to be a date has the format in which the service writes dates. */
export function isCanonicalDateTime(text: string): boolean {
  return canonicalForm.test(text);
}

/**
 * Converts a time to ticks.
 * @param milliseconds since 1970, with fractions
 */
export function ticksOfMilliseconds(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds);
  return BigInt(whole) * ticksPerMillisecond + BigInt(Math.floor((milliseconds - whole) * 10_000)) + epochTicks;
}

/** Parses an ISO 8601 text into ticks, in UTC if it has no zone. Returns undefined if it is not a date of the calendar. */
export function parseDateTime(text: string): bigint | undefined {
  if (usualForm.test(text)) return BigInt(Date.parse(text)) * ticksPerMillisecond + epochTicks;
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = match;
  const whole = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000${zone}`);
  if (Number.isNaN(whole) || hour === "24") return undefined;
  const asWritten = new Date(Date.parse(`${year}-${month}-${day}T00:00:00Z`));
  if (asWritten.getUTCDate() !== Number(day)) return undefined;
  return ticksOfMilliseconds(whole) + BigInt(fraction.padEnd(7, "0"));
}

/** Returns whether the service can store this time: 1601-01-01 to 9999-12-31T23:59:59.9999999Z. */
export function isStorableDateTime(ticks: bigint): boolean {
  return ticks >= minimumTicks && ticks <= maximumTicks;
}

/** Formats ticks as the service does, with up to 7 fraction digits and no trailing zeros. */
export function formatDateTime(ticks: bigint): string {
  if (ticks !== latestTicks) {
    latestText = textOfTicks(ticks);
    latestTicks = ticks;
  }
  return latestText;
}

/** Ticks that were formatted last, and their text. They are cached because the entities of a transaction share a Timestamp. */
let latestTicks: bigint | undefined;
let latestText = "";

function textOfTicks(ticks: bigint): string {
  const sinceEpoch = ticks - epochTicks;
  const rest = sinceEpoch % ticksPerMillisecond;
  const below = rest < 0n ? rest + ticksPerMillisecond : rest;
  const text = new Date(Number((sinceEpoch - below) / ticksPerMillisecond)).toISOString();
  const fraction = below === 0n ? text.slice(20, 23) : text.slice(20, 23) + String(below).padStart(4, "0");
  const needed = fraction.replace(/0+$/, "");
  return needed === "" ? `${text.slice(0, 19)}Z` : `${text.slice(0, 19)}.${needed}Z`;
}

/** Formats ticks with all 7 fraction digits, as error messages and access policies do. */
export function formatDateTimeFull(ticks: bigint): string {
  const text = formatDateTime(ticks);
  const dot = text.indexOf(".");
  const fraction = dot < 0 ? "" : text.slice(dot + 1, -1);
  return `${text.slice(0, 19)}.${fraction.padEnd(7, "0")}Z`;
}
