import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileFixture, compilerNames, readPins } from "../test/compile-fixture.js";

const usage = fileURLToPath(new URL("fixtures/usage.ts", import.meta.url));

describe.each(compilerNames)("generated types with TypeScript %s", (compiler) => {
  it("take what is right and refuse what is not, on its line and in words", async () => {
    const pins = await readPins(usage);
    expect(pins.length).toBeGreaterThan(15);
    const { problems } = await compileFixture({ files: [usage], compiler });
    expect(problems.map(({ file, line }) => ({ file, line }))).toEqual(pins.map(({ file, line }) => ({ file, line })));
    for (const [index, pin] of pins.entries()) expect(problems[index]?.message).toContain(pin.text);
  });
});
