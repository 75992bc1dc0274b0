import { typescript } from "../read/project/typescript.js";

/**
 * Converts a generated class to a CommonJS module for tools that run it immediately. It requires only `@tablewright/runtime/codegen/v1`,
 * because its other imports are only types.
 */
export function compileJavaScript(text: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, removeComments: true };
  return typescript.transpileModule(text, { compilerOptions }).outputText;
}
