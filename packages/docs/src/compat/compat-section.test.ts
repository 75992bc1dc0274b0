import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { compatSection, withCompat } from "./compat-section.js";

const page = readFileSync(`${pagesFolder}guide/runtimes.md`, "utf8");

it("the page shows what `pnpm compat` last found; if not, run `pnpm generate`", () => {
  expect(page).toBe(withCompat(page));
  expect(page).toContain(compatSection());
});

it("replaces a result that differs, and nothing around the tables", () => {
  const stale = page.replace(/✓ [\d.]+/, "✓ 0.0.0");
  expect(stale).not.toBe(page);
  expect(withCompat(stale)).toBe(page);
  expect(() => withCompat("# Runtimes\n")).toThrow("lost the marks");
});

it("knows groups of runtimes, bundlers, compilers, test runners and environments, package managers, frameworks, HTTP packages and the web", () => {
  expect(compatSection().match(/^### .*$/gm)).toHaveLength(9);
});
