import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../http/clock.js";
import { type HttpRequest, type HttpResponse, headerValue } from "../http/http-message.js";
import { createPipeline } from "../http/pipeline.js";
import { type StubResponse, stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { law } from "../test/law.js";
import { versionHeader } from "../test/service-headers.js";
import { BearerCredential, type BearerOptions, parseBearerChallenge } from "./bearer-credential.js";
import { audienceFor, type GetTokenOptionsLike, isTokenCredential, type TokenCredential } from "./token-credential.js";

const url = "https://a.table.core.windows.net";
const tenantId = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const audience = "https://storage.azure.com";

interface Asked {
  readonly scopes: string | string[];
  readonly options: GetTokenOptionsLike | undefined;
}

function source(text: (count: number) => string | null = (count) => `token-${count}`) {
  const asked: Asked[] = [];
  const credential: TokenCredential = {
    async getToken(scopes, options) {
      asked.push({ scopes, options });
      const token = text(asked.length);
      return token === null ? null : { token, expiresOnTimestamp: Date.now() + 3_600_000 };
    },
  };
  return { credential, asked };
}

function build(responses: readonly StubResponse[], options: Partial<BearerOptions> = {}) {
  const { credential, asked } = source();
  const transport = stubTransport(...responses);
  const bearer = new BearerCredential(credential, { audience, ...options });
  const pipeline = createPipeline(transport, { credential: bearer, url, kind: "storage" });
  const send = () =>
    pipeline({
      method: "GET",
      url: `${url}/Tables`,
      headers: [],
      context: { operation: "queryTables", readOnly: true },
    });
  const tokens = () => transport.requests.map(({ headers }) => headerValue(headers, "authorization"));
  return { send, asked, tokens, transport };
}

function challenge(resource = "https://storage.azure.com"): HttpResponse {
  const uri = `https://login.microsoftonline.com/${tenantId}/oauth2/authorize`;
  const wanted = `Bearer authorization_uri=${uri} resource_id=${resource}`;
  return stubResponse(401, [...versionHeader, "WWW-Authenticate", wanted]);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a token", () => {
  it("is asked for once and sent with the version and date that it needs", async () => {
    const { send, asked, tokens, transport } = build([stubResponse(200)]);
    await send();
    await send();
    expect(asked).toEqual([{ scopes: "https://storage.azure.com/.default", options: { enableCae: true } }]);
    expect(tokens()).toEqual(["Bearer token-1", "Bearer token-1"]);
    const headers = transport.requests[0]?.headers ?? [];
    expect(headerValue(headers, "x-ms-version")).toBe("2020-12-06");
    expect(headerValue(headers, "x-ms-date")).toMatch(/GMT$/);
  });

  it("never travels over plain http, but to this machine", () => {
    const bearer = new BearerCredential(source().credential, { audience });
    const request = (to: string): HttpRequest => ({ method: "GET", url: to, headers: [] });
    const insecure = expect.objectContaining({ code: "auth.insecure" });
    expect(() => bearer.authorize(request("http://a.table.core.windows.net/T"), new Clock())).toThrow(insecure);
    expect(() => bearer.authorize(request("http://10.0.0.7:10002/a/T"), new Clock())).toThrow(insecure);
    expect(bearer.authorize(request("http://127.0.0.1:10002/a/T"), new Clock())).toBeInstanceOf(Promise);
  });

  it.each([null, "", "two words", "line\r\nbreak"])("that is none is refused: %j", async (text) => {
    const bearer = new BearerCredential(source(() => text).credential, { audience });
    const pipeline = createPipeline(stubTransport(stubResponse(200)), { credential: bearer, url, kind: "storage" });
    await expect(pipeline({ method: "GET", url, headers: [] })).rejects.toMatchObject({ code: "auth.no-token" });
  });

  it.each([
    ["storage", "https://a.table.core.windows.net", "https://storage.azure.com"],
    ["storage", "https://a.table.core.chinacloudapi.cn", "https://storage.azure.cn"],
    ["storage", "https://a.table.core.usgovcloudapi.net", "https://storage.azure.us"],
    ["storage", "https://tables.example.com", "https://storage.azure.com"],
    ["storage", "https://a.chinacloudapi.cn.example.com", "https://storage.azure.com"],
    ["storage", "https://a.azure.us.example.com", "https://storage.azure.com"],
    ["cosmos", "https://a.table.cosmos.azure.com", "https://cosmos.azure.com"],
    ["cosmos", "https://a.table.cosmos.azure.cn", "https://cosmos.azure.cn"],
    ["cosmos", "https://a.table.cosmos.azure.us", "https://cosmos.azure.us"],
  ] as const)("for %s at %s has the audience %s", (kind, endpoint, expected) => {
    expect(audienceFor(kind, endpoint)).toBe(expected);
  });

  it("is for an audience that is an https address", async () => {
    const bad = { audience: "storage" };
    expect(() => new BearerCredential(source().credential, bad)).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
    const { send, asked } = build([stubResponse(200)], { audience: "https://storage.azure.us/.default" });
    await send();
    expect(asked[0]?.scopes).toBe("https://storage.azure.us/.default");
    const slashed = build([stubResponse(200)], { audience: "https://storage.azure.us//" });
    await slashed.send();
    expect(slashed.asked[0]?.scopes).toBe("https://storage.azure.us/.default");
    expect(() => new BearerCredential(source().credential, { audience: "http://storage.azure.com" })).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
  });
});

describe("a challenge", () => {
  it("for claims is answered with a new token, once", async () => {
    const claims = '{"access_token":{"nbf":{"essential":true}}}';
    const encoded = Buffer.from(claims).toString("base64");
    const refused = stubResponse(401, [
      ...versionHeader,
      "www-authenticate",
      `Bearer error="insufficient_claims", claims="${encoded}"`,
    ]);
    const { send, asked, tokens } = build([stubResponse(200), refused, stubResponse(200), refused, refused]);
    await send();
    expect((await send()).status).toBe(200);
    expect(asked.map(({ options }) => options?.claims)).toEqual([undefined, claims]);
    expect(tokens()).toEqual(["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
    expect((await send()).status, "the same challenge to a fresh token is an answer").toBe(401);
    expect(asked).toHaveLength(2);
  });

  it("helps every call that was sent with the old token, also one that is refused when the new one is there", async () => {
    const claims = Buffer.from('{"access_token":{}}').toString("base64");
    const refused = stubResponse(401, [
      ...versionHeader,
      "www-authenticate",
      `Bearer error="insufficient_claims", claims="${claims}"`,
    ]);
    let refuseLate: (response: HttpResponse) => void = () => undefined;
    const late = () => new Promise<HttpResponse>((resolve) => (refuseLate = resolve));
    const { send, asked, tokens } = build([stubResponse(200), refused, late, stubResponse(200)]);
    await send();
    const calls = [send(), send()];
    expect((await calls[0])?.status).toBe(200);
    refuseLate(refused);
    expect((await calls[1])?.status).toBe(200);
    expect(tokens()).toEqual(["token-1", "token-1", "token-1", "token-2", "token-2"].map((text) => `Bearer ${text}`));
    expect(asked).toHaveLength(2);
  });

  it("that names a tenant is followed where that is wanted", async () => {
    const { send, asked } = build([challenge(), stubResponse(200)], { discoverTenant: true });
    expect((await send()).status).toBe(200);
    expect(asked.map(({ options }) => options?.tenantId)).toEqual([undefined, tenantId]);
    const not = build([challenge(), stubResponse(200)]);
    expect((await not.send()).status).toBe(401);
    expect(not.asked).toHaveLength(1);
  });

  it("is followed once: not again where another one names the same tenant and audience", () => {
    const bearer = new BearerCredential(source().credential, { audience, discoverTenant: true });
    const request: HttpRequest = { method: "GET", url: `${url}/Tables`, headers: [] };
    const other = stubResponse(401, [
      ...versionHeader,
      "WWW-Authenticate",
      `Bearer authorization_uri=https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/authorize resource_id=${audience}`,
    ]);
    expect(bearer.challenged(challenge(), request, 0)).toBe(true);
    expect(bearer.challenged(other, request, 0)).toBe(false);
    expect(bearer.challenged(challenge("https://storage.azure.us"), request, 0)).toBe(true);
  });

  it("for claims is answered with these claims once, not with every later token", async () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    const claims = Buffer.from('{"access_token":{}}').toString("base64");
    const refused = stubResponse(401, [...versionHeader, "www-authenticate", `Bearer claims="${claims}"`]);
    const { send, asked } = build([refused, stubResponse(200)]);
    await send();
    vi.setSystemTime(2 * 3_600_000);
    await send();
    expect(asked.map(({ options }) => options?.claims)).toEqual([undefined, '{"access_token":{}}', undefined]);
  });

  it("that repeats one is followed again once the token is a minute old", async () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    const bearer = new BearerCredential(source().credential, { audience, discoverTenant: true });
    const request: HttpRequest = { method: "GET", url: `${url}/Tables`, headers: [] };
    expect(bearer.challenged(challenge(), request, 0)).toBe(true);
    await bearer.authorize(request, new Clock());
    const isFollowed = () => bearer.challenged(challenge(), request, Number.POSITIVE_INFINITY);
    vi.setSystemTime(59_999);
    expect(isFollowed()).toBe(false);
    vi.setSystemTime(60_000);
    expect(isFollowed()).toBe(true);
  });

  it("is followed for its tenant: without one not at all, without an audience to the client's own", async () => {
    const uri = `authorization_uri=https://login.microsoftonline.com/${tenantId}/oauth2/authorize`;
    const asking = (wanted: string) => stubResponse(401, [...versionHeader, "WWW-Authenticate", `Bearer ${wanted}`]);
    const nowhere = build([asking("resource_id=https://storage.azure.us")], { discoverTenant: true });
    expect((await nowhere.send()).status).toBe(401);
    expect(nowhere.asked).toHaveLength(1);
    const tenant = build([asking(uri), stubResponse(200)], { discoverTenant: true });
    await tenant.send();
    expect(tenant.asked[1]).toEqual({
      scopes: "https://storage.azure.com/.default",
      options: { enableCae: true, tenantId },
    });
  });

  it("is not followed where it came over plain http, or with another status", () => {
    const bearer = new BearerCredential(source().credential, { audience, discoverTenant: true });
    const request = (to: string): HttpRequest => ({ method: "GET", url: to, headers: [] });
    expect(bearer.challenged(challenge(), request("http://127.0.0.1:10002/a/Tables"), 0)).toBe(false);
    expect(bearer.challenged({ ...challenge(), status: 403 }, request(`${url}/Tables`), 0)).toBe(false);
    expect(bearer.challenged(stubResponse(401, versionHeader), request(`${url}/Tables`), 0)).toBe(false);
    expect(bearer.challenged(challenge(), request(`${url}/Tables`), 0)).toBe(true);
  });

  it("moves to another cloud's audience of tables, never to that of another service", async () => {
    const government = build([challenge("https://storage.azure.us"), stubResponse(200)], { discoverTenant: true });
    await government.send();
    expect(government.asked[1]?.scopes).toBe("https://storage.azure.us/.default");
    const graph = build([challenge("https://graph.microsoft.com"), stubResponse(200)], { discoverTenant: true });
    await graph.send();
    expect(graph.asked[1]?.scopes).toBe("https://storage.azure.com/.default");
  });
});

/** Copy of the interface of `@azure/core-auth`. Each credential of `@azure/identity` implements it. */
interface CoreAuthTokenCredential {
  getToken(
    scopes: string | string[],
    options?: {
      abortSignal?: { readonly aborted: boolean };
      tracingOptions?: { tracingContext?: object };
      claims?: string;
      enableCae?: boolean;
      tenantId?: string;
    },
  ): Promise<{
    token: string;
    expiresOnTimestamp: number;
    refreshAfterTimestamp?: number;
    tokenType?: "Bearer" | "pop";
  } | null>;
}

it("takes what @azure/core-auth declares", async () => {
  const azure: CoreAuthTokenCredential = {
    getToken: async () => ({ token: "t", expiresOnTimestamp: Date.now() + 60_000 }),
  };
  const credential: TokenCredential = azure;
  expect(await credential.getToken("x")).toMatchObject({ token: "t" });
});

it("knows a token credential by its method", () => {
  expect(isTokenCredential(source().credential)).toBe(true);
  expect(isTokenCredential({})).toBe(false);
  expect(isTokenCredential(undefined)).toBe(false);
});

describe("challenge", () => {
  const tenantId = "72f988bf-86f1-41af-91ab-2d7cd011db47";

  describe("a bearer challenge", () => {
    it("of the service: unquoted, separated by spaces", () => {
      const header = `Bearer authorization_uri=https://login.microsoftonline.com/${tenantId}/oauth2/authorize resource_id=https://storage.azure.com`;
      expect(parseBearerChallenge(header)).toEqual({
        tenantId,
        scope: "https://storage.azure.com/.default",
        claims: undefined,
      });
    });

    it("of continuous access evaluation: quoted, separated by commas", () => {
      const claims = '{"access_token":{"nbf":{"essential":true,"value":"1700000000"}}}';
      const header = `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", error="insufficient_claims", claims="${Buffer.from(claims).toString("base64")}"`;
      expect(parseBearerChallenge(header)).toEqual({ tenantId: undefined, scope: undefined, claims });
    });

    it("names its parameters in any case, and the first of a repeated one counts", () => {
      const authorize = `https://login.microsoftonline.com/${tenantId}/x`;
      for (const name of ["authorization_uri", "Authorization_URI", "authorization", "AUTHORIZATION"]) {
        const header = `Bearer ${name}="${authorize}", ${name}="https://login.microsoftonline.com/common/x"`;
        expect(parseBearerChallenge(header)?.tenantId).toBe(tenantId);
      }
      for (const name of ["resource_id", "Resource_Id", "resource", "RESOURCE"]) {
        const header = `bearer ${name}=https://storage.azure.com/ ${name}=https://evil.example`;
        expect(parseBearerChallenge(header)?.scope).toBe("https://storage.azure.com/.default");
      }
    });

    it("takes the more exact of two names", () => {
      const header =
        `Bearer authorization="https://login.microsoftonline.com/common/x", resource="https://a.example", ` +
        `authorization_uri="https://login.microsoftonline.com/${tenantId}/x", resource_id="https://b.example"`;
      expect(parseBearerChallenge(header)).toMatchObject({ tenantId, scope: "https://b.example/.default" });
    });

    it.each([
      [16 * 1024, tenantId],
      [16 * 1024 + 1, undefined],
    ])("of %d characters names the tenant %s", (length, tenant) => {
      const header = `Bearer authorization_uri=https://login.microsoftonline.com/${tenantId}/`;
      expect(parseBearerChallenge(header.padEnd(length, "x"))?.tenantId).toBe(tenant);
    });

    it("behind another scheme", () => {
      const header = `Basic realm="x", Bearer authorization_uri="https://login.microsoftonline.com/${tenantId}/"`;
      expect(parseBearerChallenge(header)?.tenantId).toBe(tenantId);
    });

    it.each([
      `Bearer authorization_uri=http://login.microsoftonline.com/${tenantId}/x`,
      "Bearer authorization_uri=https://login.microsoftonline.com/evil/../x",
      `Bearer authorization_uri=https://login.microsoftonline.com/x${tenantId}/x`,
      `Bearer authorization_uri=https://login.microsoftonline.com/${tenantId}x/x`,
      `Bearer authorization_uri=https://login.microsoftonline.com/oauth2/${tenantId}`,
      "Bearer authorization_uri=https://login.microsoftonline.com",
      "Bearer claims=",
      'Bearer claims="bnVsbA=="',
      "Bearer resource_id=http://storage.azure.com",
      "Bearer resource_id=javascript:alert(1)",
      'Bearer claims="bm90IGpzb24="',
      'Bearer claims="NQ=="',
      "Bearer",
    ])("takes nothing from what is not https, no tenant or no JSON: %s", (header) => {
      expect(parseBearerChallenge(header)).toEqual({ tenantId: undefined, scope: undefined, claims: undefined });
    });

    it.each(["", "Basic realm=x", "Bearers a=b", "x".repeat(20_000)])("is not: %.20s", (header) => {
      expect(parseBearerChallenge(header)).toBeUndefined();
    });

    it("is read without an error, whatever the header holds", () => {
      const piece = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "Bearer ",
          "authorization_uri=",
          "resource_id=",
          "claims=",
          '"',
          ",",
          " ",
          "https://",
          tenantId,
          "e30=",
        ),
      );
      fc.assert(
        fc.property(fc.array(piece), (pieces) => {
          const challenge = parseBearerChallenge(`Bearer ${pieces.join("")}`);
          if (challenge?.claims !== undefined) expect(() => JSON.parse(challenge.claims ?? "")).not.toThrow();
        }),
        law(10_000),
      );
    });
  });
});
