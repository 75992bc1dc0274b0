import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "./recording-transport.js";
import { OrderLine } from "./shop/index.js";

export const key = { customerId: "C1", orderNo: 1, lineNo: 2 };
export const init = { ...key, sku: "A", quantity: 1 };
export const ifMatch = 'W/"old"';

/** Time of a row that the first attempt wrote, in milliseconds after the attempt began. */
const own = 0;
/** Time of a row that is certainly older than the first attempt. */
export const longAgo = -3_600_000;
/** Time of a row that is too recent to be certainly older than the first attempt. */
export const minutesAgo = -600_000;

interface RowOptions {
  readonly writtenAt?: number;
  /** Milliseconds by which the `Date` of the response is ahead; undefined for a response without one. */
  readonly dateAhead?: number | undefined;
}

/** Returns the row as it is read back, with the values that the writes below send. */
export function row(change: object = {}, { writtenAt = own, dateAhead = 0 }: RowOptions = {}): Step {
  const { partitionKey, rowKey } = OrderLine.key(key);
  return (firstAttempt) => {
    const Timestamp = new Date(firstAttempt + writtenAt).toISOString();
    const keys = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp };
    const headers = ["Date", new Date(Date.now() + dateAhead).toUTCString()];
    return { status: 200, headers, body: { "odata.etag": recordedETag, ...keys, kind: "line", ...init, ...change } };
  };
}

export const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
export const missing = errorResponse(404, "ResourceNotFound");
export const conflict = errorResponse(409, "EntityAlreadyExists");
export const overtaken = errorResponse(412, "UpdateConditionNotSatisfied");

export type Step = StubResponse | Error | ((firstAttempt: number) => StubResponse);

/** Outcomes of the requests that write, and of those that read, in their order. */
interface Steps {
  readonly writes: readonly Step[];
  readonly reads?: readonly Step[];
}

export function linesOver({ writes, reads = [] }: Steps) {
  const left = { writes: [...writes], reads: [...reads] };
  let firstAttempt = 0;
  const transport = recordingTransport(({ method }: HttpRequest) => {
    firstAttempt ||= Date.now();
    const step = left[method === "GET" ? "reads" : "writes"].shift() ?? new Error(`an unexpected ${method}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(firstAttempt) : step;
  });
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry });
  return { transport, service, lines: service.entities(OrderLine), left };
}

/** Returns the method of each request, and `fence` for one that changes nothing. */
export function sequenceOf({ requests }: { readonly requests: readonly HttpRequest[] }): string {
  const isFence = ({ method, body }: HttpRequest) => method === "PATCH" && !String(body).includes("sku");
  return requests.map((request) => (isFence(request) ? "fence" : request.method)).join(" ");
}

export const unknown = { code: "write.outcome-unknown", outcome: "unknown" };
export const unchanged = row({ "odata.etag": ifMatch, sku: "before" });
export const other = row({ sku: "B" });
