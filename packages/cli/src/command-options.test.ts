import { describe, expect, it } from "vitest";
import { outputFile, parallel, parsePort, sampleSize, shardCount, wholeNumber } from "./command-options.js";

/** Parses the value of an option. */
function parsed(option: ReturnType<typeof parallel>, text: string): unknown {
  return option.parseArg?.(text, undefined);
}

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  shardCount,
  parallel: (text) => parsed(parallel("requests"), text),
  wholeNumber,
  parsePort,
  sampleSize: (text) => parsed(sampleSize("rows"), text),
};

describe.each<[string, readonly string[], readonly string[], string]>([
  ["shardCount", ["2", "64"], ["1", "65", "100", "2.5", "x2", "2x", ""], "Expected a whole number from 2 to 64."],
  ["parallel", ["1", "64"], ["0", "65", "100", "-1", "x1", "1x", ""], "Expected a whole number from 1 to 64."],
  [
    "wholeNumber",
    ["1", "999999999999"],
    ["0", "1000000000000", "01", "-1", "1e3", ""],
    "Expected a whole number of at least 1.",
  ],
  ["parsePort", ["0", "65535"], ["65536", "100000", "-1", "x1", "1x", ""], "Expected a whole number from 0 to 65535."],
  [
    "sampleSize",
    ["1", "999999999"],
    ["0", "1000000000", "01", "x1", "1x", ""],
    "Expected a whole number from 1 to 999999999.",
  ],
])("the value of an option: %s", (name, valid, invalid, message) => {
  const parse = parsers[name] as (text: string) => unknown;

  it.each(valid)("can be %s", (text) => {
    expect(parse(text)).toBe(Number(text));
  });

  it.each(invalid)("cannot be %j", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ message }));
  });
});

it("a command sends 8 requests at a time by default", () => {
  expect(parallel("requests").defaultValue).toBe(8);
});

it("a file to write has a name", () => {
  expect(outputFile("-.json")).toBe("-.json");
  expect(() => outputFile("-")).toThrow("This command does not write it to stdout");
});
