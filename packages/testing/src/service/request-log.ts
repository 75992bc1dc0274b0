import type { Fault } from "../faults/fault.js";
import type { OperationName } from "../faults/fault-request.js";
import { type HttpRequest, textOf } from "../http/http-message.js";
import type { Handled } from "./handle-request.js";

/** Request that the service received, without signatures and tokens. */
export interface LoggedRequest {
  /** Operation that the request asks for; undefined if it is unknown. */
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

/** The latest requests, limited in number and size. The last one is kept even if it exceeds a limit. */
export class RequestLog {
  readonly #maxCount: number;
  readonly #maxBytes: number;
  /** The requests in the log, oldest first, with the size of each in bytes. */
  readonly #sizes = new Map<LoggedRequest, number>();
  #bytes = 0;

  constructor(maxCount: number, maxBytes: number) {
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  add(request: HttpRequest, handled: Handled): void {
    const latest = loggedRequest(request, handled);
    const size = sizeOf(request);
    this.#sizes.set(latest, size);
    this.#bytes += size;
    for (const [oldest, bytes] of this.#sizes) {
      const isFull = this.#sizes.size > this.#maxCount || this.#bytes > this.#maxBytes;
      if (!isFull || oldest === latest) return;
      this.#sizes.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  /** Returns the requests, oldest first. */
  list(): LoggedRequest[] {
    return [...this.#sizes.keys()];
  }

  clear(): void {
    this.#sizes.clear();
    this.#bytes = 0;
  }
}

/** Returns an upper bound of the memory that a request takes, in bytes: each character of a text counts as two. */
function sizeOf({ url, headers, body = "" }: HttpRequest): number {
  const bodyBytes = typeof body === "string" ? 2 * body.length : body.byteLength;
  return 2 * headers.reduce((length, text) => length + text.length, url.length) + bodyBytes;
}

function loggedRequest(request: HttpRequest, handled: Handled): LoggedRequest {
  return {
    operation: handled.operation,
    table: handled.table,
    method: request.method,
    url: request.url.replace(/([?&]sig=)[^&]*/, "$1REDACTED"),
    headers: request.headers.map((value, at) =>
      at % 2 === 1 && request.headers[at - 1]?.toLowerCase() === "authorization" ? redacted(value) : value,
    ),
    // The body is decoded only when it is read. Its bytes are outside the JavaScript heap, so retaining them costs the garbage collector
    // nothing.
    get body() {
      return textOf(request);
    },
    status: handled.reply.status,
    errorCode: handled.errorCode,
    fault: handled.fault?.kind,
  };
}

function redacted(authorization: string): string {
  return `${authorization.split(" ", 1)[0]} REDACTED`;
}
