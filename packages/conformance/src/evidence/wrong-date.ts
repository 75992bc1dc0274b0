import type { HttpResponse, Transport } from "@tablewright/runtime";

/** Something on the way, such as a proxy with a clock of its own, that sets the `Date` of every response. */
export function withWrongDate(send: Transport, offsetMs: number): Transport {
  return async (request) => redated(await send(request), offsetMs);
}

function redated(response: HttpResponse, offsetMs: number): HttpResponse {
  const date = new Date(Date.now() + offsetMs).toUTCString();
  const headers = response.headers.map((value, index) =>
    index % 2 === 1 && /^date$/i.test(response.headers[index - 1] ?? "") ? date : value,
  );
  return { ...response, headers };
}
