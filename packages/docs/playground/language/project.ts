import { createSourceHost, type Diagnostic, generate } from "@tablewright/generator";
import { createSystem, createVirtualTypeScriptEnvironment, type VirtualTypeScriptEnvironment } from "@typescript/vfs";
import ts from "typescript";
import type { Checked, Completion, Finding, Hover, SourceName, Sources } from "../messages.js";

const paths: Readonly<Record<SourceName, string>> = { definitions: "/tables/shop.table.ts", program: "/src/main.ts" };
const outDir = "src/tables.gen";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.webworker.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: [],
};

/** Declarations of the packages and of JavaScript, and where each package's are. */
export interface Declarations {
  readonly files: Readonly<Record<string, string>>;
  /** Path of the declarations of each import, e.g. of `@tablewright/runtime`. */
  readonly imports: Readonly<Record<string, string>>;
}

/** A project of one file of definitions and one program, as an editor and `tablewright generate` see it. */
export class Project {
  readonly #environment: VirtualTypeScriptEnvironment;
  #sources: Sources = { definitions: "", program: "" };
  #generated: Readonly<Record<string, string>> = {};

  constructor({ files, imports }: Declarations) {
    const system = createSystem(new Map(Object.entries(files)));
    const mapped = Object.fromEntries(Object.entries(imports).map(([name, path]) => [name, [path]]));
    this.#environment = createVirtualTypeScriptEnvironment(system, [], ts, { ...options, paths: mapped });
  }

  /** Generates the classes and checks both texts. */
  check(sources: Sources): Checked {
    this.#sources = sources;
    const file = paths.definitions.slice(1);
    const host = createSourceHost({ [file]: sources.definitions });
    const { files, diagnostics } = generate({
      host,
      files: [file],
      outDir,
      importExtension: ".js",
    });
    const generated = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    this.#write(sources, generated);
    this.#generated = generated;
    const found = diagnostics.map((diagnostic) => this.#finding(diagnostic));
    return { files: generated, findings: [...found, ...this.#compilerFindings(found)] };
  }

  complete(source: SourceName, text: string, position: number): readonly Completion[] {
    this.#put(paths[source], text);
    const { languageService } = this.#environment;
    const found = languageService.getCompletionsAtPosition(paths[source], position, {});
    return (found?.entries ?? []).map(({ name, kind }) => ({ label: name, type: kind }));
  }

  hover(source: SourceName, text: string, position: number): Hover | undefined {
    this.#put(paths[source], text);
    const info = this.#environment.languageService.getQuickInfoAtPosition(paths[source], position);
    if (info === undefined) return undefined;
    const { start, length } = info.textSpan;
    const [type, docs] = [info.displayParts, info.documentation].map((parts) => ts.displayPartsToString(parts));
    return { from: start, to: start + length, type: type ?? "", docs: docs ?? "" };
  }

  /** Compiles the program and the classes to CommonJS. Top-level `await` stays, because the caller wraps the program in a function. */
  compile(): Readonly<Record<string, string>> {
    const files = { "src/main.ts": this.#sources.program, ...this.#generated };
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    return Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path.replace(/ts$/, "js"),
        ts.transpileModule(text, { compilerOptions }).outputText,
      ]),
    );
  }

  #write(sources: Sources, generated: Readonly<Record<string, string>>): void {
    for (const path of Object.keys(this.#generated)) {
      if (!(path in generated)) this.#environment.deleteFile(`/${path}`);
    }
    for (const [path, text] of Object.entries(generated)) this.#put(`/${path}`, text);
    this.#put(paths.definitions, sources.definitions);
    this.#put(paths.program, sources.program);
  }

  #put(path: string, text: string): void {
    // The environment takes an empty text for a file that does not exist.
    const content = text === "" ? "\n" : text;
    if (this.#environment.sys.fileExists(path)) this.#environment.updateFile(path, content);
    else this.#environment.createFile(path, content);
  }

  /** Returns the compiler's errors, without those in a line with a diagnostic, and those of a program without its classes. */
  #compilerFindings(found: readonly Finding[]): Finding[] {
    const { languageService } = this.#environment;
    const checked: SourceName[] =
      Object.keys(this.#generated).length === 0 ? ["definitions"] : ["definitions", "program"];
    return checked.flatMap((source) => {
      const path = paths[source];
      const lines = new Set(
        found.filter((each) => each.source === source).map(({ from }) => this.#lineOf(source, from)),
      );
      const errors = [
        ...languageService.getSyntacticDiagnostics(path),
        ...languageService.getSemanticDiagnostics(path),
      ];
      return errors
        .filter(({ start = 0 }) => !lines.has(this.#lineOf(source, start)))
        .map(({ start = 0, length = 0, code, messageText }) => {
          const message = ts.flattenDiagnosticMessageText(messageText, "\n");
          return { source, from: start, to: start + length, severity: "error" as const, code: `TS${code}`, message };
        });
    });
  }

  #finding({ code, severity, message, help, location }: Diagnostic): Finding {
    const from = this.#offsetOf(location.line, location.column);
    const to = this.#offsetOf(location.endLine, location.endColumn);
    return { source: "definitions", from, to, severity, code, message, help };
  }

  #offsetOf(line: number, column: number): number {
    const before = this.#sources.definitions.split("\n").slice(0, line - 1);
    return before.reduce((sum, { length }) => sum + length + 1, column - 1);
  }

  #lineOf(source: SourceName, offset: number): number {
    return this.#sources[source].slice(0, offset).split("\n").length;
  }
}
