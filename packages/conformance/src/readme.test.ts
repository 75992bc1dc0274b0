import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generate } from "@tablewright/generator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileFixture, compilerNames } from "../../generator/src/test/compile-fixture.js";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const [definitions = "", usage = ""] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);

describe("the README's program", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tablewright-readme-"));
    const path = "tables/shop.table.ts";
    const { files, diagnostics } = generate({
      host: { readFile: (file) => (file === path ? definitions : undefined), fileExists: (file) => file === path },
      files: [path],
      outDir: "src/tables.gen",
    });
    expect(diagnostics).toEqual([]);
    const program = [
      ...files,
      { path, text: definitions },
      { path: "src/main.ts", text: usage },
      { path: "package.json", text: '{ "type": "module" }' },
    ];
    for (const { path, text } of program) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(compilerNames)("is generated and compiles as it is printed on TypeScript %s", async (compiler) => {
    const files = [join(folder, "tables/shop.table.ts"), join(folder, "src/main.ts")];
    expect((await compileFixture({ files, compiler })).problems).toEqual([]);
  });
});
