import { isThenable } from "../platform/built-ins.js";
import { orAborted, reportSent } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { HttpRequest, HttpResponse, Policy } from "./http-message.js";

/** Credential of a client, which authorizes every attempt of a request separately. */
export interface Credential {
  /** Kind of credential, for messages; never a secret. */
  readonly kind: "shared-key" | "sas" | "token" | "anonymous";
  /** Returns the request with date, version and authorization. Returns a promise only if it has to fetch something, such as a token. */
  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest>;
  /**
   * Lets the credential learn from a 401 or 403, such as which token to fetch. Returns whether another attempt makes sense, because the
   * credential has learned something from this rejection or from that of another call. A call is repeated for this only once.
   * @param startedAt `monotonicNow()` before the attempt that was rejected
   */
  challenged?(response: HttpResponse, request: HttpRequest, startedAt: number): boolean;
  /** Returns current and former keys, signatures and tokens. They are removed from errors and events, because a server may repeat them. */
  secrets?(): readonly string[];
}

/** Value of `x-ms-version` in requests with a shared key or SAS. */
export const serviceVersion = "2019-02-02";

/** Value of `x-ms-version` in requests with a bearer token. From this version on, the service responds with challenges. */
export const tokenServiceVersion = "2020-12-06";

/** Returns the policy that authorizes every attempt. If the credential has nothing to fetch, it adds no promise. */
export function authorizeAttempts(credential: Credential, clock: Clock): Policy {
  return (next) => (request) => {
    let authorized: HttpRequest | Promise<HttpRequest>;
    try {
      authorized = credential.authorize(request, clock);
    } catch (error) {
      throw unsent(request, error);
    }
    if (!isThenable(authorized)) return next(authorized);
    return orAborted(authorized, request.signal).then(next, (error) => {
      throw unsent(request, error);
    });
  };
}

/** Records that a request was not sent, because it could not be authorized. Returns the error to throw. */
function unsent({ signal }: HttpRequest, error: unknown): unknown {
  reportSent(signal, false);
  return error;
}
