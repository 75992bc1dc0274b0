import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { pageOrder } from "./page-order.js";
import { assistantRules, joinPages, listPages, writeLlms } from "./write-llms.js";

it("lists each page with its title, address and description", () => {
  const list = listPages();
  expect(list).toContain("- [Transactions](/guide/transactions): ");
  const addresses = [...list.matchAll(/\]\(\/([^)]+)\)/g)].map(([, page]) => page);
  expect(addresses).toEqual(pageOrder.flatMap(({ pages }) => pages));
  for (const page of addresses) expect(existsSync(`${pagesFolder}${page}.md`)).toBe(true);
});

it("joins the pages with their code, without front matter and without the references", () => {
  const whole = joinPages();
  expect(whole).toContain("# Transactions");
  expect(whole).toContain("service.transaction(");
  expect(whole).not.toContain("\nsearch:\n");
  expect(whole).not.toContain("# Error codes");
});

it("gives an assistant a definition, ten calls and five mistakes", () => {
  const rules = assistantRules();
  expect(rules).toMatch(/^# Tablewright\n\nThis project stores entities/);
  expect(rules).toContain("export const Order = entity({");
  for (let call = 1; call <= 10; call++) expect(rules).toMatch(new RegExp(`// ${call}\\b`));
  expect(rules.match(/\/\/ ✗/g)).toHaveLength(5);
});

it("writes the files for assistants into the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "llms-"));
  writeLlms(folder);
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toBe(listPages());
  expect(readFileSync(join(folder, "llms-full.txt"), "utf8")).toBe(joinPages());
  expect(readFileSync(join(folder, "assistant-rules.txt"), "utf8")).toBe(assistantRules());
  rmSync(folder, { recursive: true });
});
