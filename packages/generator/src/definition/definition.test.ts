import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asPins, compileFixture, compilerNames, readPins } from "../test/compile-fixture.js";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const accepted = [fixture("shop.table.ts"), fixture("accepted.table.ts"), fixture("isolated.table.ts")];
const mistakes = fixture("mistakes.table.ts");
const simplestFlags = {
  module: "esnext",
  moduleResolution: "bundler",
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: false,
  verbatimModuleSyntax: false,
};

describe.each(compilerNames)("the definition language on TypeScript %s", (compiler) => {
  it("accepts every builder, option, key part and way of sharing", async () => {
    const { problems } = await compileFixture({ files: accepted, compiler });
    expect(problems).toEqual([]);
  });

  it("accepts the same under strict alone", async () => {
    const { problems } = await compileFixture({ files: accepted, compiler, compilerOptions: simplestFlags });
    expect(problems).toEqual([]);
  });

  it("accepts the types of constant expressions, enums among them", async () => {
    const files = [fixture("constants.table.ts")];
    const { problems } = await compileFixture({ files, compiler, compilerOptions: { erasableSyntaxOnly: false } });
    expect(problems).toEqual([]);
  });

  it("accepts annotated definitions under isolatedDeclarations", async () => {
    const files = [fixture("isolated.table.ts")];
    const { problems } = await compileFixture({ files, compiler, compilerOptions: { isolatedDeclarations: true } });
    expect(problems).toEqual([]);
  });

  it("marks each mistake on its own line, and says on TypeScript 6.0 what is wrong, word for word", async () => {
    const pins = await readPins(mistakes);
    const { problems } = await compileFixture({ files: [mistakes], compiler });
    expect(problems.map(({ line }) => line)).toEqual(pins.map(({ line }) => line));
    // Messages differ between compilers, so only one has pinned messages.
    if (compiler === "6.0") expect(asPins(problems, pins)).toEqual(pins);
  });
});
