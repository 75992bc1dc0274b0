import { join } from "node:path";
import ts from "typescript";
import type { Mutant } from "./mutants.js";

/** Finds the mutants that the compiler rejects. They need no test. */
export class TypeChecker {
  readonly #tree: string;
  readonly #service: ts.LanguageService;
  #mutant: Mutant | undefined;
  #version = 0;

  /** @param files source files of the mutants, relative to the workspace */
  constructor(tree: string, files: readonly string[]) {
    this.#tree = tree;
    const config = ts.getParsedCommandLineOfConfigFile(join(tree, "scripts/tsconfig.json"), undefined, {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    });
    if (config === undefined) throw new Error("scripts/tsconfig.json cannot be read.");
    this.#service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      // A mutant that only leaves a name unused still needs a test.
      getCompilationSettings: () => ({ ...config.options, noUnusedLocals: false, noUnusedParameters: false }),
      getScriptFileNames: () => files.map((file) => join(tree, file)),
      getScriptVersion: (path) => (this.#isChanged(path) ? String(this.#version) : "0"),
      getScriptSnapshot: (path) => {
        const text = this.#isChanged(path) ? this.#mutant?.text : ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => tree,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
  }

  /** Returns the compiler's message about a mutant's file; undefined if there is none. */
  findError(mutant: Mutant): string | undefined {
    this.#mutant = mutant;
    this.#version++;
    const [first] = this.#service.getSemanticDiagnostics(join(this.#tree, mutant.file));
    this.#mutant = undefined;
    return first && ts.flattenDiagnosticMessageText(first.messageText, " ");
  }

  #isChanged(path: string): boolean {
    return this.#mutant !== undefined && path === join(this.#tree, this.#mutant.file);
  }
}
