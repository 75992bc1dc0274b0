import { posix } from "node:path";
import type { SourceHost } from "../read/project/source-host.js";
import { typescript } from "../read/project/typescript.js";
import type { GeneratedFile } from "./generated-file.js";

/** Module format of JavaScript files. */
export type ModuleFormat = "esm" | "commonjs";

/**
 * Returns the module format that Node expects of `.js` files in a folder: the `type` of the nearest package.json. Searches no further up
 * than the project's root.
 */
export function readModuleFormat(host: SourceHost, folder: string): ModuleFormat {
  for (let at = posix.normalize(folder); ; at = posix.dirname(at)) {
    const text = host.readFile(at === "." ? "package.json" : `${at}/package.json`);
    if (text !== undefined) return /"type"\s*:\s*"module"/.test(text) ? "esm" : "commonjs";
    if (at === "." || at === "/" || at.endsWith("..")) return "commonjs";
  }
}

/**
 * Compiles generated TypeScript to JavaScript: each file to a `.js` file and a `.d.ts` file with declarations. Keeps the header and the
 * comments.
 */
export function compileOutput(files: readonly GeneratedFile[], format: ModuleFormat): GeneratedFile[] {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = {
    target: ScriptTarget.ES2022,
    module: format === "esm" ? ModuleKind.ES2022 : ModuleKind.CommonJS,
    declaration: true,
    esModuleInterop: false,
  };
  return files
    .flatMap(({ path, text }) => {
      const { head, body } = splitHeader(text);
      const base = path.replace(/\.ts$/, "");
      return [
        { path: `${base}.js`, text: head + typescript.transpileModule(body, { compilerOptions }).outputText },
        { path: `${base}.d.ts`, text: head + typescript.transpileDeclaration(body, { compilerOptions }).outputText },
      ];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Splits a generated text after its header. The header has to stay first, but the compiler would write `"use strict"` before any comment.
 */
function splitHeader(text: string): { readonly head: string; readonly body: string } {
  const end = text.indexOf("\n\n") + 2;
  return { head: text.slice(0, end), body: text.slice(end) };
}
