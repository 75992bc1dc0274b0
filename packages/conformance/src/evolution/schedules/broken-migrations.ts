import type { HttpRequest, Transport } from "@tablewright/runtime";

/** Broken `migrate` that skips one step, simulated by faults of its requests. */
export type Breakage = (send: Transport) => Transport;

export const breakages: Readonly<Record<string, Breakage>> = {
  "the old row deleted without its ETag": (send) => (request) =>
    send(request.method === "DELETE" ? withAnyETag(request) : request),
  "the copy replaced without its ETag": (send) => (request) =>
    send(request.method === "PUT" ? withAnyETag(request) : request),
  "the copy of a deleted entity kept": (send) => (request) =>
    request.method === "DELETE" && request.url.includes("RowKey='row'")
      ? Promise.resolve({ status: 412, headers: [], body: new Uint8Array(0) })
      : send(request),
  "the copy after the deletion": (send) => {
    const held: HttpRequest[] = [];
    return async (request) => {
      if (request.method === "POST") {
        held.push(request);
        const etag = "W/\"datetime'2024-01-01T00%3A00%3A00Z'\"";
        return { status: 204, headers: ["ETag", etag, "x-ms-version", "2019-02-02"], body: new Uint8Array(0) };
      }
      const response = await send(request);
      if (request.method === "DELETE") for (const copy of held.splice(0)) await send({ ...copy, signal: undefined });
      return response;
    };
  },
};

function withAnyETag(request: HttpRequest): HttpRequest {
  const { headers } = request;
  return {
    ...request,
    headers: headers.map((value, index) => (/^if-match$/i.test(headers[index - 1] ?? "") ? "*" : value)),
  };
}
