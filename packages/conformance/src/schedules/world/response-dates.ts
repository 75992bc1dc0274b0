import type { HttpResponse } from "@tablewright/runtime";

/** Errors of the `Date` of responses for each client, in milliseconds; 0 if it is correct. */
export type DateOffsets = readonly number[];

const maxClients = 8;

/** Draws no error in a third of the schedules; otherwise, for each client, a few seconds, 11 minutes, or anything up to an hour. */
export function drawDateOffsets(random: () => number): DateOffsets {
  const isTrue = random() < 1 / 3;
  return Array.from({ length: maxClients }, () => {
    const kind = random();
    const share = 2 * random() - 1;
    const sign = Math.sign(share) || 1;
    if (isTrue) return 0;
    if (kind < 0.25) return sign * 2_000 + share * 3_000;
    if (kind < 0.4) return sign * 11 * 60_000;
    return share * 3_600_000;
  });
}

/** Returns the response with another `Date`, which a proxy could set. Returns a response without a `Date` unchanged. */
export function redate(response: HttpResponse, offsetMs: number): HttpResponse {
  if (offsetMs === 0) return response;
  const at = response.headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "date");
  if (at < 0) return response;
  const date = new Date(Date.parse(response.headers[at + 1] ?? "") + offsetMs).toUTCString();
  return { ...response, headers: response.headers.with(at + 1, date) };
}
