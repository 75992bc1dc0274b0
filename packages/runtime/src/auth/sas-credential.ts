import { RecentSecrets } from "../errors/known-secrets.js";
import { invalidOption, TableError } from "../errors/table-error.js";
import { type Credential, serviceVersion } from "../http/call-state.js";
import type { HttpRequest, HttpResponse } from "../http/http-message.js";
import { parseTime } from "../platform/time.js";
import { Refreshed } from "./refreshed.js";

/** Function that returns a shared access signature, for example from the application's own server. */
export type SasProvider = () => Promise<string>;

/**
 * If the service responds with 401 or 403, the minimum age of a signature, in milliseconds, at which the provider is asked for a new one.
 */
const minAgeMs = 60_000;

/**
 * A shared access signature: a string, or a function that returns one. A function is called for the first request, again before the SAS
 * expires (`se`), and again if the service rejects it. Concurrent requests share one call.
 * @see https://learn.microsoft.com/rest/api/storageservices/delegate-access-with-shared-access-signature
 */
export class SasCredential implements Credential {
  readonly kind = "sas";
  readonly #token: Refreshed | undefined;
  #text: string | undefined;
  readonly #given = new RecentSecrets();

  /**
   * @param token a query string such as `sv=…&sig=…`, with or without `?`, percent-encoded as it was generated
   * @throws TableError `auth.invalid-token` if it is not such a query string. If a provider returns an invalid one, the call that needs it
   * rejects with this error
   */
  constructor(token: string | SasProvider) {
    if (typeof token === "string") this.#use(token);
    else {
      this.#token = new Refreshed("The SAS provider", async () => {
        const text = checkSas(await token());
        return { text, expiresAt: sasExpiry(text) ?? Number.POSITIVE_INFINITY };
      });
    }
  }

  /**
   * Replaces the signature for later requests.
   * @param token the new signature: a query string such as `sv=…&sig=…`
   * @throws TableError `auth.invalid-token`; `config.invalid-option` if this credential has a provider
   */
  update(token: string): void {
    if (this.#token !== undefined) {
      throw invalidOption("update() works only for a credential created from a string.");
    }
    this.#use(token);
  }

  #use(token: string): void {
    this.#text = checkSas(token);
    this.#given.add(this.#text);
  }

  authorize(request: HttpRequest): HttpRequest | Promise<HttpRequest> {
    if (this.#token === undefined) return withSas(request, this.#text ?? "");
    const token = this.#token.get();
    return typeof token === "string" ? withSas(request, token) : token.then((text) => withSas(request, text));
  }

  secrets(): readonly string[] {
    return (this.#token?.secrets ?? this.#given.values).map(findSignature);
  }

  challenged(_response: HttpResponse, _request: HttpRequest, startedAt: number): boolean {
    return this.#token?.renew(minAgeMs, startedAt) ?? false;
  }
}

function withSas(request: HttpRequest, token: string): HttpRequest {
  return {
    method: request.method,
    url: `${request.url}${request.url.includes("?") ? "&" : "?"}${token}`,
    headers: request.headers.concat("x-ms-version", serviceVersion),
    body: request.body,
    signal: request.signal,
    context: request.context,
    onHead: request.onHead,
  };
}

/**
 * Checks a shared access signature, and returns it without `?`. It stays percent-encoded as it was passed, because it is put into URLs
 * unchanged.
 */
function checkSas(token: unknown): string {
  const text = typeof token === "string" ? token.trim().replace(/^\?/, "") : "";
  if (/^[\x21\x22\x24-\x7e]+$/.test(text) && /(^|&)sig=[^&]/.test(text)) return text;
  throw new TableError(
    "auth.invalid-token",
    "The shared access signature is not a query string such as sv=…&sig=…. Pass it as it was generated, percent-encoded.",
  );
}

/** Returns the secret part of a SAS: the value of `sig`, without percent-encoding. Empty if there is no `sig`. */
function findSignature(token: string): string {
  const encoded = /(?:^|&)sig=([^&]*)/.exec(token)?.[1] ?? "";
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function sasExpiry(token: string): number | undefined {
  const encoded = /(?:^|&)se=([^&]*)/.exec(token)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const time = parseTime(decodeURIComponent(encoded));
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  }
}
