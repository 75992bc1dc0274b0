import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BlockProgram } from "./block-program.js";
import { codeBlocks, isTypeScript, parseBlocks } from "./code-blocks.js";

const blocks = codeBlocks();
const program = new BlockProgram();
for (const { code } of blocks.filter(isTypeScript)) program.add(code);

it("finds blocks with their page, line and info, without their indentation", () => {
  expect(parseBlocks("a.md", "# A\n```ts\nx\n```\n- b\n\n  ```sh\n  npm i\n    y\n  ```\n")).toEqual([
    { page: "a.md", line: 2, info: "ts", code: "x\n" },
    { page: "a.md", line: 7, info: "sh", code: "npm i\n  y\n" },
  ]);
});

it.each(blocks.filter(isTypeScript).map((block) => ({ ...block, name: `${block.page}:${block.line}` })))(
  "$name compiles, but for the lines that say otherwise",
  ({ code }) => {
    expect(program.problems(code)).toEqual([]);
  },
);

it("reports a line that does not compile, and one that should not but does", () => {
  expect(program.problems("const a: string = 1;\n")).toEqual([
    "line 1: TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
  expect(program.problems("const a: string = 1; // ✗ no text\n")).toEqual([]);
  expect(program.problems("const a = 1; // ✗ no text\n")).toEqual(["line 1 compiles, but says // ✗"]);
});

it("shows types of the generated classes, and no more of a comment than its first paragraph", () => {
  const hovers = program.hovers("const order = await orders.get(key);\n");
  expect(hovers.map(({ start, text }) => [start, text])).toContainEqual([6, "const order: StoredOrder | undefined"]);
  expect(hovers.find(({ start }) => start === 27)?.docs).toBe("Reads one row.");
});

const titled = blocks.flatMap((block) => {
  const file = /\[(tables\/[^\]]+)\]/.exec(block.info)?.[1];
  return file === undefined ? [] : [{ ...block, file }];
});

it.each(titled)("$page:$line shows $file as it is", ({ code, file }) => {
  expect(code).toBe(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
});

it("knows the language of every block", () => {
  const languages = new Set(blocks.map(({ info }) => info.split(" ")[0]));
  expect(
    [...languages].filter(
      (language) =>
        !["ts", "js", "sh", "json", "yaml", "dockerfile", "bicep", "text", "console", "odata", "diff"].includes(
          language ?? "",
        ),
    ),
  ).toEqual([]);
});
