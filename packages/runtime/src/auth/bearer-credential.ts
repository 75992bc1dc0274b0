import { invalidOption, TableError } from "../errors/table-error.js";
import { type Credential, tokenServiceVersion } from "../http/call-state.js";
import type { Clock } from "../http/clock.js";
import { isLoopback } from "../http/endpoint.js";
import { type HttpRequest, type HttpResponse, headerValue } from "../http/http-message.js";
import { Refreshed } from "./refreshed.js";
import { type GetTokenOptionsLike, isTableAudience, type TokenCredential } from "./token-credential.js";

export interface BearerOptions {
  /** Audience of the tokens, e.g. `https://storage.azure.com`. */
  readonly audience: string;
  /** True to request tokens from the tenant that the service names in a challenge. Default false: the credential's own tenant. */
  readonly discoverTenant?: boolean | undefined;
}

const tokenVersion = ["x-ms-version", tokenServiceVersion];

/** Minimum age of a token, in milliseconds, at which it is discarded if the service repeats a challenge. A younger token is kept. */
const minAgeMs = 60_000;

/**
 * Microsoft Entra tokens. They are cached, and renewed before they expire by one shared request. A token is also fetched if a challenge
 * demands it: for claims of continuous access evaluation or, with `discoverTenant`, another tenant. A token is never sent over plain http,
 * except to this machine.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory
 */
export class BearerCredential implements Credential {
  readonly kind = "token";
  readonly #audience: string;
  readonly #discoverTenant: boolean;
  readonly #token: Refreshed;
  #scope: string;
  #tenantId: string | undefined;
  #claims: string | undefined;
  #answered = "";

  /** @throws TableError `config.invalid-option` */
  constructor(source: TokenCredential, options: BearerOptions) {
    this.#audience = checkAudience(options.audience);
    this.#scope = buildScope(this.#audience);
    this.#discoverTenant = options.discoverTenant ?? false;
    this.#token = new Refreshed("The token credential", async () => {
      const wanted: GetTokenOptionsLike = { enableCae: true };
      if (this.#tenantId !== undefined) wanted.tenantId = this.#tenantId;
      if (this.#claims !== undefined) wanted.claims = this.#claims;
      const token = await source.getToken(this.#scope, wanted);
      if (token === null || typeof token?.token !== "string" || !/^[\x21-\x7e]+$/.test(token.token)) {
        throw new TableError("auth.no-token", `The token credential returned no token for ${this.#scope}.`);
      }
      this.#claims = undefined;
      return {
        text: token.token,
        expiresAt: token.expiresOnTimestamp,
        refreshAt: token.refreshAfterTimestamp,
      };
    });
  }

  authorize(request: HttpRequest, clock: Clock): HttpRequest | Promise<HttpRequest> {
    if (!request.url.startsWith("https:") && !isLoopback(request.url)) {
      throw new TableError("auth.insecure", "A token is never sent over plain http. Use an https:// endpoint.");
    }
    const token = this.#token.get();
    return typeof token === "string"
      ? withToken(request, token, clock)
      : token.then((text) => withToken(request, text, clock));
  }

  secrets(): readonly string[] {
    return this.#token.secrets;
  }

  challenged(response: HttpResponse, request: HttpRequest, startedAt: number): boolean {
    const header = headerValue(response.headers, "www-authenticate");
    const challenge = header === undefined ? undefined : parseBearerChallenge(header);
    if (response.status !== 401 || challenge === undefined) return false;
    if (header === this.#answered) return this.#token.renew(minAgeMs, startedAt);
    let learned = false;
    if (challenge.claims !== undefined) {
      this.#claims = challenge.claims;
      learned = true;
    }
    if (this.#discoverTenant && request.url.startsWith("https:")) learned = this.#adopt(challenge) || learned;
    if (!learned) return false;
    this.#answered = header ?? "";
    this.#token.renew(0);
    return true;
  }

  /**
   * Takes over the tenant that a challenge names, and the scope if it is one of the Table service. The service may name another tenant, but
   * never the scope of another service. Returns true if something changed, so that a new token is needed.
   */
  #adopt({ tenantId, scope }: { tenantId: string | undefined; scope: string | undefined }): boolean {
    if (tenantId === undefined) return false;
    const wanted = scope !== undefined && isTableAudience(scope, this.#audience) ? scope : this.#scope;
    if (tenantId === this.#tenantId && wanted === this.#scope) return false;
    this.#tenantId = tenantId;
    this.#scope = wanted;
    return true;
  }
}

/**
 * Adds the token, the date and the service version to a request. If an operation has set a later version that it needs, keeps that.
 */
function withToken(request: HttpRequest, token: string, clock: Clock): HttpRequest {
  const version = request.headers.includes("x-ms-version") ? [] : tokenVersion;
  return {
    method: request.method,
    url: request.url,
    headers: request.headers.concat(version, "x-ms-date", clock.httpDate(), "Authorization", `Bearer ${token}`),
    body: request.body,
    signal: request.signal,
    context: request.context,
    onHead: request.onHead,
  };
}

function checkAudience(audience: string): string {
  if (URL.canParse(audience) && new URL(audience).protocol === "https:") return audience;
  throw invalidOption(`audience must be an https:// URL such as https://storage.azure.com.`);
}

function buildScope(audience: string): string {
  return audience.endsWith("/.default") ? audience : `${audience.replace(/\/+$/, "")}/.default`;
}

/** Values in a `WWW-Authenticate: Bearer` header, with which the service rejects a token and asks for another. */
interface BearerChallenge {
  /** Tenant to request a token from, a GUID; undefined if the header names none. */
  readonly tenantId: string | undefined;
  /** Scope of the token to request, such as `https://storage.azure.com/.default`; undefined if the header names no resource. */
  readonly scope: string | undefined;
  /** Claims of continuous access evaluation, as JSON; undefined if the header has none. */
  readonly claims: string | undefined;
}

const longestHeader = 16 * 1024;

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads a bearer challenge. There are two styles: Storage separates unquoted values by spaces, and continuous access evaluation separates
 * quoted ones by commas. A field that cannot be read is undefined. Returns undefined if the header is not a bearer challenge, or is longer
 * than 16 KiB.
 */
export function parseBearerChallenge(header: string): BearerChallenge | undefined {
  if (header.length > longestHeader) return undefined;
  const start = /(?:^|,\s*)Bearer(?:\s+|$)/i.exec(header);
  if (start === null) return undefined;
  const values = new Map<string, string>();
  const pair = /([a-z_]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi;
  for (const [, name, quoted, plain] of header.slice(start.index + start[0].length).matchAll(pair)) {
    if (name !== undefined && !values.has(name.toLowerCase())) values.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  return {
    tenantId: parseTenant(values.get("authorization_uri") ?? values.get("authorization")),
    scope: scopeOf(values.get("resource_id") ?? values.get("resource")),
    claims: decodeClaims(values.get("claims")),
  };
}

function parseTenant(uri: string | undefined): string | undefined {
  const url = httpsUrl(uri);
  const tenant = url?.pathname.split("/")[1];
  return tenant !== undefined && guid.test(tenant) ? tenant : undefined;
}

function scopeOf(resource: string | undefined): string | undefined {
  const url = httpsUrl(resource);
  return url === undefined ? undefined : `${url.origin}/.default`;
}

function httpsUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" ? url : undefined;
}

function decodeClaims(encoded: string | undefined): string | undefined {
  if (encoded === undefined || encoded === "") return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  try {
    const claims: unknown = JSON.parse(text);
    return typeof claims === "object" && claims !== null ? text : undefined;
  } catch {
    return undefined;
  }
}
