import ts from "typescript";

/** Name in a code block, with the text that an editor shows on hover. */
export interface Hover {
  readonly start: number;
  readonly length: number;
  readonly text: string;
  /** First paragraph of its comment. The API reference has the whole comment. */
  readonly docs: string;
}

export interface BlockError {
  readonly start: number;
  readonly length: number;
  readonly code: number;
  readonly message: string;
}

/** Imports that are added to a block without imports. */
const prelude = `import { customerId, key, orders, placedAt, service } from "./prelude.js";
import { Order, OrderLine } from "./tables.gen/index.js";
import { isBulkError, isServiceError, isTableError, isTransactionError, TableServiceClient } from "@tablewright/runtime";
`;

const root = new URL("../../", import.meta.url).pathname;

/** Paths of the declarations of JavaScript and Node. */
const foreign = /\/node_modules\/(?:typescript|@types)\//;

/** Marker for a line that the compiler rejects, as in `row.note; // ✗ not selected`. */
const refused = "// ✗";

/** TypeScript program of the code blocks of all pages, so that the libraries are parsed and checked once. */
export class BlockProgram {
  readonly #files = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #service = ts.createLanguageService(this.#host());
  #version = 0;

  /** Adds a block, at any time. Blocks with equal code count as one. */
  add(code: string): void {
    if (this.#names.has(code)) return;
    const name = `${root}src/block-${this.#names.size}.ts`;
    this.#names.set(code, name);
    this.#files.set(name, buildPrelude(code) + code);
    this.#version += 1;
  }

  /** Returns the errors in lines without the marker, and the lines with the marker that compile. */
  problems(code: string): string[] {
    const lines = code.split("\n");
    const errors = this.errors(code).map((error) => ({ ...error, line: lineAt(code, error.start) }));
    const unexpected = errors.filter(({ line }) => lines[line]?.includes(refused) !== true);
    const accepted = lines.flatMap((text, line) =>
      text.includes(refused) && !errors.some((error) => error.line === line) ? [line] : [],
    );
    return [
      ...unexpected.map(({ line, code, message }) => `line ${line + 1}: TS${code}: ${message}`),
      ...accepted.map((line) => `line ${line + 1} compiles, but says ${refused}`),
    ];
  }

  errors(code: string): BlockError[] {
    const { name, offset } = this.#find(code);
    const found = [...this.#service.getSyntacticDiagnostics(name), ...this.#service.getSemanticDiagnostics(name)];
    return found.map(({ start = offset, length = 0, messageText, code }) => {
      return { start: start - offset, length, code, message: ts.flattenDiagnosticMessageText(messageText, "\n") };
    });
  }

  /** Returns the explanation of each name where it first occurs, except for the names of JavaScript and Node. */
  hovers(code: string): Hover[] {
    const { name, offset } = this.#find(code);
    const file = this.#service.getProgram()?.getSourceFile(name);
    const found = new Map<string, Hover>();
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node.getStart(file) >= offset && !this.#isForeign(node)) {
        const hover = this.#hover(name, node.getStart(file), offset);
        if (hover !== undefined && !found.has(hover.text)) found.set(hover.text, hover);
      }
      ts.forEachChild(node, visit);
    };
    if (file !== undefined) visit(file);
    return [...found.values()].sort((a, b) => a.start - b.start);
  }

  /** Returns the members, with their types, that an editor offers after the text `before`, which occurs only once in the code. */
  members(code: string, before: string): readonly { readonly name: string; readonly type: string }[] {
    const { name, offset } = this.#find(code);
    const position = offset + code.indexOf(before) + before.length;
    const { entries = [] } = this.#service.getCompletionsAtPosition(name, position, undefined) ?? {};
    return entries.map((entry) => {
      const details = this.#service.getCompletionEntryDetails(
        name,
        position,
        entry.name,
        {},
        undefined,
        undefined,
        undefined,
      );
      return { name: entry.name, type: ts.displayPartsToString(details?.displayParts).replace(/^.*?[)?]?: /, "") };
    });
  }

  #isForeign(node: ts.Node): boolean {
    const declarations = this.#service.getProgram()?.getTypeChecker().getSymbolAtLocation(node)?.declarations ?? [];
    return declarations.some((declaration) => foreign.test(declaration.getSourceFile().fileName));
  }

  #hover(name: string, position: number, offset: number): Hover | undefined {
    const info = this.#service.getQuickInfoAtPosition(name, position);
    if (info === undefined || info.textSpan.start < offset) return undefined;
    return {
      start: info.textSpan.start - offset,
      length: info.textSpan.length,
      text: ts.displayPartsToString(info.displayParts),
      docs: ts.displayPartsToString(info.documentation).split(/\n\n|\n```/)[0] ?? "",
    };
  }

  #find(code: string): { readonly name: string; readonly offset: number } {
    this.add(code);
    return { name: this.#names.get(code) ?? "", offset: buildPrelude(code).length };
  }

  #host(): ts.LanguageServiceHost {
    const files = this.#files;
    const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config.config, files: [] }, ts.sys, root);
    const compilerOptions = { ...options, noUnusedLocals: false, noUnusedParameters: false };
    return {
      getCompilationSettings: () => compilerOptions,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getProjectVersion: () => String(this.#version),
      getScriptFileNames: () => [...files.keys()],
      getScriptVersion: () => "1",
      getScriptSnapshot(name) {
        const text = files.get(name) ?? ts.sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (name) => files.has(name) || ts.sys.fileExists(name),
      readFile: (name) => files.get(name) ?? ts.sys.readFile(name),
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    };
  }
}

function buildPrelude(code: string): string {
  return /^import /m.test(code) ? "" : prelude;
}

function lineAt(code: string, position: number): number {
  return code.slice(0, position).split("\n").length - 1;
}
