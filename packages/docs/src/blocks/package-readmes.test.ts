import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BlockProgram } from "./block-program.js";
import { parseBlocks } from "./code-blocks.js";

const root = new URL("../../../../", import.meta.url).pathname;

/** READMEs whose blocks are compiled by other tests, with those tests. */
const elsewhere: Readonly<Record<string, string>> = {
  "README.md": "packages/docs/src/blocks/readme.test.ts",
  "packages/runtime/README.md": "packages/conformance/src/readme.test.ts",
  "packages/generator/README.md": "packages/conformance/src/readme.test.ts",
  "packages/adopt/README.md": "packages/conformance/src/readme.test.ts",
};

/** Names that a block takes from earlier blocks, and how this test declares them. */
const declarations: Readonly<Record<string, string>> = {
  TableServiceClient: 'import { TableServiceClient } from "@tablewright/runtime";',
  Order: 'import { Order } from "./tables.gen/index.js";',
  expect: 'import { expect } from "vitest";',
  it: 'import { it } from "vitest";',
  orders: 'import { orders } from "./prelude.js";',
  order: 'import { Order as OrderClass } from "./tables.gen/index.js";\ndeclare const order: OrderClass;',
  placedAt: 'import { placedAt } from "./prelude.js";',
  tables: 'import type { TableService } from "@tablewright/testing";\ndeclare const tables: TableService;',
};

/** Adds the declarations that a block needs and does not have. */
function complete(code: string): string {
  const needed = Object.entries(declarations).filter(([name]) => {
    const uses = new RegExp(`\\b${name}\\b`).test(code);
    return uses && !new RegExp(`(?:\\bconst ${name}\\b|import[^;]*\\b${name}\\b)`).test(code);
  });
  const before = needed.map(([, declaration]) => declaration);
  return [...before, 'import type {} from "@tablewright/runtime";', code].join("\n");
}

const readmes = execFileSync("git", ["ls-files", "README.md", "*/README.md"], { cwd: root, encoding: "utf8" }).split(
  "\n",
);
const blocks = readmes.filter(Boolean).flatMap((path) => parseBlocks(path, readFileSync(root + path, "utf8")));
const own = blocks.filter(({ page }) => elsewhere[page] === undefined);
const programs = own.filter(({ info }) => /^(?:ts|js)\b/.test(info));
const program = new BlockProgram();
for (const { code } of programs) program.add(complete(code));

it("knows the language of every block of every README", () => {
  const languages = [...new Set(blocks.map(({ info }) => info.split(" ")[0]))];
  expect(
    languages.filter((language) => !["ts", "js", "json", "sh", "text", "console", ""].includes(language ?? "")),
  ).toEqual([]);
});

it("compiles those that no other test compiles, and those exist", () => {
  expect(programs.length).toBeGreaterThan(12);
  for (const [readme, test] of Object.entries(elsewhere)) {
    expect(readFileSync(root + test, "utf8"), test).toContain(readme === "README.md" ? "README.md" : "/README.md");
  }
});

it.each(programs.map((block) => ({ ...block, name: `${block.page}:${block.line}` })))("$name compiles", ({ code }) => {
  expect(program.problems(complete(code))).toEqual([]);
});

it.each(own.filter(({ info }) => info === "json"))("$page:$line is JSON", ({ code }) => {
  for (const line of code.trimEnd().split(/\n(?=\{)/)) expect(() => JSON.parse(line) as unknown).not.toThrow();
});
