import { beforeAll, describe, expect, it } from "vitest";
import type { HttpResponse } from "../http/http-message.js";
import { withServiceHeaders } from "../test/service-headers.js";
import { type AccessPolicy, getAccessPolicies, setAccessPolicies } from "./access-policies.js";
import {
  type CorsRule,
  getServiceProperties,
  getServiceStats,
  type ServiceProperties,
  setServiceProperties,
} from "./service-properties.js";
import { loadXmlParser } from "./xml.js";

beforeAll(loadXmlParser);

const invalid = expect.objectContaining({ code: "administration.invalid" });

function responseOf(status: number, body = ""): HttpResponse {
  return { status, headers: withServiceHeaders([], body), body: new TextEncoder().encode(body) };
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>';

const rule: CorsRule = {
  allowedOrigins: ["http://www.fabrikam.com", "http://www.contoso.com"],
  allowedMethods: ["GET", "PUT"],
  allowedHeaders: ["*"],
  exposedHeaders: ["x-ms-*"],
  maxAgeSeconds: 500,
};

const properties: ServiceProperties = {
  logging: { read: true, write: true, delete: true, retentionDays: 7 },
  hourMetrics: { enabled: true, includeApis: false, retentionDays: 7 },
  minuteMetrics: { enabled: false },
  cors: [rule],
};

const document = `${declaration}<StorageServiceProperties><Logging><Version>1.0</Version><Delete>true</Delete><Read>true</Read><Write>true</Write><RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging><HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>false</IncludeAPIs><RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></HourMetrics><MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></MinuteMetrics><Cors><CorsRule><AllowedOrigins>http://www.fabrikam.com,http://www.contoso.com</AllowedOrigins><AllowedMethods>GET,PUT</AllowedMethods><MaxAgeInSeconds>500</MaxAgeInSeconds><ExposedHeaders>x-ms-*</ExposedHeaders><AllowedHeaders>*</AllowedHeaders></CorsRule></Cors></StorageServiceProperties>`;

describe("service properties", () => {
  it("are set by the document of the REST reference", () => {
    expect(setServiceProperties.request(properties)).toEqual({
      method: "PUT",
      path: "/",
      query: "?restype=service&comp=properties",
      headers: ["Content-Type", "application/xml", "Accept", "application/xml"],
      body: document,
    });
  });

  it("are read with each flag of the metrics as it is", () => {
    const read = (apis: string) => {
      const metrics = `<HourMetrics><Enabled>true</Enabled>${apis}</HourMetrics>`;
      const body = `<StorageServiceProperties>${metrics}</StorageServiceProperties>`;
      return getServiceProperties.parse(responseOf(200, body), {}).hourMetrics?.includeApis;
    };
    expect(read("<IncludeAPIs>true</IncludeAPIs>")).toBe(true);
    expect(read("<IncludeAPIs>false</IncludeAPIs>")).toBe(false);
    expect(read("")).toBeUndefined();
  });

  it("are left as they are where they are absent; an empty list removes the CORS rules", () => {
    const body = `${declaration}<StorageServiceProperties><Cors /></StorageServiceProperties>`;
    expect(setServiceProperties.request({ cors: [] }).body).toBe(body);
  });

  it("are read in any order, after a byte order mark", () => {
    expect(getServiceProperties.request({})).toEqual({
      method: "GET",
      path: "/",
      query: "?restype=service&comp=properties",
      headers: ["Accept", "application/xml"],
    });
    expect(getServiceProperties.parse(responseOf(200, `\ufeff${document}`), {})).toEqual(properties);
    const reordered =
      "<StorageServiceProperties><Cors /><Logging><Write>true</Write><Read>false</Read><Delete>false</Delete></Logging></StorageServiceProperties>";
    expect(getServiceProperties.parse(responseOf(200, reordered), {})).toEqual({
      logging: { read: false, write: true, delete: false, retentionDays: undefined },
      hourMetrics: undefined,
      minuteMetrics: undefined,
      cors: [],
    });
  });

  it("answer 202, and anything else is the service's error", () => {
    expect(setServiceProperties.parse(responseOf(202), properties)).toBeUndefined();
    const body =
      "<m:error><m:code>InvalidXmlDocument</m:code><m:message>XML specified is not syntactically valid.</m:message></m:error>";
    expect(() => setServiceProperties.parse(responseOf(400, body), properties)).toThrow(
      expect.objectContaining({ code: "service.rejected", serviceCode: "InvalidXmlDocument", status: 400 }),
    );
    expect(() => getServiceProperties.parse(responseOf(403), {})).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => getServiceProperties.parse(responseOf(200, "<a/>"), {})).toThrow(
      expect.objectContaining({ code: "response.malformed" }),
    );
  });

  it.each<[string, ServiceProperties]>([
    ["nothing at all", {}],
    ["6 CORS rules", { cors: Array(6).fill(rule) }],
    ["a rule without origin", { cors: [{ ...rule, allowedOrigins: [] }] }],
    ["65 origins", { cors: [{ ...rule, allowedOrigins: Array(65).fill("x") }] }],
    ["an origin of 257 characters", { cors: [{ ...rule, allowedOrigins: ["x".repeat(257)] }] }],
    ["an origin with a comma", { cors: [{ ...rule, allowedOrigins: ["a,b"] }] }],
    ["a rule without method", { cors: [{ ...rule, allowedMethods: [] }] }],
    ["an unknown method", { cors: [{ ...rule, allowedMethods: ["TRACE"] }] }],
    ["a negative age", { cors: [{ ...rule, maxAgeSeconds: -1 }] }],
    ["0 days", { logging: { read: true, write: true, delete: true, retentionDays: 0 } }],
    ["366 days", { hourMetrics: { enabled: true, retentionDays: 366 } }],
    ["a header of 257 characters", { cors: [{ ...rule, allowedHeaders: ["x".repeat(257)] }] }],
    ["a header with a space", { cors: [{ ...rule, exposedHeaders: ["x "] }] }],
    ["a header that is no text", { cors: [{ ...rule, exposedHeaders: [7 as never] }] }],
    ["an empty origin", { cors: [{ ...rule, allowedOrigins: [""] }] }],
    ["half a second", { cors: [{ ...rule, maxAgeSeconds: 0.5 }] }],
    ["half a day", { minuteMetrics: { enabled: true, retentionDays: 0.5 } }],
  ])("with %s are refused before anything is sent", (_, wrong) => {
    expect(() => setServiceProperties.request(wrong)).toThrow(invalid);
  });

  it.each([" x", "x ", "x,y", "é", "x\u007f", ""])("with the origin or header %j are refused", (entry) => {
    for (const name of ["allowedOrigins", "allowedHeaders", "exposedHeaders"] as const) {
      expect(() => setServiceProperties.request({ cors: [{ ...rule, [name]: [entry] }] })).toThrow(
        `cors[0].${name} has an entry with a space, a comma or a non-ASCII character`,
      );
    }
  });

  it.each<[string, number | undefined]>([
    ["7", 7],
    [" 365 ", 365],
    ["123456789", 123_456_789],
    ["1234567890", undefined],
    ["x7", undefined],
    ["7x", undefined],
    ["-7", undefined],
    ["", undefined],
  ])("that keep for %j days are read as %s", (text, days) => {
    const policy = `<RetentionPolicy><Enabled>true</Enabled><Days>${text}</Days></RetentionPolicy>`;
    const body = `<StorageServiceProperties><Logging>${policy}</Logging></StorageServiceProperties>`;
    expect(getServiceProperties.parse(responseOf(200, body), {}).logging?.retentionDays).toBe(days);
  });

  it("at the edge of every limit are sent", () => {
    const widest = { ...rule, allowedOrigins: Array(64).fill("x".repeat(256)) };
    const edge = {
      cors: Array(5).fill(widest),
      logging: { read: true, write: true, delete: true, retentionDays: 365 },
    };
    expect(setServiceProperties.request(edge).body).toContain("<Days>365</Days>");
    const methods = ["DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"];
    const least = { ...rule, allowedOrigins: ["*"], allowedMethods: methods, maxAgeSeconds: 0 };
    const { body } = setServiceProperties.request({
      cors: [least, { ...least, allowedMethods: ["GET"] }],
      hourMetrics: { enabled: true, includeApis: false, retentionDays: 1 },
    });
    expect(body).toContain("<Days>1</Days>");
    expect(body).toContain(`<AllowedMethods>${methods.join(",")}</AllowedMethods>`);
  });
});

describe("service statistics", () => {
  it("are asked of the secondary", () => {
    expect(getServiceStats.secondaryOnly).toBe(true);
    expect(getServiceStats.request({})).toMatchObject({
      method: "GET",
      path: "/",
      query: "?restype=service&comp=stats",
    });
  });

  it("tell status and time of the last synchronisation, where there is one", () => {
    const stats = (status: string, time: string) =>
      `\ufeff${declaration}<StorageServiceStats><GeoReplication><Status>${status}</Status><LastSyncTime>${time}</LastSyncTime></GeoReplication></StorageServiceStats>`;
    expect(getServiceStats.parse(responseOf(200, stats("live", "Fri, 06 May 2022 02:06:12 GMT")), {})).toEqual({
      status: "live",
      lastSyncTime: new Date("2022-05-06T02:06:12.000Z"),
    });
    expect(getServiceStats.parse(responseOf(200, stats("unavailable", "")), {})).toEqual({
      status: "unavailable",
      lastSyncTime: undefined,
    });
    expect(() => getServiceStats.parse(responseOf(400), {})).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe("access policies", () => {
  const policy: AccessPolicy = {
    id: "policy&1",
    startsOn: new Date("2020-01-01T00:00:00.987Z"),
    expiresOn: new Date("2030-01-01T00:00:00Z"),
    permissions: { delete: true, query: true, add: true, update: true },
  };

  it("are set as one list, with times in seconds and letters in order", () => {
    expect(setAccessPolicies.request({ table: "Shop", policies: [policy, { id: "bare" }] })).toEqual({
      method: "PUT",
      path: "/Shop",
      query: "?comp=acl",
      headers: ["Content-Type", "application/xml", "Accept", "application/xml"],
      body: `${declaration}<SignedIdentifiers><SignedIdentifier><Id>policy&amp;1</Id><AccessPolicy><Start>2020-01-01T00:00:00Z</Start><Expiry>2030-01-01T00:00:00Z</Expiry><Permission>raud</Permission></AccessPolicy></SignedIdentifier><SignedIdentifier><Id>bare</Id></SignedIdentifier></SignedIdentifiers>`,
    });
    expect(setAccessPolicies.request({ table: "Shop", policies: [] }).body).toBe(`${declaration}<SignedIdentifiers />`);
  });

  it("are read back, also those without dates", () => {
    const body = `\ufeff${declaration}<SignedIdentifiers><SignedIdentifier><Id> a&amp;b </Id><AccessPolicy><Start>2021-06-08T02:05:09.0000000Z</Start><Expiry>2021-06-08T03:10:09.0000000Z</Expiry><Permission>r</Permission></AccessPolicy></SignedIdentifier><SignedIdentifier><Id>b</Id></SignedIdentifier></SignedIdentifiers>`;
    expect(getAccessPolicies.request({ table: "Shop" })).toMatchObject({
      method: "GET",
      path: "/Shop",
      query: "?comp=acl",
    });
    expect(getAccessPolicies.parse(responseOf(200, body), { table: "Shop" })).toEqual([
      {
        id: " a&b ",
        startsOn: new Date("2021-06-08T02:05:09Z"),
        expiresOn: new Date("2021-06-08T03:10:09Z"),
        permissions: { query: true, add: false, update: false, delete: false },
      },
      { id: "b", startsOn: undefined, expiresOn: undefined, permissions: undefined },
    ]);
    const empty = `\ufeff${declaration}<SignedIdentifiers />`;
    expect(getAccessPolicies.parse(responseOf(200, empty), { table: "Shop" })).toEqual([]);
  });

  it("of a missing table are its error", () => {
    const body = "<Error><Code>ResourceNotFound</Code><Message>x</Message></Error>";
    const missing = expect.objectContaining({ code: "table.not-found", status: 404, table: "Shop" });
    expect(() => getAccessPolicies.parse(responseOf(404, body), { table: "Shop" })).toThrow(missing);
    expect(() => setAccessPolicies.parse(responseOf(404, body), { table: "Shop", policies: [] })).toThrow(missing);
    expect(setAccessPolicies.parse(responseOf(204), { table: "Shop", policies: [] })).toBeUndefined();
  });

  it.each<[string, readonly AccessPolicy[]]>([
    ["6 of them", Array.from({ length: 6 }, (_, index) => ({ id: `p${index}` }))],
    ["an empty Id", [{ id: "" }]],
    ["an Id of 65 characters", [{ id: "x".repeat(65) }]],
    ["one Id twice", [{ id: "a" }, { id: "a" }]],
    ["an Id that XML cannot hold", [{ id: "a\u0000" }]],
    ["an Id with a lone surrogate", [{ id: "a\ud800" }]],
    ["no Id", [{} as never]],
    ["an invalid date", [{ id: "a", expiresOn: new Date(Number.NaN) }]],
    ["a text for a date", [{ id: "a", startsOn: "2020-01-01T00:00:00Z" as never }]],
  ])("with %s are refused before anything is sent (rule 29)", (_, policies) => {
    expect(() => setAccessPolicies.request({ table: "Shop", policies })).toThrow(invalid);
  });

  it("of 5 with Ids of 64 characters are sent (rule 29)", () => {
    const policies = Array.from({ length: 5 }, (_, index) => ({ id: `${index}`.padEnd(64, "&") }));
    expect(setAccessPolicies.request({ table: "Shop", policies }).body?.match(/<SignedIdentifier>/g)).toHaveLength(5);
  });

  it.each([
    ["r", "query"],
    ["a", "add"],
    ["u", "update"],
    ["d", "delete"],
  ] as const)("have the letter %s for %s", (letter, name) => {
    const none = { query: false, add: false, update: false, delete: false };
    const policies = [{ id: "a", permissions: { [name]: true } }];
    const body = String(setAccessPolicies.request({ table: "Shop", policies }).body);
    expect(body).toContain(`<AccessPolicy><Permission>${letter}</Permission></AccessPolicy>`);
    const [read] = getAccessPolicies.parse(responseOf(200, body), { table: "Shop" });
    expect(read?.permissions).toEqual({ ...none, [name]: true });
  });
});
