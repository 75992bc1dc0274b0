import type { Diagnostic } from "./diagnostics/report.js";
import { Report } from "./diagnostics/report.js";
import { compileOutput, readModuleFormat } from "./emit/compile-output.js";
import { emitFiles } from "./emit/emit-files.js";
import type { GeneratedFile, ImportExtension } from "./emit/generated-file.js";
import { checkLock, type LockFile } from "./lock/check-lock.js";
import { type FormerModel, formerModels, withFormerKeys } from "./lock/former/former-models.js";
import { parseLock } from "./lock/lock-text.js";
import { buildModels } from "./model/build-models.js";
import type { EntityModel } from "./model/entity-model.js";
import { readImportExtension } from "./read/project/import-extension.js";
import { readRootDir } from "./read/project/root-dir.js";
import type { SourceHost } from "./read/project/source-host.js";
import { type DefinitionSources, readDrafts } from "./read/read-drafts.js";
import { checkRootDir } from "./validate/check-json-imports.js";
import { validate } from "./validate/validate.js";

/** Options of `generate`. All paths are relative to the project's root, with `/`. */
export interface GenerateOptions {
  /** Source of the definitions, their imports and the tsconfig. */
  readonly host: SourceHost;
  /** Definition files, in any order. */
  readonly files: readonly string[];
  /** Folder of the generated files, e.g. `src/tables.gen`. */
  readonly outDir: string;
  /** Tsconfig that determines how imports of definition files resolve, and the extension of imports between generated files. */
  readonly tsconfig?: string;
  /**
   * Language of the generated files; `ts` by default. `js` gives a `.js` and a `.d.ts` file for each, in the module format of the nearest
   * package.json of the host.
   */
  readonly output?: "ts" | "js";
  /** Extension of imports between generated files; follows the tsconfig by default. */
  readonly importExtension?: ImportExtension;
  /** True to let compilers type-check the generated files; `false` by default. */
  readonly typeCheck?: boolean;
  /** True to write `json-schemas.ts` too, with JSON Schemas of every entity for OpenAPI; `false` by default. */
  readonly schemas?: boolean;
  /** Service whose limits are checked; `storage` by default. */
  readonly service?: "storage" | "cosmos";
  /**
   * Lock file with the definitions that wrote stored rows. Changes that make those rows unreadable are reported. By default nothing is
   * compared.
   */
  readonly lock?: LockFile;
}

/** Generated files, or the reasons why there are none. */
export interface GenerateResult {
  /** Complete content of the output folder, ordered by path; empty if there is an error among the diagnostics. */
  readonly files: readonly GeneratedFile[];
  /** All findings, ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** New text of the lock file; absent without the option `lock`, or if there is an error among the diagnostics. */
  readonly lock?: string;
}

/**
 * Generates TypeScript source from definitions: reads, builds models, validates and emits. It writes nothing. It is a pure function of the
 * host's files: equal input gives equal text, byte for byte. Errors in the definitions are returned as diagnostics, not thrown.
 */
export function generate(options: GenerateOptions): GenerateResult {
  const { host, outDir, output, tsconfig, importExtension, typeCheck, schemas } = options;
  const { models, diagnostics, lock } = readModels(options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { files: [], diagnostics };
  const extension = output === "js" ? ".js" : (importExtension ?? readImportExtension(tsconfig, host));
  const emitted = { outDir: outDir.replace(/\/+$/, ""), importExtension: extension, typeCheck, schemas };
  const sources = emitFiles(lock === undefined ? models : withFormerKeys(models, parseLock(lock)), emitted);
  const files = output === "js" ? compileOutput(sources, readModuleFormat(host, emitted.outDir)) : sources;
  return { files, diagnostics, ...(lock !== undefined && { lock }) };
}

/** Options of `readModels`: the definitions to read, and the service for which they are checked. */
export interface ReadOptions extends DefinitionSources {
  /** Service whose limits are checked: `cosmos` reserves more names and has fewer limits; `storage` by default. */
  readonly service?: "storage" | "cosmos";
  readonly lock?: LockFile;
  /** Folder of the generated files. If it is set, JSON types that generated files in this folder could not import are reported. */
  readonly outDir?: string;
}

/** Entities of the definitions, or the reasons why there are none. */
export interface ReadResult {
  /** Models ordered by file and place; empty if there is an error among the diagnostics. */
  readonly models: readonly EntityModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** New text of the lock file; absent without the option `lock`, or if there is an error among the diagnostics. */
  readonly lock?: string;
}

/** Reads and validates definitions as `generate` does, but generates no source. */
export function readModels({ service = "storage", lock, outDir, ...sources }: ReadOptions): ReadResult {
  const report = new Report();
  const drafts = readDrafts(sources, report);
  const entities = buildModels(drafts);
  validate(drafts, entities, service, report);
  const rootDir = outDir === undefined ? undefined : readRootDir(sources.tsconfig, sources.host);
  if (outDir !== undefined && rootDir !== undefined) checkRootDir(drafts, rootDir, outDir, report);
  // Compares the definitions with the lock file only if they are valid.
  const text = lock && report.errors === 0 ? checkLock(entities, lock, report) : undefined;
  const diagnostics = report.sorted();
  if (report.errors > 0) return { models: [], diagnostics };
  return { models: entities.map(({ model }) => model), diagnostics, ...(text !== undefined && { lock: text }) };
}

/** A class with the keys or the kind that an entity had in a former definition. It reads the rows of that definition. */
export type FormerClass = Pick<FormerModel, "entity"> & Pick<EntityModel, "name" | "table">;

/** Classes of former definitions, for tools that maintain rows, such as reindexing. No application imports them. */
export interface FormerResult {
  readonly files: readonly GeneratedFile[];
  /** Classes, oldest first; empty if there is an error in the definitions. */
  readonly classes: readonly FormerClass[];
}

/**
 * Generates classes with the current properties but the keys and kinds of former definitions.
 * @param lock the new text of the lock file, which lists the former definitions
 */
export function generateFormer(options: ReadOptions, lock: string): FormerResult {
  const former = formerModels(readModels(options).models, parseLock(lock));
  const files = emitFiles(
    former.map(({ model }) => model),
    { outDir: "former", importExtension: ".js" },
  );
  return { files, classes: former.map(({ entity, model: { name, table } }) => ({ entity, name, table })) };
}
