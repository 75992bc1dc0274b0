import type { ServiceKind } from "../rules/limits.js";

/** Claims of a JWT that decide if it is valid now and for this service. */
interface Claims {
  readonly aud?: unknown;
  /** Start of the validity, in seconds since 1970. `exp` is its end. */
  readonly nbf?: unknown;
  readonly exp?: unknown;
}

/**
 * Returns whether a token is accepted by default: any text without a dot, or a JWT that has not expired at `now`. The signature is not
 * checked.
 */
export function acceptsUnexpired(token: string, now: number): boolean {
  if (!token.includes(".")) return token !== "";
  const claims = claimsOf(token);
  if (claims === undefined) return false;
  return typeof claims.exp !== "number" || claims.exp * 1000 > now;
}

/**
 * Returns whether a token is a JWT for this account that is valid at `now`. Its signature is not checked.
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory
 */
export function acceptsValid(token: string, now: number, account: string, kind: ServiceKind): boolean {
  const claims = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? claimsOf(token) : undefined;
  if (claims === undefined || typeof claims.exp !== "number" || typeof claims.aud !== "string") return false;
  const hasBegun = claims.nbf === undefined || (typeof claims.nbf === "number" && claims.nbf * 1000 <= now);
  return hasBegun && claims.exp * 1000 > now && audiences(account, kind).includes(claims.aud.replace(/\/$/, ""));
}

function audiences(account: string, kind: ServiceKind): string[] {
  return kind === "cosmos"
    ? ["https://cosmos.azure.com", `https://${account}.table.cosmos.azure.com`, "https://storage.azure.com"]
    : ["https://storage.azure.com", `https://${account}.table.core.windows.net`];
}

function claimsOf(token: string): Claims | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}
