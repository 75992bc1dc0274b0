import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnosticCodes } from "../diagnostics/diagnostic-codes.js";
import type { Diagnostic } from "../diagnostics/report.js";
import { type ReadOptions, readModels } from "../generate.js";
import type { SourceHost } from "../read/project/source-host.js";

// One folder per code: definitions that lead to it, and all findings about them in expected.txt.
const fixtures = new URL("fixtures/", import.meta.url).pathname;
// Tests elsewhere: codes of the config in read/read-config.test.ts, of the lock file in lock/, and of files too large for an editor in
// read/nesting.test.ts.
const codes = Object.keys(diagnosticCodes)
  .filter((code) => !/^(config|lock|change)\./.test(code) && code !== "definition.too-deep")
  .sort();

it("has one fixture for each diagnostic code", () => {
  expect(readdirSync(fixtures).sort()).toEqual(codes);
});

describe.each(codes)("%s", (code) => {
  const folder = join(fixtures, code);
  const host: SourceHost = {
    readFile: (path) => (isFile(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : undefined),
    fileExists: (path) => isFile(join(folder, path)),
  };
  const { diagnostics, models } = readModels({ host, ...optionsOf(folder) });

  it("is reported with its place, as expected.txt says", async () => {
    await expect(`${diagnostics.map(textOf).join("\n\n")}\n`).toMatchFileSnapshot(join(folder, "expected.txt"));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  it("has the severity of its code, and an error leaves no model", () => {
    for (const diagnostic of diagnostics) expect(diagnostic.severity).toBe(diagnosticCodes[diagnostic.code].severity);
    if (diagnostics.some(({ severity }) => severity === "error")) expect(models).toEqual([]);
  });
});

function optionsOf(folder: string): Omit<ReadOptions, "host"> {
  const files = existsSync(join(folder, "tables"))
    ? readdirSync(join(folder, "tables"))
        .filter((name) => name.endsWith(".table.ts"))
        .map((name) => `tables/${name}`)
    : [];
  const tsconfig = existsSync(join(folder, "tsconfig.json")) ? { tsconfig: "tsconfig.json" } : {};
  const options = join(folder, "options.json");
  return { files, ...tsconfig, ...(existsSync(options) ? JSON.parse(readFileSync(options, "utf8")) : {}) };
}

function textOf({ severity, code, location, message, help }: Diagnostic): string {
  const { file, line, column, endLine, endColumn } = location;
  return `${severity} ${code} ${file}:${line}:${column}-${endLine}:${endColumn}\n  ${message}\n  ${help}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
