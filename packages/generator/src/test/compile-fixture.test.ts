import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asPins, compileFixture, compilerNames, readPins } from "./compile-fixture.js";

const file = fileURLToPath(new URL("fixtures/problems.ts", import.meta.url));

describe.each(compilerNames)("compileFixture with TypeScript %s", (compiler) => {
  it("reports each problem with its file, line, code and whole message", async () => {
    const pins = await readPins(file);
    const { problems, instantiations } = await compileFixture({ files: [file], compiler });
    expect(problems.map(({ file, line, code }) => ({ file, line, code }))).toEqual([
      { file, line: 2, code: "TS2322" },
      { file, line: 3, code: "TS2322" },
    ]);
    expect(asPins(problems, pins)).toEqual(pins);
    expect(asPins(problems, []).map(({ text }) => text)).toEqual(problems.map(({ message }) => message));
    expect(instantiations).toBeGreaterThan(0);
  });

  it("refuses a project that the compiler cannot take, instead of reporting no problem", async () => {
    const missing = `${file}.missing.ts`;
    await expect(compileFixture({ files: [missing], compiler })).rejects.toThrow("TS6053");
    const compilerOptions = { target: "es1066" };
    await expect(compileFixture({ files: [file], compiler, compilerOptions })).rejects.toThrow(/target/);
  });
});
