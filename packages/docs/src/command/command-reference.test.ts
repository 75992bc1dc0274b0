import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { commandReference } from "./command-reference.js";

const page = commandReference();

it("is what `pnpm generate` writes", () => {
  expect(readFileSync(`${pagesFolder}reference/cli.md`, "utf8")).toBe(page);
});

it.each(["tablewright generate", "tablewright tables create", "tablewright key decode", "Config", "Exit codes"])(
  "has a section %s",
  (title) => {
    expect(page).toContain(`\n## ${title}\n`);
  },
);

it("describes options with their choices and defaults", () => {
  expect(page).toContain("| `--mode <mode>` |");
  expect(page).toMatch(/\| `--port <number>` \| [^|]+ Default `10002`\. \|/);
  expect(page).toMatch(/\| `--kind <kind>` \| [^|]+ One of `storage`, `cosmos`\. Default `storage`\. \|/);
});

it("describes the options to connect once", () => {
  expect(page.match(/`--connection-string <text>`/g)).toHaveLength(1);
});
