import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { emitFiles } from "./emit/emit-files.js";
import type { ImportExtension } from "./emit/emit-options.js";
import type { GeneratedFile } from "./emit/generated-file.js";
import { readImportExtension } from "./read/import-extension.js";
import type { SourceHost } from "./read/source-host.js";
import { readDefinitions } from "./validate/read-definitions.js";

/** All paths are relative to the project's root, with `/`. */
export interface GenerateOptions {
  /** Where definitions, what they import and the tsconfig are read from. */
  readonly host: SourceHost;
  /** The definition files; their order does not matter. */
  readonly files: readonly string[];
  /** The folder of the generated files, e.g. `src/tables.gen`. */
  readonly outDir: string;
  /** Tells how imports of definition files are resolved, and how generated files import each other. */
  readonly tsconfig?: string;
  /** How generated files import each other; as the tsconfig wants it unless given. */
  readonly importExtension?: ImportExtension;
  /** The service whose limits count; `storage` unless given. */
  readonly service?: "storage" | "cosmos";
}

export interface GenerateResult {
  /** The whole content of the output folder, ordered by path; nothing when there is an error among the diagnostics. */
  readonly files: readonly GeneratedFile[];
  /** All findings, ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Definitions → TypeScript source: read, check, emit. A pure function of what the host returns: equal input gives equal text,
 * byte for byte, and nothing is written. What a user did wrong comes back as diagnostics; nothing is thrown for it.
 */
export function generate({ host, files, outDir, tsconfig, importExtension, service }: GenerateOptions): GenerateResult {
  const sources = { host, files, ...(tsconfig === undefined ? {} : { tsconfig }) };
  const { models, diagnostics } = readDefinitions({ ...sources, service: service ?? "storage" });
  if (diagnostics.some(({ severity }) => severity === "error")) return { files: [], diagnostics };
  const extension = importExtension ?? readImportExtension(tsconfig, host);
  return { files: emitFiles(models, { outDir: outDir.replace(/\/+$/, ""), importExtension: extension }), diagnostics };
}
