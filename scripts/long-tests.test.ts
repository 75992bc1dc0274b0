import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { longTests, repeatedTests } from "./long-tests.js";

const root = join(import.meta.dirname, "..");

it.each([...longTests, ...repeatedTests])("%s exists", (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});

it.each(repeatedTests)("%s repeats its tests for what pnpm test leaves out", (path) => {
  expect(longTests).not.toContain(path);
  expect(readFileSync(join(root, path), "utf8")).toMatch(/\b(?:compilerNames|repeatedTargets)\b/);
});
