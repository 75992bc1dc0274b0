import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyOutput } from "../output/apply-output.js";
import { nodeFileSystem } from "../output/node-file-system.js";
import { planOutput } from "../output/plan-output.js";
import { expectedFiles, expectedFolder, generateCase, goldenCases, goldenFolder } from "../test/golden-cases.js";

/** `UPDATE_GOLDEN=1` writes the expected files instead of comparing them. */
const update = process.env["UPDATE_GOLDEN"] === "1";

describe.each(goldenCases)("golden case %s", (name) => {
  it("generates what is expected, byte for byte", () => {
    const { files, diagnostics } = generateCase(name);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    if (update) {
      const output = nodeFileSystem(join(goldenFolder, name));
      applyOutput(planOutput(files, expectedFolder, output), output);
    }
    const expected = expectedFiles(name).map((file) => [basename(file), readFileSync(file, "utf8")]);
    expect(files.map(({ path, text }) => [basename(path), text])).toEqual(expected.sort());
  });
});
