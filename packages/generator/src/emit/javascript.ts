import { typescript } from "../read/project/typescript.js";

/**
 * A generated class as a CommonJS module that requires `@tablewright/runtime/codegen/v1` and nothing else: for tools that run it at
 * once. All of its other imports are of types.
 */
export function javascriptOf(text: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, removeComments: true };
  return typescript.transpileModule(text, { compilerOptions }).outputText;
}
