import { readFileSync } from "node:fs";
import { diagnosticCodes } from "@tablewright/generator";
import { errorCodes } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { errorExamples, exampleMessage } from "./error-examples.js";
import { packagedPage } from "./packaged-page.js";

const read = (path: string) => readFileSync(`${pagesFolder}${path}`, "utf8");

describe.each(Object.keys(errorCodes) as (keyof typeof errorCodes)[])("%s", (code) => {
  it("is raised by its example", async () => {
    expect(await exampleMessage(code)).not.toBe("");
  });

  it("has a section in the reference, with what to do", () => {
    expect(read("reference/errors.md")).toContain(`\n### ${code}\n`);
    expect(errorExamples[code].help).toMatch(/^[A-Z`].{10,}\.$/s);
  });
});

it.each(Object.keys(diagnosticCodes))("%s has a section in the reference", (code) => {
  expect(read("reference/diagnostics.md")).toContain(`\n### ${code}\n`);
});

it.each([
  ["runtime", "errors"],
  ["generator", "diagnostics"],
  ["cli", "commands"],
])("%s ships the page of its %s, without links to pages that it does not ship", (name, page) => {
  const shipped = readFileSync(`${pagesFolder}../../${name}/docs/${page}.md`, "utf8");
  expect(shipped).toBe(packagedPage(read(`reference/${page}.md`)));
  expect([...shipped.matchAll(/\]\((?!https:).*?\)/g)]).toEqual([]);
});

it.each([
  ["[errors](../guide/errors.md#retries)", "errors (in the repository: `packages/docs/pages/guide/errors.md`)"],
  ["[all](diagnostics.md)", "all (`docs/diagnostics.md` of `@tablewright/generator`)"],
  ["[it](https://example.org)", "[it](https://example.org)"],
])("a packaged page says where the page of a link is: %s", (link, text) => {
  expect(packagedPage(`See ${link}.`)).toBe(`See ${text}.`);
});
