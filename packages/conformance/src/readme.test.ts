import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@tablewright/generator";
import { errorCodes } from "@tablewright/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileFixture, compilerNames } from "../../generator/src/test/compile-fixture.js";
import { runtimeDeclarations } from "../../generator/src/test/runtime-declarations.js";

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const programsOf = (path: string) => [...textOf(path).matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
const definitions = textOf("packages/docs/tables/shop.table.ts");
const usage = programsOf("README.md").find((text) => text.includes("service.transaction(")) ?? "";
const ofPackages = ["runtime", "generator", "adopt"].flatMap((name) =>
  programsOf(`packages/${name}/README.md`).map((text, index) => ({ path: `src/${name}-${index}.ts`, text })),
);
const packages = fileURLToPath(new URL("../../", import.meta.url));
const runtime = runtimeDeclarations();
const paths = {
  tablewright: [join(packages, "generator/src/definition/index.ts")],
  "@tablewright/adopt": [join(packages, "adopt/src/index.ts")],
  "@tablewright/generator/host": [join(packages, "generator/src/host.ts")],
  "@tablewright/generator": [join(packages, "generator/src/index.ts")],
  "@tablewright/runtime": [join(runtime, "index.d.ts")],
  "@tablewright/runtime/admin": [join(runtime, "admin.d.ts")],
  "@tablewright/runtime/standard-schema": [join(runtime, "standard-schema.d.ts")],
  "@tablewright/runtime/edm": [join(runtime, "edm.d.ts")],
  "@tablewright/runtime/codegen/v1": [join(runtime, "codegen/v1.d.ts")],
};

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
      ...ofPackages,
      { path: "package.json", text: '{ "type": "module" }' },
    ];
    for (const { path, text } of program) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(compilerNames)(
    "is generated and compiles as it is printed, with those of the packages' READMEs, on TypeScript %s",
    async (compiler) => {
      expect(ofPackages.length).toBeGreaterThan(4);
      const programs = ["tables/shop.table.ts", "src/main.ts", ...ofPackages.map(({ path }) => path)];
      const files = programs.map((path) => join(folder, path));
      expect((await compileFixture({ files, compiler, compilerOptions: { paths } })).problems).toEqual([]);
    },
  );
});

describe("the runtime's README", () => {
  const readme = textOf("packages/runtime/README.md");

  it("names every area of errors, and no other", () => {
    const named = [...readme.matchAll(/`([a-z]+)\.\*`/g)].map(([, area]) => area);
    expect(new Set(named)).toEqual(new Set(Object.keys(errorCodes).map((code) => code.split(".")[0])));
  });

  it("names every entry point, and no other", () => {
    const { exports } = JSON.parse(textOf("packages/runtime/package.json")) as { readonly exports: object };
    const named = [...readme.matchAll(/^\| `(@tablewright\/runtime[^`]*)` \|/gm)].map(([, entry]) => entry);
    expect(named).toEqual(Object.keys(exports).map((entry) => entry.replace(".", "@tablewright/runtime")));
  });
});
