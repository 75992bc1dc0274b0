import { ServiceError } from "../errors/service-error.js";
import type { AbortSignalLike, HttpRequest, HttpResponse } from "../http/http-message.js";
import type { Fault } from "./fault.js";

/** How a response is delivered: whole, cut short, by breaking the connection, or not at all. */
export interface Delivery {
  readonly response: HttpResponse;
  readonly kind: "whole" | "truncated" | "reset" | "hang";
  readonly delayMs: number;
}

/** The error of a fault that keeps an operation from being performed. */
export function refusalOf(fault: Fault | undefined): ServiceError | undefined {
  if (fault?.kind === "throttle") {
    const { status = 503, retryAfterSeconds } = fault;
    const headers = retryAfterSeconds === undefined ? [] : ["Retry-After", String(retryAfterSeconds)];
    return new ServiceError(status === 429 ? "TooManyRequests" : "ServerBusy", undefined, headers);
  }
  const unapplied = (fault?.kind === "timeout" || fault?.kind === "hang" || fault?.kind === "reset") && !fault.applied;
  return unapplied ? new ServiceError("OperationTimedOut") : undefined;
}

export function deliver(response: HttpResponse, fault: Fault | undefined): Delivery {
  switch (fault?.kind) {
    case "delay":
      return { response, kind: "whole", delayMs: fault.milliseconds };
    case "hang":
    case "reset":
      return { response, kind: fault.kind, delayMs: 0 };
    case "truncate": {
      const body = response.body.subarray(0, Math.floor(response.body.byteLength * (fault.keep ?? 0.5)));
      return { response: { ...response, body }, kind: "truncated", delayMs: 0 };
    }
    default:
      return { response, kind: "whole", delayMs: 0 };
  }
}

/** Delivers a response as a connection would. The signal ends the wait; it does not undo what the service did. */
export async function transmit({ response, kind, delayMs }: Delivery, request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request;
  if (signal?.aborted) throw signal.reason;
  // A response without content is complete before the connection breaks.
  if (kind === "reset" || (kind === "truncated" && response.status !== 204)) {
    throw Object.assign(new Error("The connection was reset."), { code: "ECONNRESET" });
  }
  if (kind === "hang" || delayMs > 0) await delay(kind === "hang" ? Number.POSITIVE_INFINITY : delayMs, signal);
  if (signal?.aborted) throw signal.reason;
  return response;
}

/** Resolves after this time (never for Infinity), or as soon as the signal aborts; leaves no timer behind. */
export function delay(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(milliseconds) ? setTimeout(end, milliseconds) : undefined;
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener?.("abort", end);
      resolve();
    }
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}
