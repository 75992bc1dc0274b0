import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { readCorsRules, writeCorsRules } from "./cors-rules.js";
import { parseXml } from "./parse-xml.js";

const usual = {
  AllowedMethods: "GET",
  AllowedOrigins: "*",
  AllowedHeaders: "",
  ExposedHeaders: "",
  MaxAgeInSeconds: "0",
};

function read(change: Partial<typeof usual>, rules = 1, name = "CorsRule") {
  const members = Object.entries({ ...usual, ...change }).map(([member, text]) => `<${member}>${text}</${member}>`);
  const text = `<Cors>${`<${name}>${members.join("")}</${name}>`.repeat(rules)}</Cors>`;
  return readCorsRules(parseXml(text), limits.storage);
}

const names = (count: number, suffix = "") =>
  Array.from({ length: count }, (_, index) => `h${index}${suffix}`).join(",");
const refused = expect.objectContaining({ code: "InvalidXmlDocument" });

describe("CORS rules", () => {
  it("are read with their lists, prefixed headers last, and written", () => {
    const change = {
      AllowedMethods: " GET, PUT ,",
      AllowedOrigins: "a,b",
      AllowedHeaders: "x-*,accept",
      MaxAgeInSeconds: "7",
    };
    const rule = {
      methods: ["GET", "PUT"],
      origins: ["a", "b"],
      allowedHeaders: ["accept", "x-*"],
      exposedHeaders: [],
      maxAgeSeconds: 7,
    };
    expect(read(change)).toEqual([rule]);
    expect(writeCorsRules([rule])).toBe(
      "<Cors><CorsRule><AllowedMethods>GET,PUT</AllowedMethods><AllowedOrigins>a,b</AllowedOrigins><AllowedHeaders>accept,x-*</AllowedHeaders><ExposedHeaders /><MaxAgeInSeconds>7</MaxAgeInSeconds></CorsRule></Cors>",
    );
    expect([read({}, 0), writeCorsRules([])]).toEqual([[], "<Cors />"]);
  });

  it.each<[string, Partial<typeof usual>]>([
    ["64 origins", { AllowedOrigins: names(64) }],
    ["every method", { AllowedMethods: "DELETE,GET,HEAD,MERGE,POST,OPTIONS,PUT,PATCH" }],
    ["64 headers and two prefixes", { AllowedHeaders: `${names(64)},${names(2, "*")}` }],
    ["a header of 256 characters", { ExposedHeaders: "x".repeat(256) }],
  ])("may have %s", (_, change) => {
    expect(read(change)).toHaveLength(1);
  });

  it.each<[string, Partial<typeof usual>]>([
    ["no origin", { AllowedOrigins: "" }],
    ["65 origins", { AllowedOrigins: names(65) }],
    ["no method", { AllowedMethods: "" }],
    ["an unknown method", { AllowedMethods: "GET,TRACE" }],
    ["65 allowed headers", { AllowedHeaders: names(65) }],
    ["65 exposed headers", { ExposedHeaders: names(65) }],
    ["three prefixes", { AllowedHeaders: names(3, "*") }],
    ["a header of 257 characters", { AllowedHeaders: "x".repeat(257) }],
    ["half a second", { MaxAgeInSeconds: "0.5" }],
    ["a negative age", { MaxAgeInSeconds: "-1" }],
    ["an age that is no number", { MaxAgeInSeconds: "x" }],
    ["more than 2 KiB", { AllowedHeaders: Array(8).fill("x".repeat(256)).join(",") }],
  ])("with %s are refused", (_, change) => {
    expect(() => read(change)).toThrow(refused);
  });

  it("are at most five, each under its name", () => {
    expect(read({}, 5)).toHaveLength(5);
    expect(() => read({}, 6)).toThrow(refused);
    expect(() => read({}, 1, "Rule")).toThrow(refused);
  });
});
