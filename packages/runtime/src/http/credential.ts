import { orAborted, reportSent } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { HttpRequest, HttpResponse, Policy } from "./http-message.js";

/** Authorizes requests. Called again for every attempt. */
export interface Credential {
  /** The kind, as messages name it; never a secret. */
  readonly kind: "shared-key" | "sas" | "token" | "anonymous";
  /** The request with date, version and authorization. Synchronous unless something has to be fetched. */
  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest>;
  /**
   * Called once per call after a 401 or 403. Returns whether another attempt is worthwhile because this call or another learned
   * something from a refusal.
   * @param startedAt `performance.now()` before the attempt that was refused
   */
  challenged?(response: HttpResponse, request: HttpRequest, startedAt: number): boolean;
  /** Current and earlier keys, signatures and tokens. They are removed from errors and events, since a server may repeat them. */
  secrets?(): readonly string[];
}

/** The service version that requests ask for. */
export const serviceVersion = "2019-02-02";

/** The version for bearer tokens: from here on the service responds with challenges. */
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

/** A request that could not be authorized was not sent. */
function unsent({ signal }: HttpRequest, error: unknown): unknown {
  reportSent(signal, false);
  return error;
}
