import type { EmitOptions } from "./emit-options.js";
import type { GeneratedFile } from "./generated-file.js";
import { header } from "./header.js";
import { importPath } from "./import-path.js";

/** Exports all that the other files do. */
export function emitIndex(files: readonly GeneratedFile[], options: EmitOptions): GeneratedFile {
  const exports = files
    .map(({ path }) => `export * from "${importPath(path, options)}";\n`)
    .sort()
    .join("");
  return { path: `${options.outDir}/index.ts`, text: header() + (exports === "" ? "export {};\n" : exports) };
}
