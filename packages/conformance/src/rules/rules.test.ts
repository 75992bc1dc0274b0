import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Number of rules of the data model, which are numbered from 1. */
const ruleCount = 29;

it("every rule has tests on both kinds of service", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  const texts = files.map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));
  const tested = texts.flatMap((text) =>
    [...text.matchAll(/^describeRule\((\d+), /gm)].map(([, number]) => Number(number)),
  );
  expect(tested.sort((a, b) => a - b)).toEqual(Array.from({ length: ruleCount }, (_, index) => index + 1));
});
