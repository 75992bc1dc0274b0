import type { Fault } from "../faults/fault.js";
import type { OperationName } from "../faults/fault-request.js";
import type { HttpRequest } from "../http/http-message.js";
import type { Handled } from "./handle-request.js";

/** Request that the service received, without signatures and tokens. */
export interface LoggedRequest {
  /** Operation; undefined if it is unknown. */
  readonly operation: OperationName | undefined;
  readonly table: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
  /** Status of the response, even if a fault withheld it. */
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly fault: Fault["kind"] | undefined;
}

/** The latest requests, limited in number and size. The last one is always kept. */
export class RequestLog {
  readonly #maxCount: number;
  readonly #maxBytes: number;
  readonly #requests = new Set<LoggedRequest>();
  #bytes = 0;

  constructor(maxCount: number, maxBytes: number) {
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  add(request: LoggedRequest): void {
    this.#requests.add(request);
    this.#bytes += sizeOf(request);
    for (const oldest of this.#requests) {
      const isFull = this.#requests.size > this.#maxCount || this.#bytes > this.#maxBytes;
      if (!isFull || oldest === request) return;
      this.#requests.delete(oldest);
      this.#bytes -= sizeOf(oldest);
    }
  }

  /** Returns the requests, oldest first. */
  list(): LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests.clear();
    this.#bytes = 0;
  }
}

/** Returns the maximum size in memory, in bytes: two for each character. */
function sizeOf({ url, headers, body }: LoggedRequest): number {
  return 2 * headers.reduce((length, text) => length + text.length, url.length + body.length);
}

export function loggedRequest(request: HttpRequest, handled: Handled): LoggedRequest {
  return {
    operation: handled.operation,
    table: handled.table,
    method: request.method,
    url: request.url.replace(/([?&]sig=)[^&]*/, "$1REDACTED"),
    headers: request.headers.map((value, at) =>
      at % 2 === 1 && request.headers[at - 1]?.toLowerCase() === "authorization" ? redacted(value) : value,
    ),
    body: handled.body ?? textOf(request),
    status: handled.reply.status,
    errorCode: handled.errorCode,
    fault: handled.fault?.kind,
  };
}

function textOf({ body = "" }: HttpRequest): string {
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
}

function redacted(authorization: string): string {
  return `${authorization.split(" ", 1)[0]} REDACTED`;
}
