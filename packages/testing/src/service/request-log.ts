import type { Fault, OperationName } from "../faults/faults.js";
import type { HttpRequest } from "../http/http-message.js";
import type { Handled } from "./handle-request.js";

/** A request that the service received, without signatures and tokens. */
export interface LoggedRequest {
  /** Undefined if the request was not for a known operation. */
  readonly operation: OperationName | undefined;
  readonly table: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
  /** Of the response, even if a fault withheld it. */
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly fault: Fault["kind"] | undefined;
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
    body: typeof request.body === "string" ? request.body : Buffer.from(request.body ?? []).toString("utf8"),
    status: handled.reply.status,
    errorCode: handled.errorCode,
    fault: handled.fault?.kind,
  };
}

function redacted(authorization: string): string {
  return `${authorization.split(" ", 1)[0]} REDACTED`;
}
