import type { ServiceKind } from "../schema/limits.js";

/** An access token, as `@azure/core-auth` shapes it. */
export interface AccessTokenLike {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresOnTimestamp: number;
  /** When to fetch the next token, in milliseconds since 1970. Default: 5 minutes, or a fifth of its lifetime, before it expires. */
  readonly refreshAfterTimestamp?: number | undefined;
}

/** The options that are passed to `getToken`, as `@azure/core-auth` shapes them. */
export interface GetTokenOptionsLike {
  /** The tenant that the service named in a challenge. */
  tenantId?: string;
  /** The claims of a challenge, as JSON. */
  claims?: string;
  /** True: challenges of continuous access evaluation are handled. */
  enableCae?: boolean;
}

/**
 * Any object that provides Microsoft Entra tokens, such as a credential of `@azure/identity`.
 * @see https://learn.microsoft.com/azure/storage/tables/authorize-access-azure-active-directory
 */
export interface TokenCredential {
  /** Called for the first request and again before the token expires. Null, or no token, fails the call with `auth.no-token`. */
  getToken(scopes: string | string[], options?: GetTokenOptionsLike): Promise<AccessTokenLike | null>;
}

/** A national cloud of Azure. */
export type Cloud = "public" | "china" | "government";

/**
 * The audiences of tokens for the Table service.
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

/** The audience for an endpoint, by its host: `…chinacloudapi.cn`, `…azure.cn`, `…usgovcloudapi.net`, `…azure.us`, or the public cloud. */
export function audienceFor(kind: ServiceKind, endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const cloud = /\.(chinacloudapi|azure)\.cn$/.test(host)
    ? "china"
    : /\.(usgovcloudapi\.net|azure\.us)$/.test(host)
      ? "government"
      : "public";
  return audiences[kind][cloud];
}

/** Whether a service may ask for tokens of this audience: its own, or those of the Table service. */
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
