import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const file = fileURLToPath(new URL("fixtures/shop.table.ts", import.meta.url));
const text = readFileSync(file, "utf8");
const declaration = text.indexOf("placedAt: edm");
const use = text.indexOf("placedAt.desc");
const service = languageService();

describe("in an editor", () => {
  it("the callback's argument completes to the properties", () => {
    expect(completions(use)).toEqual(expect.arrayContaining(["customerId", "placedAt", "orderNo"]));
    expect(completions(use)).toHaveLength(10);
  });

  it("a property completes to its key formats alone", () => {
    expect(completions(use + "placedAt.".length)).toEqual([
      ...["asc", "day", "days", "desc", "format", "hour", "iso", "iso7", "milliseconds", "minutes", "month", "seconds"],
      "year",
    ]);
    expect(completions(text.indexOf("orderNo.pad") + "orderNo.".length)).toEqual([
      ...["asc", "desc", "hex", "pad", "text", "upper"],
    ]);
  });

  it("the definition of a key part is the property", () => {
    const definitions = service.getDefinitionAtPosition(file, use)?.map(({ textSpan }) => textSpan.start);
    expect(definitions).toEqual([declaration]);
  });

  it("renaming a property renames it in the keys", () => {
    const renamed = service
      .findRenameLocations(file, declaration, false, false, {})
      ?.map(({ textSpan }) => textSpan.start);
    expect(renamed?.toSorted((a, b) => a - b)).toEqual([declaration, use]);
  });
});

function completions(position: number): string[] {
  const entries = service.getCompletionsAtPosition(file, position, {})?.entries ?? [];
  return entries.map(({ name }) => name).toSorted();
}

function languageService(): ts.LanguageService {
  const definition = fileURLToPath(new URL("index.ts", import.meta.url));
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
    paths: { tablewright: [definition] },
  };
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const source = ts.sys.readFile(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}
