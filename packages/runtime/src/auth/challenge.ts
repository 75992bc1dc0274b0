/** Values in a `WWW-Authenticate: Bearer` header, with which the service rejects a token and asks for another. */
export interface BearerChallenge {
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
    scope: buildScope(values.get("resource_id") ?? values.get("resource")),
    claims: decodeClaims(values.get("claims")),
  };
}

function parseTenant(uri: string | undefined): string | undefined {
  const url = httpsUrl(uri);
  const tenant = url?.pathname.split("/")[1];
  return tenant !== undefined && guid.test(tenant) ? tenant : undefined;
}

function buildScope(resource: string | undefined): string | undefined {
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
