import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyOutput } from "../output/apply-output.js";
import { nodeFileSystem } from "../output/node-file-system.js";
import { planOutput } from "../output/plan-output.js";
import { compileFixture, compilerNames } from "../test/compile-fixture.js";
import { expectedFiles, expectedFolder, generateCase, goldenCases } from "../test/golden-cases.js";
import type { ImportExtension } from "./generated-file.js";

/** Strictest options of a user's tsconfig. */
const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  noUncheckedSideEffectImports: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: false,
};

describe.each(compilerNames)("golden outputs with TypeScript %s", (compiler) => {
  it("compile under the strictest flags", async () => {
    const files = goldenCases.flatMap(expectedFiles);
    const { problems } = await compileFixture({ files, compiler, compilerOptions: strictest });
    // The runtime's sources and the definitions are in the project too; only generated files must compile under all flags.
    expect(problems.filter(({ file }) => file.endsWith(".gen.ts"))).toEqual([]);
  });
});

const resolutions: readonly (readonly [ImportExtension, Readonly<Record<string, unknown>>])[] = [
  ["none", { module: "esnext", moduleResolution: "bundler" }],
  [".ts", { module: "nodenext", rewriteRelativeImportExtensions: true }],
];

it.each(resolutions)(
  "imports that end in %s resolve as the tsconfig says",
  async (importExtension, compilerOptions) => {
    const root = mkdtempSync(join(tmpdir(), "tablewright-golden-"));
    try {
      const { files } = generateCase("brands", importExtension);
      const output = nodeFileSystem(root);
      applyOutput(planOutput(files, expectedFolder, output), output);
      output.write("package.json", '{ "type": "module" }');
      const index = join(root, expectedFolder, "index.ts");
      const { problems } = await compileFixture({ files: [index], compiler: "7.0", compilerOptions });
      expect(problems.filter(({ file }) => file.endsWith(".gen.ts") || file === index)).toEqual([]);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);
