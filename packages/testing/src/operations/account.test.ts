import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../test/expect-refusal.js";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start();
});
afterAll(() => client.close());
beforeEach(() => {
  client.service.reset();
  client.service.seed({ Shop: [{ PartitionKey: "pk", RowKey: "r'k", S: "str" }] });
});

const path = "/Shop(PartitionKey='pk',RowKey='r''k')";
const get = (to: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  client.send("GET", to, { headers });
const keys = { PartitionKey: "pk", RowKey: "r'k" };

describe("the secondary", () => {
  const secondary = (method: string, to: string, body?: object): Promise<Response> =>
    client
      .service({
        method,
        url: `${client.service.endpoint}-secondary${to}`,
        headers: [
          "accept",
          "application/json",
          "content-type",
          "application/json",
          "x-ms-version",
          "2019-02-02",
          "authorization",
          "Bearer t",
        ],
        body: body && JSON.stringify(body),
      })
      .then(({ status, body: bytes }) => new Response(status === 204 ? null : Buffer.from(bytes), { status }));
  it("reads and tells its statistics, but does not write", async () => {
    expect((await secondary("GET", path)).status).toBe(200);
    expect(await (await secondary("GET", "/?restype=service&comp=stats")).text()).toContain("<Status>live</Status>");
    expect((await secondary("PUT", path, keys)).status).toBe(403);
    expect((await get("/?restype=service&comp=stats", { accept: "application/xml" })).status).toBe(400);
  });
});

describe("CORS", () => {
  const rule =
    "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>https://a.example</AllowedOrigins><AllowedMethods>GET,PUT</AllowedMethods><AllowedHeaders>x-ms-*,accept</AllowedHeaders><ExposedHeaders>x-ms-*</ExposedHeaders><MaxAgeInSeconds>7</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>";
  const preflight = (headers: Record<string, string>): Promise<RawResponse> =>
    client.send("OPTIONS", "/Shop()", { headers, anonymous: true });
  beforeEach(() =>
    client.send("PUT", "/?restype=service&comp=properties", { headers: { accept: "application/xml" }, body: rule }),
  );

  it("admits what a rule allows, without a signature", async () => {
    const asked = {
      origin: "https://a.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-ms-date,Accept",
    };
    const { status, headers } = await preflight(asked);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://a.example",
      "access-control-allow-methods": "GET",
      "access-control-max-age": "7",
      "access-control-allow-headers": "x-ms-date,Accept",
    });
    const bare = await preflight({ origin: "https://a.example", "access-control-request-method": "PUT" });
    expect(bare.status).toBe(200);
    expect(bare.headers).not.toHaveProperty("access-control-allow-headers");
  });
  it.each([
    [{ origin: "https://b.example", "access-control-request-method": "GET" }, 403, "CorsPreflightFailure"],
    [{ origin: "https://a.example", "access-control-request-method": "DELETE" }, 403, "CorsPreflightFailure"],
    [
      {
        origin: "https://a.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
      403,
      "CorsPreflightFailure",
    ],
    [{ origin: "https://a.example" }, 400, "InvalidHeaderValue"],
    [{ "access-control-request-method": "GET" }, 400, "InvalidHeaderValue"],
  ] as const)("answers %j with %d %s", async (headers, status, code) => {
    await expectRefusal(preflight({ ...headers }), status, code);
  });
  it("marks the answer to an actual request", async () => {
    const { headers } = await get(path, { origin: "https://a.example" });
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://a.example",
      "access-control-expose-headers": "x-ms-*",
    });
    expect((await get(path, { origin: "https://b.example" })).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
  });

  const vary = async (method: string, headers: Record<string, string>): Promise<unknown> =>
    (await client.send(method, path, { headers, ...(method === "PUT" && { body: keys }) })).headers["vary"];

  it("makes what is read vary by its origin, once there are rules", async () => {
    expect(await vary("GET", { origin: "https://a.example" })).toBe("Origin");
    expect(await vary("GET", { origin: "https://b.example" })).toBe("Origin");
    expect(await vary("GET", {})).toBe("Origin");
    expect(await vary("PUT", { origin: "https://a.example" })).toBeUndefined();
    client.service.reset();
    client.service.seed({ Shop: [{ PartitionKey: "pk", RowKey: "r'k" }] });
    expect(await vary("GET", { origin: "https://a.example" })).toBeUndefined();
  });

  it("by a rule for all origins is the same for every origin, and for a request without one", async () => {
    const all = rule.replace("https://a.example", "*");
    await client.send("PUT", "/?restype=service&comp=properties", {
      headers: { accept: "application/xml" },
      body: all,
    });
    for (const headers of [{ origin: "https://b.example" }, {}]) {
      const response = await get(path, headers as Record<string, string>);
      expect(response.headers).toMatchObject({ "access-control-allow-origin": "*" });
      expect(response.headers).not.toHaveProperty("vary");
    }
  });
});

describe("XML documents", () => {
  const put = (to: string, body: string): Promise<RawResponse> =>
    client.send("PUT", to, { headers: { accept: "application/xml", "content-type": "application/xml" }, body });
  it("of access policies round-trip, an empty list and an empty body clear them", async () => {
    const policy =
      "<SignedIdentifiers><SignedIdentifier><Id>a&amp;b&lt;c&gt;</Id><AccessPolicy><Start>2020-01-01T00:00:00Z</Start><Permission>raud</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>";
    const acl = async (): Promise<string> => (await get("/Shop?comp=acl", { accept: "application/xml" })).text;
    for (const empty of ["<SignedIdentifiers/>", ""]) {
      expect((await put("/Shop?comp=acl", policy)).status).toBe(204);
      expect(await acl()).toBe(`\ufeff<?xml version="1.0" encoding="utf-8"?>${policy.replace("00Z<", "00.0000000Z<")}`);
      expect((await put("/Shop?comp=acl", empty)).status).toBe(204);
      expect(await acl()).toBe('\ufeff<?xml version="1.0" encoding="utf-8"?><SignedIdentifiers />');
    }
  });
  it.each([
    "<SignedIdentifiers><SignedIdentifier></SignedIdentifier></SignedIdentifiers>",
    "<SignedIdentifiers>",
    "<Other/>",
    "text",
    "<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Start>soon</Start></AccessPolicy></SignedIdentifier></SignedIdentifiers>",
    ...["rx", "xr", "R"].map(
      (letters) =>
        `<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Permission>${letters}</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>`,
    ),
    '<!DOCTYPE x [<!ENTITY e "x">]><SignedIdentifiers><SignedIdentifier><Id>&e;</Id></SignedIdentifier></SignedIdentifiers>',
  ])("%s are refused", async (body) => {
    expect(await put("/Shop?comp=acl", body)).toMatchObject({ status: 400, code: "InvalidXmlDocument" });
  });
  const logging = (days: string): string =>
    `<StorageServiceProperties><Logging><Version>1.0</Version><Delete>true</Delete><Read>true</Read><Write>true</Write><RetentionPolicy><Enabled>true</Enabled>${days}</RetentionPolicy></Logging></StorageServiceProperties>`;
  it("of properties keep the roots that are left out", async () => {
    const properties = async (): Promise<string> =>
      (await get("/?restype=service&comp=properties", { accept: "application/xml" })).text;
    const before = await properties();
    expect((await put("/?restype=service&comp=properties", logging("<Days>9</Days>"))).status).toBe(202);
    const after = await properties();
    expect(after).toContain(
      "<Read>true</Read><Write>true</Write><Delete>true</Delete><RetentionPolicy><Enabled>true</Enabled><Days>9</Days></RetentionPolicy>",
    );
    expect(after.replace(/<Logging>.*<\/Logging>/, "")).toBe(before.replace(/<Logging>.*<\/Logging>/, ""));
  });
  it.each(["", "<Days>0</Days>", "<Days>366</Days>", "<Days>x</Days>"])(
    "of retention with '%s' are refused",
    async (days) => {
      expect((await put("/?restype=service&comp=properties", logging(days))).status).toBe(400);
    },
  );
});
