import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import { isFence } from "../oracle/unit.js";
import { parseWrites, rowOf } from "../world/parse-writes.js";

/** Client that breaks one of the rules for proving whether a write was applied. Simulated by changes to its requests and its reads. */
export interface Breakage {
  readonly wrap: (send: Transport) => Transport;
  /** Pattern of the finding that `checkRun` must report. */
  readonly finds: RegExp;
  /** First seed for `findPlanted`; 0 by default. */
  readonly from?: number;
}

/** Read of a row after an attempt to write it. */
interface Look {
  readonly row: { readonly sku?: unknown; readonly Timestamp: string };
  /** Time by the `Date` of the response, in milliseconds since 1970. */
  readonly date: number;
  /** Time since the first attempt that has not been confirmed, in milliseconds. */
  readonly sinceMs: number;
  /** Time by the local clock, in milliseconds since 1970. */
  readonly now: number;
  /** `sku` that the attempt wrote. */
  readonly sent: unknown;
  readonly isInsert: boolean;
}

const refused = /^refused, but applied/;

export const breakages: Readonly<Record<string, Breakage>> = {
  "Date as proof of age": aged(({ row, date, sinceMs }) => Date.parse(row.Timestamp) + 250 < date - sinceMs),
  "the order of a Timestamp and the local clock as proof of age": aged(
    ({ row, now, sinceMs }) => Date.parse(row.Timestamp) < now - sinceMs,
  ),
  "the absence of the own value as proof of a refusal": aged(({ row, sent }) => row.sku !== sent),
  "a 409 after a lost insert as a refusal": aged(({ isInsert }) => isInsert),
  "Date as proof of an own write": {
    finds: /^confirmed by what another client wrote at another time|^confirmed, but never applied/,
    wrap: looking(({ row, date, sinceMs }) => {
      const time = Date.parse(row.Timestamp);
      return time >= date - sinceMs - 1_000 && time <= date + 1_000 ? "own" : undefined;
    }),
    from: 8_500,
  },
  "no fence": { finds: refused, wrap: unfenced, from: 3_250 },
};

/**
 * Responds to fences without sending them. A fence keeps late attempts from being applied. Without it, the client reports a rejection
 * although an attempt can still arrive.
 */
function unfenced(send: Transport): Transport {
  return async (request) => {
    const [write] = parseWrites(request);
    if (write?.ifMatch === undefined || !isFence({ request })) return send(request);
    return { status: 204, headers: ["ETag", write.ifMatch, "x-ms-version", "2019-02-02"], body: new Uint8Array(0) };
  };
}

/** Gives each row that `isOlder` selects a very old Timestamp, so that the client considers the row older than its own attempt. */
function aged(isOlder: (look: Look) => boolean): Breakage {
  return { finds: refused, wrap: looking((look) => (isOlder(look) ? "old" : undefined)) };
}

/**
 * Calls `judge` for each row that is read after an attempt to write it. Changes the Timestamp of the row to a very old one for `old`, or to
 * the time of the attempt for `own`.
 */
function looking(judge: (look: Look) => "old" | "own" | undefined): (send: Transport) => Transport {
  return (send) => {
    const attempts = new Map<string, { readonly at: number; readonly sent: unknown; readonly isInsert: boolean }>();
    let confirmed: { readonly time: number; readonly at: number } | undefined;
    return async (request) => {
      for (const { row, properties, kind } of parseWrites(request))
        if (!attempts.has(row))
          attempts.set(row, { at: performance.now(), sent: properties["sku"], isInsert: kind === "insert" });
      const response = await send(request);
      if (request.method !== "GET") {
        if (response.status === 204) for (const { row } of parseWrites(request)) attempts.delete(row);
        const time = timeOfETag(response);
        if (!Number.isNaN(time)) confirmed = { time, at: performance.now() };
        return response;
      }
      const attempt = attempts.get(rowOf(request.url));
      const row = rowIn(request, response);
      if (attempt === undefined || row === undefined) return response;
      const date = Date.parse(response.headers[response.headers.indexOf("Date") + 1] ?? "");
      const look = { row, date, sinceMs: performance.now() - attempt.at, now: Date.now(), ...attempt };
      const judged = judge(look);
      if (judged === undefined) return response;
      const own = confirmed === undefined ? Date.now() - look.sinceMs : confirmed.time + attempt.at - confirmed.at;
      return withTimestamp(response, row.Timestamp, judged === "old" ? Date.UTC(2001, 0) : own + 1);
    };
  };
}

function timeOfETag({ headers }: HttpResponse): number {
  const etag = headers.find((value) => value.startsWith("W/")) ?? "";
  return Date.parse(decodeURIComponent(/datetime'([^']+)'/.exec(etag)?.[1] ?? ""));
}

function rowIn({ url }: HttpRequest, { status, body }: HttpResponse): Look["row"] | undefined {
  if (status !== 200 || !url.includes("(PartitionKey=")) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Returns the same row with another Timestamp, and without a `Date` that would contradict it. */
function withTimestamp(response: HttpResponse, former: string, time: number): HttpResponse {
  const text = new TextDecoder().decode(response.body);
  const replaced = text.replace(`"Timestamp":"${former}"`, `"Timestamp":"${new Date(time).toISOString()}"`);
  const at = response.headers.indexOf("Date");
  const headers = at < 0 ? response.headers : response.headers.toSpliced(at, 2);
  return { ...response, headers, body: new TextEncoder().encode(replaced) };
}
