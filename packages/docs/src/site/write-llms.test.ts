import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { pageOrder } from "./page-order.js";
import { joinPages, listPages, writeLlms } from "./write-llms.js";

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

it("writes both files into the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "llms-"));
  writeLlms(folder);
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toBe(listPages());
  expect(readFileSync(join(folder, "llms-full.txt"), "utf8")).toBe(joinPages());
  rmSync(folder, { recursive: true });
});
