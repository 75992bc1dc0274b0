import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { law } from "../test/law.js";
import { parseBearerChallenge } from "./challenge.js";

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
