import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asPins, compileFixture, compilerNames, readPins } from "../../../generator/src/test/compile-fixture.js";

/** Fixtures with mistakes, each beside the message of TypeScript 6.0, and with correct code. */
const files = ["transactions", "writes", "indexes", "table-rows"].map((name) =>
  fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url)),
);

/** The fixtures take classes of tests too, which import the sources. Their types differ from those of declarations. */
const paths = {
  "@tablewright/runtime": [fileURLToPath(new URL("../index.ts", import.meta.url))],
  "@tablewright/runtime/codegen/v1": [fileURLToPath(new URL("../codegen/v1.ts", import.meta.url))],
};

describe.each(compilerNames)("TypeScript %s", (compiler) => {
  it("names every mistake in a write or transaction in at most 1,000 characters, and accepts correct code", async () => {
    const pins = (await Promise.all(files.toSorted().map(readPins))).flat();
    const { problems } = await compileFixture({ files, compiler, compilerOptions: { paths } });
    if (compiler === "6.0") expect(asPins(problems, pins)).toEqual(pins);
    else expect(problems.map(placeOf)).toEqual(pins.map(placeOf));
    expect(problems.filter(({ message }) => message.length > 1000)).toEqual([]);
  });
});

function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
