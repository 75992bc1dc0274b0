import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asPins, compileFixture, compilerNames, readPins } from "../../../generator/src/test/compile-fixture.js";

/** The mistakes, each with the sentence of TypeScript 6.0 that tells it; and beside them what is right. */
const files = ["transactions", "writes"].map((name) => fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url)));

describe.each(compilerNames)("TypeScript %s", (compiler) => {
  it("tells every mistake of a write and of a transaction, and takes what is right", async () => {
    const pins = (await Promise.all(files.map(readPins))).flat();
    const { problems } = await compileFixture({ files, compiler });
    if (compiler === "6.0") expect(asPins(problems, pins)).toEqual(pins);
    else expect(problems.map(placeOf)).toEqual(pins.map(placeOf));
  }, 180_000);
});

function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
