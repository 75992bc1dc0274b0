import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import knownDifferences from "./known-differences.json" with { type: "json" };
import { targets } from "./targets.js";

const folder = new URL("../", import.meta.url);

/** Reads the names of all suites as the test files pass them to `describeTargets`. */
function suiteNames(): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts"));
  const texts = files.map((path) => readFileSync(new URL(path, folder), "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/describeTargets\(\s*"([^"]+)"/g)].map(([, name]) => name ?? "")),
  );
}

it("lists targets and suites that exist", () => {
  expect(Object.keys(knownDifferences).sort()).toEqual(targets.map(({ name }) => name).sort());
  const known = suiteNames();
  expect(known.size).toBeGreaterThan(3);
  const listed = Object.values(knownDifferences).flatMap((suites) => Object.keys(suites));
  expect(listed.filter((suite) => !known.has(suite))).toEqual([]);
});

it("is empty for the strict service, in all its forms", () => {
  const { Azurite: _, ...strict } = knownDifferences;
  expect(Object.values(strict)).toEqual([{}, {}, {}, {}]);
});
