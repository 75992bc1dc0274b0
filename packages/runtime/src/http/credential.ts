import type { Clock } from "./clock.js";
import type { HttpRequest, HttpResponse } from "./http-message.js";

/** Makes a request one that the service accepts. Called again for every attempt. */
export interface Credential {
  /** Names the kind in messages; never a secret. */
  readonly kind: "shared-key" | "sas" | "token" | "anonymous";
  /** The request with date, version and authorization. Synchronous wherever nothing has to be fetched. */
  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest>;
  /**
   * Asked once per call after 401 or 403: whether something was learned, by this call or another, that makes another attempt worth it.
   * @param startedAt `performance.now()` before the attempt that was refused
   */
  challenged?(response: HttpResponse, request: HttpRequest, startedAt: number): boolean;
  /** Keys, signatures and tokens in use now and before: no error or event holds them, although a server may repeat them. */
  secrets?(): readonly string[];
}

/** What every request carries besides its operation's headers. */
export const serviceVersion = "2019-02-02";

/** The version that bearer tokens need: from here on the service answers with challenges. */
export const tokenServiceVersion = "2020-12-06";
