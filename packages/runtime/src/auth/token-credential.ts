import type { ServiceKind } from "../schema/limits.js";

/** Access token, with the members of `@azure/core-auth`. */
export interface AccessTokenLike {
  readonly token: string;
  /** Expiry time, in milliseconds since 1970. */
  readonly expiresOnTimestamp: number;
  /**
   * Time at which to fetch the next token, in milliseconds since 1970. Default: 5 minutes before expiry or, if the lifetime is below 25
   * minutes, when a fifth of it is left.
   */
  readonly refreshAfterTimestamp?: number | undefined;
}

/** Options of `getToken`, with the members of `@azure/core-auth`. */
export interface GetTokenOptionsLike {
  /** Tenant that the service named in a challenge. */
  tenantId?: string;
  /** Claims of a challenge, as JSON. */
  claims?: string;
  /** True if the caller handles challenges of continuous access evaluation. */
  enableCae?: boolean;
}

/**
 * Object that provides Microsoft Entra tokens, such as a credential of `@azure/identity`.
 * @see https://learn.microsoft.com/azure/storage/tables/authorize-access-azure-active-directory
 */
export interface TokenCredential {
  /**
   * Returns a token. Called for the first request, and again before the token expires. If it returns null, or an object without a
   * token, the client's call fails with `auth.no-token`.
   * @param scopes scopes of the token, such as `https://storage.azure.com/.default`
   */
  getToken(scopes: string | string[], options?: GetTokenOptionsLike): Promise<AccessTokenLike | null>;
}

/** National cloud of Azure. */
export type Cloud = "public" | "china" | "government";

/**
 * Audiences of tokens for the Table service, in each cloud.
 * @see https://learn.microsoft.com/azure/storage/common/storage-auth-aad-app
 */
const audiences: Readonly<Record<ServiceKind, Readonly<Record<Cloud, string>>>> = {
  storage: {
    public: "https://storage.azure.com",
    china: "https://storage.azure.cn",
    government: "https://storage.azure.us",
  },
  cosmos: {
    public: "https://cosmos.azure.com",
    china: "https://cosmos.azure.cn",
    government: "https://cosmos.azure.us",
  },
};

/**
 * Returns the audience of tokens for an endpoint. The host shows the cloud: China for `…chinacloudapi.cn` and `…azure.cn`, US government
 * for `…usgovcloudapi.net` and `…azure.us`, otherwise the public cloud.
 */
export function audienceFor(kind: ServiceKind, endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const cloud = /\.(chinacloudapi|azure)\.cn$/.test(host)
    ? "china"
    : /\.(usgovcloudapi\.net|azure\.us)$/.test(host)
      ? "government"
      : "public";
  return audiences[kind][cloud];
}

/**
 * Returns whether a challenge may ask for a token of this scope. It may for the client's `own` audience, and for that of the Table service.
 */
export function isTableAudience(scope: string, own: string): boolean {
  const origin = new URL(scope).origin;
  return (
    origin === new URL(own).origin ||
    Object.values(audiences).some((clouds) => Object.values(clouds).some((audience) => audience === origin))
  );
}

export function isTokenCredential(value: unknown): value is TokenCredential {
  return typeof value === "object" && value !== null && typeof (value as TokenCredential).getToken === "function";
}
