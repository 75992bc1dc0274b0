import { orAborted, reportSent } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { HttpRequest, HttpResponse, Policy } from "./http-message.js";

/** Credential of a client, which authorizes every attempt of a request separately. */
export interface Credential {
  /** Kind of credential, for messages; never a secret. */
  readonly kind: "shared-key" | "sas" | "token" | "anonymous";
  /** Returns the request with date, version and authorization. Synchronous unless it has to fetch something. */
  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest>;
  /**
   * Learns from a 401 or 403, at most once per call. Returns whether another attempt is worthwhile, because this call or another learned
   * something.
   * @param startedAt `monotonicNow()` before the attempt that was rejected
   */
  challenged?(response: HttpResponse, request: HttpRequest, startedAt: number): boolean;
  /** Returns current and earlier keys, signatures and tokens. They are removed from errors and events, since a server may repeat them. */
  secrets?(): readonly string[];
}

/** Service version of requests. */
export const serviceVersion = "2019-02-02";

/** Service version for bearer tokens. From this version on, the service responds with challenges. */
export const tokenServiceVersion = "2020-12-06";

/** Authorizes every attempt. Adds no promise unless the credential has to fetch something. */
export function authorizeAttempts(credential: Credential, clock: Clock): Policy {
  return (next) => (request) => {
    let authorized: HttpRequest | Promise<HttpRequest>;
    try {
      authorized = credential.authorize(request, clock);
    } catch (error) {
      throw unsent(request, error);
    }
    if (!(authorized instanceof Promise)) return next(authorized);
    return orAborted(authorized, request.signal).then(next, (error) => {
      throw unsent(request, error);
    });
  };
}

/** Marks a request as unsent because it could not be authorized. */
function unsent({ signal }: HttpRequest, error: unknown): unknown {
  reportSent(signal, false);
  return error;
}
