import { typescript } from "../read/project/typescript.js";

/**
 * Converts a generated class to a CommonJS module for tools that run it immediately. The module requires `@tablewright/runtime/codegen/v1`,
 * the classes of its index rows and the schemas of its JSON properties. Its other imports are only types.
 */
export function compileJavaScript(text: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, removeComments: true };
  return typescript.transpileModule(text, { compilerOptions }).outputText;
}
