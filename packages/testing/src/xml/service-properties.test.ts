import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { defaultProperties, updatedProperties, writeProperties } from "./service-properties.js";

const off = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";
const retained = (days: string | number) =>
  `<RetentionPolicy><Enabled>true</Enabled><Days>${days}</Days></RetentionPolicy>`;
const logging = (retention: string, flags = ["true", "false", "true"]) =>
  `<Logging><Version>1.0</Version><Read>${flags[0]}</Read><Write>${flags[1]}</Write><Delete>${flags[2]}</Delete>${retention}</Logging>`;
const metrics = (kind: "Hour" | "Minute", members: string) =>
  `<${kind}Metrics><Version>1.0</Version>${members}</${kind}Metrics>`;
const enabled = "<Enabled>true</Enabled><IncludeAPIs>false</IncludeAPIs>";

function update(elements: string, root = "StorageServiceProperties") {
  return updatedProperties(defaultProperties, `<${root}>${elements}</${root}>`, limits.storage);
}

const refused = expect.objectContaining({ code: "InvalidXmlDocument" });

describe("service properties", () => {
  it("of a new account keep hourly metrics for 7 days, and nothing else", () => {
    expect(writeProperties(defaultProperties)).toBe(
      `<StorageServiceProperties>${logging(off, ["false", "false", "false"])}` +
        metrics("Hour", `<Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>${retained(7)}`) +
        `${metrics("Minute", `<Enabled>false</Enabled>${off}`)}<Cors /></StorageServiceProperties>`,
    );
  });

  it("are read as they are written, whatever has been set", () => {
    const elements =
      logging(retained(30)) + metrics("Hour", `<Enabled>false</Enabled>${off}`) + metrics("Minute", `${enabled}${off}`);
    const text = writeProperties(update(elements));
    expect(text).toBe(`<StorageServiceProperties>${elements}<Cors /></StorageServiceProperties>`);
    expect(writeProperties(updatedProperties(defaultProperties, text, limits.storage))).toBe(text);
  });

  it.each([
    ["logging", logging(retained(3))],
    ["hourMetrics", metrics("Hour", `${enabled}${off}`)],
    ["minuteMetrics", metrics("Minute", `${enabled}${off}`)],
    [
      "cors",
      "<Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders/><ExposedHeaders/><MaxAgeInSeconds>1</MaxAgeInSeconds></CorsRule></Cors>",
    ],
  ] as const)("change %s alone where nothing else is named", (name, element) => {
    const updated = update(element);
    expect(updated[name]).not.toEqual(defaultProperties[name]);
    expect({ ...updated, [name]: defaultProperties[name] }).toEqual(defaultProperties);
    expect(update("")).toEqual(defaultProperties);
  });

  it.each(["1", "2", "365"])("keep for %s days", (days) => {
    expect(update(logging(retained(days))).logging.retention).toEqual({ days: Number(days) });
  });

  it("leave out the days of a retention that is off", () => {
    const text = "<RetentionPolicy><Enabled>false</Enabled><Days>9</Days></RetentionPolicy>";
    expect(update(logging(text)).logging.retention).toEqual({});
  });

  it.each([
    ["0 days", logging(retained(0))],
    ["366 days", logging(retained(366))],
    ["half a day", logging(retained(1.5))],
    ["days in words", logging(retained("one"))],
    ["no days", logging(retained(""))],
    ["a flag in words", logging(off, ["yes", "true", "true"])],
    ["a flag in upper case", logging(off, ["true", "True", "true"])],
    ["an empty flag", logging(off, ["true", "true", ""])],
    ["no version", logging(off).replace("<Version>1.0</Version>", "")],
    ["no retention", logging("")],
    ["enabled metrics that do not say whether to include APIs", metrics("Minute", `<Enabled>true</Enabled>${off}`)],
    ["metrics that are neither on nor off", metrics("Hour", off)],
    ["an element of another service", "<StaticWebsite><Enabled>false</Enabled></StaticWebsite>"],
  ])("are refused with %s", (_, elements) => {
    expect(() => update(elements)).toThrow(refused);
  });

  it("are refused under another root", () => {
    expect(() => update(logging(off), "ServiceProperties")).toThrow(refused);
  });
});
