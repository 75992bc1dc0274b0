import { beforeAll, describe, expect, it } from "vitest";
import {
  type CorsRule,
  checkServiceProperties,
  readServiceProperties,
  type ServiceProperties,
  writeServiceProperties,
} from "./service-properties.js";
import { loadXmlParser, parseXml } from "./xml.js";

beforeAll(loadXmlParser);

const rule: CorsRule = { allowedOrigins: ["*"], allowedMethods: ["GET"], maxAgeSeconds: 0 };
const logging = { read: true, write: false, delete: false };

describe("service properties", () => {
  it.each<[string, ServiceProperties]>([
    ["each flag of the log: read", { logging }],
    ["each flag of the log: write", { logging: { ...logging, read: false, write: true } }],
    ["each flag of the log: delete", { logging: { ...logging, read: false, delete: true } }],
    ["metrics that are off", { hourMetrics: { enabled: false } }],
    ["metrics of each API", { minuteMetrics: { enabled: true, includeApis: true, retentionDays: 1 } }],
    [
      "several rules",
      { cors: [rule, { ...rule, allowedHeaders: ["a", "b"], exposedHeaders: ["c"], maxAgeSeconds: 5 }] },
    ],
    ["no rules", { cors: [] }],
  ])("are read as they were written: %s", (_, properties) => {
    checkServiceProperties(properties);
    const read = readServiceProperties(parseXml(writeServiceProperties(properties)));
    const rules = properties.cors?.map((each) => ({ allowedHeaders: [], exposedHeaders: [], ...each }));
    expect(read).toEqual({ ...properties, ...(rules && { cors: rules }) });
  });

  it("have their rules one after the other", () => {
    expect(writeServiceProperties({ cors: [rule, rule] })).toContain("</CorsRule><CorsRule>");
  });

  it("count no separate APIs by default, and none where the metrics are off", () => {
    const apis = (enabled: boolean) =>
      writeServiceProperties({ hourMetrics: { enabled } }).match(/<IncludeAPIs>.*<.IncludeAPIs>/);
    expect([apis(true)?.[0], apis(false)]).toEqual(["<IncludeAPIs>false</IncludeAPIs>", null]);
  });

  it("are read from other XML with what it lacks left out", () => {
    const read = (inner: string) =>
      readServiceProperties(parseXml(`<StorageServiceProperties>${inner}</StorageServiceProperties>`));
    const nothing = { logging: undefined, hourMetrics: undefined, minuteMetrics: undefined, cors: undefined };
    expect(read("")).toEqual(nothing);
    expect(read("<HourMetrics><Enabled> TRUE </Enabled></HourMetrics>").hourMetrics).toEqual({
      enabled: true,
      includeApis: undefined,
      retentionDays: undefined,
    });
    const policy = "<RetentionPolicy><Enabled>false</Enabled><Days>7</Days></RetentionPolicy>";
    expect(read(`<MinuteMetrics>${policy}</MinuteMetrics>`).minuteMetrics?.retentionDays).toBeUndefined();
    expect(read("<Cors><Other/><CorsRule><AllowedOrigins> a , ,b</AllowedOrigins></CorsRule></Cors>").cors).toEqual([
      { allowedOrigins: ["a", "b"], allowedMethods: [], allowedHeaders: [], exposedHeaders: [], maxAgeSeconds: 0 },
    ]);
  });
});

describe("service properties that cannot be set", () => {
  const problem = (properties: unknown) => () => checkServiceProperties(properties as ServiceProperties);
  const withRule = (changes: object) => ({ cors: [rule, { ...rule, ...changes }] });

  it.each<[string, unknown]>([
    ["nothing is set; pass at least one of logging, hourMetrics, minuteMetrics and cors", {}],
    ["cors has 6 rules; the limit is 5", { cors: Array(6).fill(rule) }],
    ["cors[1] has no allowedOrigins", withRule({ allowedOrigins: undefined })],
    ["cors[1] has no allowedMethods", withRule({ allowedMethods: undefined })],
    ["cors[1] has no maxAgeSeconds", withRule({ maxAgeSeconds: undefined })],
    ["cors[1].allowedOrigins has 0 entries; it must have 1 to 64", withRule({ allowedOrigins: [] })],
    ["cors[1].allowedOrigins has 65 entries; it must have 1 to 64", withRule({ allowedOrigins: Array(65).fill("x") })],
    ["cors[1].allowedMethods is empty", withRule({ allowedMethods: [] })],
    [
      'cors[1].allowedMethods has "get"; the service supports DELETE, GET, HEAD, MERGE, POST, OPTIONS, PUT, PATCH',
      withRule({ allowedMethods: ["GET", "get"] }),
    ],
    ["cors[1].allowedHeaders has 7, which is not a string", withRule({ allowedHeaders: ["x", 7] })],
    [
      "cors[1].exposedHeaders has an entry of 257 characters; the limit is 256",
      withRule({ exposedHeaders: ["x".repeat(257)] }),
    ],
    ["cors[1].allowedOrigins has an entry with a space", withRule({ allowedOrigins: ["a,b"] })],
  ])("because %s", (message, properties) => {
    expect(problem(properties)).toThrow(
      expect.objectContaining({ code: "administration.invalid", message: expect.stringContaining(message) }),
    );
  });

  it.each<[string, unknown]>([
    ["no object", undefined],
    ["null", null],
    ["an unknown name", { logging, log: true }],
    ["an unknown name of the log", { logging: { ...logging, days: 7 } }],
    ["an unknown name of the metrics", { hourMetrics: { enabled: true, days: 7 } }],
    ["an unknown name of the other metrics", { minuteMetrics: { enabled: true, days: 7 } }],
    ["an unknown name of a rule", withRule({ origins: [] })],
    ["null for a rule", { cors: [null] }],
    ["a text for a flag", { logging: { ...logging, read: "true" } }],
    ["a text for the metrics", { hourMetrics: "on" }],
    ["no list of rules", { cors: rule }],
    ["too many days", { minuteMetrics: { enabled: true, retentionDays: 366 } }],
    ["no day", { minuteMetrics: { enabled: true, retentionDays: 0 } }],
    ["a time before now", withRule({ maxAgeSeconds: -1 })],
  ])("because of %s", (_, properties) => {
    expect(problem(properties)).toThrow(expect.objectContaining({ code: "administration.invalid" }));
  });

  it("are not those at the edge of each limit", () => {
    const widest = { ...rule, allowedOrigins: Array(64).fill("x".repeat(256)), exposedHeaders: ["!", "~", "+-."] };
    for (const retentionDays of [1, 365])
      expect(problem({ logging: { ...logging, retentionDays }, cors: Array(5).fill(widest) })).not.toThrow();
    for (const name of ["hourMetrics", "minuteMetrics"]) expect(problem({ [name]: { enabled: false } })).not.toThrow();
    expect(problem({ cors: [] })).not.toThrow();
  });
});
