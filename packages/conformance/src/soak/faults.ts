/** Faults in transit: `before` the server has received a request, or `after` it has applied it. */
export const transportFaults = [
  "reset before",
  "reset after",
  "timeout before",
  "timeout after",
  "500 before",
  "500 after",
  "503 before",
  "503 after",
  "truncated",
  "slow",
] as const;

/** Responses that no Table service sends, but that a proxy or a sign-in page can send in its place. */
export const responseFaults = [
  "HTML before",
  "HTML after",
  "{} before",
  "{} after",
  "302 before",
  "302 after",
  "no ETag before",
  "no ETag after",
] as const;

/** Faults of writes that arrive later than their client believes, or twice. */
export const deliveryFaults = [
  /** The connection is lost immediately, and the request arrives later. */
  "late",
  /** The request arrives twice, the second time perhaps much later. The client receives the first response. */
  "duplicate, first",
  /** The request arrives twice. The client receives the second response. */
  "duplicate, second",
] as const;

/**
 * Faults of transport and delivery for which a command does not have to wait. A `timeout` takes 35 seconds, a limit that users cannot
 * change.
 */
export const quickFaults = [...transportFaults, ...deliveryFaults].filter((fault) => !fault.startsWith("timeout"));

export type Fault = (typeof transportFaults | typeof responseFaults | typeof deliveryFaults)[number];

/** Properties of a request that faults depend on. */
export interface FaultyRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Returns whether a fault fits a request. For example, only a response that has an ETag can lose it. */
export function fits(fault: Fault, { method }: FaultyRequest): boolean {
  if (fault.startsWith("no ETag")) return method !== "GET" && method !== "DELETE";
  return !isDeliveryFault(fault) || method !== "GET";
}

function isDeliveryFault(fault: Fault): boolean {
  return (deliveryFaults as readonly Fault[]).includes(fault);
}

/** Returns whether a client that met this fault can use the service's own response. */
export function leavesResponse(fault: Fault | undefined): boolean {
  return fault === undefined || fault === "slow" || fault.startsWith("duplicate");
}

/** Returns the response that replaces the service's own, if there is one. */
export function falseResponse(
  fault: Fault,
  request: FaultyRequest,
  own: RawResponse | undefined,
): RawResponse | undefined {
  if (fault.startsWith("500") || fault.startsWith("503")) return errorResponse(Number(fault.slice(0, 3)));
  if (fault.startsWith("HTML")) return buildResponse(200, "text/html", "<!DOCTYPE html><title>Sign in</title>");
  if (fault.startsWith("{}")) return buildResponse(chooseSuccess(request), "application/json", "{}");
  if (fault.startsWith("302"))
    return { ...buildResponse(302, "text/html", ""), headers: ["location", "http://127.0.0.1:9/sign-in"] };
  if (fault === "no ETag before") return withoutETags(request);
  if (fault === "no ETag after") return own && stripped(own);
  return undefined;
}

function buildResponse(status: number, type: string, text: string): RawResponse {
  return { status, headers: ["content-type", type], body: Buffer.from(text) };
}

function errorResponse(status: number): RawResponse {
  const code = status === 503 ? "ServerBusy" : "OperationTimedOut";
  const error = { code, message: { lang: "en-US", value: "An injected fault." } };
  return buildResponse(status, "application/json", JSON.stringify({ "odata.error": error }));
}

const isBatch = ({ url }: FaultyRequest) => url.endsWith("/$batch");

/** Returns the status of a successful response to the request. With it, a meaningless body is hardest to detect. */
function chooseSuccess(request: FaultyRequest): number {
  return request.method === "GET" ? 200 : isBatch(request) ? 202 : 201;
}

/** Responds to every write with a success that lacks its ETag. */
function withoutETags(request: FaultyRequest): RawResponse {
  if (!isBatch(request)) return { status: 204, headers: [], body: Buffer.alloc(0) };
  const operations = request.body.toString("latin1").split("\r\nContent-Type: application/http\r\n").length - 1;
  const part =
    "--changesetresponse_b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
    "HTTP/1.1 204 No Content\r\n\r\n\r\n";
  const body =
    "--batchresponse_a\r\nContent-Type: multipart/mixed; boundary=changesetresponse_b\r\n\r\n" +
    `${part.repeat(operations)}--changesetresponse_b--\r\n--batchresponse_a--\r\n`;
  return buildResponse(202, "multipart/mixed; boundary=batchresponse_a", body);
}

function stripped({ status, headers, body }: RawResponse): RawResponse {
  const kept = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== "etag");
  const text = body.toString("latin1").replace(/^ETag: .*\r?\n/gim, "");
  return { status, headers: kept, body: Buffer.from(text, "latin1") };
}
