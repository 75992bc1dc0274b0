import type { ServiceKind } from "../schema/limits.js";

/** An access token, as `@azure/core-auth` shapes it. */
export interface AccessTokenLike {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresOnTimestamp: number;
  /** When to ask again, in milliseconds since 1970. */
  readonly refreshAfterTimestamp?: number | undefined;
}

export interface GetTokenOptionsLike {
  tenantId?: string;
  /** JSON that a challenge asked for. */
  claims?: string;
  /** Says that challenges of continuous access evaluation are understood. */
  enableCae?: boolean;
}

/** Any object that gives Microsoft Entra tokens: each credential of `@azure/identity` fits. */
export interface TokenCredential {
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
