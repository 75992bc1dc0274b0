import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { asPins, compileFixture, compilerNames, readPins } from "../../../generator/src/test/compile-fixture.js";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));

it.each(compilerNames)(
  "queries accept what the service takes and refuse mistakes (TypeScript %s)",
  async (compiler) => {
    const pins = await readPins(fixture("mistakes"));
    expect(pins.length).toBeGreaterThanOrEqual(40);
    const { problems } = await compileFixture({ files: [fixture("accepted"), fixture("mistakes")], compiler });
    // Messages differ between compilers, so only one has pinned messages.
    if (compiler === "6.0") expect(asPins(problems, pins)).toEqual(pins);
    else
      expect(problems.map(({ file, line }) => ({ file, line }))).toEqual(
        pins.map(({ file, line }) => ({ file, line })),
      );
  },
);
