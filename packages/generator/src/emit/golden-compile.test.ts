import { describe, expect, it } from "vitest";
import { compileFixture, compilerNames } from "../test/compile-fixture.js";
import { expectedFiles, goldenCases } from "../test/golden-cases.js";

/** Everything a user's tsconfig may ask for. */
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
    // The runtime's sources and the definitions are in the project too; only generated files must bear all flags.
    expect(problems.filter(({ file }) => file.endsWith(".gen.ts"))).toEqual([]);
  });
});
