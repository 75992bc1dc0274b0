import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { goldenFolder } from "../test/golden-cases.js";

const usage = fileURLToPath(new URL("fixtures/usage.ts", import.meta.url));
const text = readFileSync(usage, "utf8");

it("go to definition leads from a property's use to the class, whose link leads on to the definition file", () => {
  const service = languageService();
  const position = text.indexOf("order.total") + "order.".length;
  const [found] = service.getDefinitionAtPosition(usage, position) ?? [];
  expect(found?.fileName).toBe(join(goldenFolder, "shop/expected/order.gen.ts"));
  const tags = service.getQuickInfoAtPosition(usage, position)?.tags ?? [];
  const [see] = tags.filter(({ name }) => name === "see").map(({ text }) => ts.displayPartsToString(text));
  const link = /\]\((.+)\)/.exec(see ?? "")?.[1] ?? "";
  const definition = resolve(dirname(found?.fileName ?? ""), link);
  expect(definition).toBe(join(goldenFolder, "shop/tables/shop.table.ts"));
  expect(readFileSync(definition, "utf8")).toContain("total: edm");
});

function languageService(): ts.LanguageService {
  const options: ts.CompilerOptions = { strict: true, module: ts.ModuleKind.NodeNext, types: [] };
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [usage],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const source = ts.sys.readFile(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
}
