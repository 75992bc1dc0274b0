import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const file = fileURLToPath(new URL("fixtures/editor.ts", import.meta.url));
const text = readFileSync(file, "utf8");
const service = languageService();
const ordered = ["between", "eq", "ge", "gt", "in", "le", "lt", "ne"];

describe("in an editor", () => {
  it("select shows the types of the properties", () => {
    expect(hover("selected")).toBe(`const selected: { total: number; placedAt: Date; $etag: ETag; }`);
    expect(hover("bare")).toBe("const bare: { total: number; paymentId: Guid | undefined; }");
  });

  it("ETags and Guids show their names", () => {
    expect(hover("etag")).toBe("const etag: ETag | undefined");
    expect(hover("readETag")).toBe("const readETag: ETag");
    expect(hover("guid")).toBe("const guid: Guid | undefined");
  });

  it("what reads give shows one name", () => {
    expect(hover("read")).toBe("const read: StoredOrder");
    expect(hover("found")).toBe("const found: StoredOrder[]");
  });

  it("a bulk and its outcomes show the items by name, and no inner types", () => {
    expect(hover("bulk")).toBe("const bulk: Bulk<BulkItem<OrderTypes>, OrderTypes>");
    expect(hover("outcome")).toBe(
      "const outcome: BulkOutcome<{ insert: Order; line: number; }, OrderTypes> | undefined",
    );
  });

  it("a transaction completes to its operations alone", () => {
    expect(completions("transaction")).toEqual([
      "delete",
      "insert",
      "insertOrMerge",
      "insertOrReplace",
      "merge",
      "replace",
      "rows",
    ]);
  });

  it("a range of row keys completes to the parts of the row key", () => {
    expect(completions("range")).toEqual(["orderNo", "placedAt"]);
  });

  it.each(["date", "binary", "guid", "timestamp"])("a condition on a %s completes to its operators alone", (at) => {
    expect(completions(at)).toEqual(ordered);
  });

  it("a condition on a string completes to its operators alone", () => {
    expect(completions("string")).toEqual([...ordered, "startsWith"].toSorted());
  });

  it("where completes to the properties and to what every query takes", () => {
    const names = ["currency", "customerId", "note", "orderNo", "paid", "paymentId", "placedAt"];
    expect(completions("whole")).toEqual(
      ["$and", "$not", "$odata", "$or", "$timestamp", ...names, "sequence", "signature", "total"].toSorted(),
    );
  });
});

/** Returns the names that an editor offers at the position of a comment. */
function completions(comment: string): string[] {
  const position = text.indexOf(`/* ${comment} */`);
  const entries = service.getCompletionsAtPosition(file, position, {})?.entries ?? [];
  return entries.map(({ name }) => name).toSorted();
}

/** Returns the text that an editor shows for a constant, on one line. */
function hover(name: string): string {
  const info = service.getQuickInfoAtPosition(file, text.indexOf(`const ${name} `) + "const ".length);
  return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, " ");
}

function languageService(): ts.LanguageService {
  const runtime = fileURLToPath(new URL("..", import.meta.url));
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: ["node"],
    paths: {
      "@tablewright/runtime": [`${runtime}index.ts`],
      "@tablewright/runtime/codegen/v1": [`${runtime}codegen/v1.ts`],
    },
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
