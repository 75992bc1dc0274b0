import { isErrorCode, presetCodes, ServiceError } from "../errors/service-error.js";
import type { AbortSignalLike, HttpRequest, HttpResponse } from "../http/http-message.js";
import type { Fault } from "./fault.js";

/** A response and the way to deliver it: whole, truncated, with a broken connection, or not at all. */
export interface Delivery {
  readonly response: HttpResponse;
  /** `last` delivers the whole response and then closes the connection. */
  readonly kind: "whole" | "last" | "truncated" | "reset" | "hang";
  readonly delayMs: number;
}

/** Returns the error with which a fault rejects a request instead of performing the operation; undefined if the operation is performed. */
export function findRejection(fault: Fault | undefined): ServiceError | undefined {
  if (fault?.kind === "throttle") {
    const { status = 503, retryAfterSeconds } = fault;
    const headers = retryAfterSeconds === undefined ? [] : ["Retry-After", String(retryAfterSeconds)];
    return new ServiceError(status === 429 ? "TooManyRequests" : "ServerBusy", undefined, headers);
  }
  return fault !== undefined && isUnapplied(fault) ? errorOf(fault) : undefined;
}

/** Returns the error that a fault sends in place of the response, after the operation was performed; undefined if the response is sent. */
export function findReplacement(fault: Fault | undefined): ServiceError | undefined {
  if (fault?.kind !== "timeout" && fault?.kind !== "respond" && fault?.kind !== "html") return undefined;
  return errorOf(fault);
}

function isUnapplied(fault: Fault): boolean {
  const kinds: readonly Fault["kind"][] = ["timeout", "hang", "reset", "respond", "html"];
  return kinds.includes(fault.kind) && !("applied" in fault && fault.applied);
}

function errorOf(fault: Fault): ServiceError {
  if (fault.kind === "html")
    return new ServiceError("InternalError", "", [], { code: "", status: fault.status ?? 200 });
  if (fault.kind !== "respond") return new ServiceError("OperationTimedOut");
  const { message, headers = {} } = fault;
  const preset = presetCodes.get(fault.status ?? 0);
  const code = fault.code ?? preset ?? "";
  const known = isErrorCode(code) ? code : "InternalError";
  const details = { code, ...(fault.status !== undefined && { status: fault.status }) };
  return new ServiceError(known, message, Object.entries(headers).flat(), details);
}

const page =
  "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>\n";

/** Returns the response with this body, and with these header fields in place of those with the same names. */
function replaced(response: HttpResponse, body: string, headers: Readonly<Record<string, string>>): HttpResponse {
  const bytes = Buffer.from(body);
  const given = Object.entries({ "Content-Length": String(bytes.byteLength), ...headers });
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  if (!names.has("content-type")) given.push(["Content-Type", "text/plain"]);
  names.add("content-type");
  const kept = response.headers.filter((_, at, all) => !names.has((all[at - (at % 2)] as string).toLowerCase()));
  return { status: response.status, headers: [...kept, ...given.flat()], body: bytes };
}

export function deliver(response: HttpResponse, fault: Fault | undefined): Delivery {
  switch (fault?.kind) {
    case "delay":
      return { response, kind: "whole", delayMs: fault.milliseconds };
    case "respond":
      if (fault.body === undefined) return { response, kind: "whole", delayMs: 0 };
      return { response: replaced(response, fault.body, fault.headers ?? {}), kind: "whole", delayMs: 0 };
    case "html": {
      const bare = { ...response, headers: [] };
      return {
        response: replaced(bare, fault.body ?? page, { "Content-Type": "text/html" }),
        kind: "whole",
        delayMs: 0,
      };
    }
    case "closeConnection":
      return { response, kind: "last", delayMs: 0 };
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

/**
 * Delivers a response to the caller of a transport as a connection would: immediately, after a delay, never, or as an ECONNRESET error. The
 * request's signal ends the wait, but does not undo the operation.
 */
export async function transmit({ response, kind, delayMs }: Delivery, request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request;
  if (signal?.aborted) throw signal.reason;
  // A response 204 has no body, so nothing of it can be cut off.
  if (kind === "reset" || (kind === "truncated" && response.status !== 204)) {
    throw Object.assign(new Error("The connection was reset."), { code: "ECONNRESET" });
  }
  if (kind === "hang" || delayMs > 0) await delay(kind === "hang" ? Number.POSITIVE_INFINITY : delayMs, signal);
  if (signal?.aborted) throw signal.reason;
  return response;
}

/** Resolves after this time (never for Infinity), or as soon as the signal aborts. Leaves no timer behind. */
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
