import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generate } from "@tablewright/generator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileFixture } from "../../generator/src/test/compile-fixture.js";

const require = createRequire(import.meta.url);
const workspace = fileURLToPath(new URL("../../../", import.meta.url));
const programsOf = (path: string) =>
  [...readFileSync(join(workspace, path), "utf8").matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
const definitions = readFileSync(join(workspace, "packages/docs/tables/shop.table.ts"), "utf8");
const parts = programsOf("packages/testing/README.md").filter((text) => text.startsWith("// shop.test.ts\n"));
const program = parts.join("\n");
const vitestImport = 'import { beforeAll, beforeEach, expect, it } from "vitest";';
const jestImport = 'import { expect } from "expect";\nimport { beforeAll, beforeEach, it } from "vitest";';

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tablewright-testing-readme-"));
  const path = "tables/shop.table.ts";
  const host = { readFile: (file: string) => (file === path ? definitions : undefined), fileExists: () => false };
  const { files } = generate({ host, files: [path], outDir: "src/tables.gen" });
  const conditions = '["@tablewright/source", "node", "import", "default"]';
  for (const { path, text } of [
    ...files,
    { path: "package.json", text: '{ "type": "module" }' },
    {
      path: "vitest.config.ts",
      text: `export default { resolve: { conditions: ${conditions} }, ssr: { resolve: { conditions: ${conditions} } } };`,
    },
    { path: "src/shop.test.ts", text: program },
    { path: "src/shop-jest.test.ts", text: program.replace(vitestImport, jestImport) },
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "node_modules/@tablewright"), { recursive: true });
  symlinkSync(dirname(require.resolve("expect/package.json")), join(folder, "node_modules/expect"));
  for (const [name, target] of [
    ["vitest", "node_modules/vitest"],
    ["@tablewright/runtime", "packages/runtime"],
    ["@tablewright/testing", "packages/testing"],
  ] as const) {
    symlinkSync(join(workspace, target), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the tests of the README of @tablewright/testing compile", async () => {
  expect(parts).toHaveLength(3);
  const source = (name: string) => [join(workspace, `packages/${name}/src/index.ts`)];
  const paths = {
    "@tablewright/runtime": source("runtime"),
    "@tablewright/runtime/codegen/v1": [join(workspace, "packages/runtime/src/codegen/v1.ts")],
    "@tablewright/testing": source("testing"),
  };
  const files = [join(folder, "src/shop.test.ts")];
  const compilerOptions = { paths, types: ["node"] };
  expect((await compileFixture({ files, compiler: "7.0", compilerOptions })).problems).toEqual([]);
});

it("they pass, with vitest's matchers and with jest's", async () => {
  expect(program).toContain(vitestImport);
  const loader = join(workspace, "node_modules/tsx/dist/esm/index.mjs");
  const vitest = join(workspace, "node_modules/vitest/vitest.mjs");
  const args = [
    "--conditions=@tablewright/source",
    "--import",
    loader,
    vitest,
    "run",
    "--testTimeout=600000",
    "--hookTimeout=600000",
  ];
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(stdout).toContain("Test Files  2 passed (2)");
  const tests = program.match(/^it\(/gm)?.length ?? 0;
  expect(stdout).toContain(`Tests  ${2 * tests} passed (${2 * tests})`);
});
