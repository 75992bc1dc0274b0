import type { Diagnostic } from "./diagnostics/report.js";
import { Report } from "./diagnostics/report.js";
import { emitFiles } from "./emit/emit-files.js";
import type { GeneratedFile, ImportExtension } from "./emit/generated-file.js";
import { checkLock, type LockFile } from "./lock/check-lock.js";
import { type FormerModel, formerModels } from "./lock/former-models.js";
import { parseLock } from "./lock/lock-text.js";
import { buildModels } from "./model/build-models.js";
import type { EntityModel } from "./model/entity-model.js";
import { readImportExtension } from "./read/project/import-extension.js";
import { readRootDir } from "./read/project/root-dir.js";
import type { SourceHost } from "./read/project/source-host.js";
import { type DefinitionSources, readDrafts } from "./read/read-drafts.js";
import { checkRootDir } from "./validate/check-json-imports.js";
import { validate } from "./validate/validate.js";

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
  /** How generated files import each other; as the tsconfig wants it by default. */
  readonly importExtension?: ImportExtension;
  /** The service whose limits count; `storage` by default. */
  readonly service?: "storage" | "cosmos";
  /** What stored rows were written by: changes that they do not survive are reported. By default nothing is compared. */
  readonly lock?: LockFile;
}

/** The generated files, or why there are none. */
export interface GenerateResult {
  /** The whole content of the output folder, ordered by path; nothing when there is an error among the diagnostics. */
  readonly files: readonly GeneratedFile[];
  /** All findings, ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the lock file is to hold; absent when there is an error among the diagnostics, and without the option. */
  readonly lock?: string;
}

/**
 * Definitions → TypeScript source: read, build models, validate, emit. A pure function of what the host returns: equal input gives
 * equal text, byte for byte, and nothing is written. What a user did wrong comes back as diagnostics; nothing is thrown for it.
 */
export function generate(options: GenerateOptions): GenerateResult {
  const { host, outDir, tsconfig, importExtension } = options;
  const { models, diagnostics, lock } = readModels(options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { files: [], diagnostics };
  const extension = importExtension ?? readImportExtension(tsconfig, host);
  const files = emitFiles(models, { outDir: outDir.replace(/\/+$/, ""), importExtension: extension });
  return { files, diagnostics, ...(lock !== undefined && { lock }) };
}

/** What to read, and for which service. */
export interface ReadOptions extends DefinitionSources {
  /** The service whose limits count: `cosmos` reserves more names and has fewer limits; `storage` by default. */
  readonly service?: "storage" | "cosmos";
  readonly lock?: LockFile;
  /** The folder of the generated files: the compiler must find there what they import. */
  readonly outDir?: string;
}

/** The entities of the definitions, or why there are none. */
export interface ReadResult {
  /** Ordered by file and place; empty when there is an error among the diagnostics. */
  readonly models: readonly EntityModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the lock file is to hold; absent without the option. */
  readonly lock?: string;
}

/** All of `generate` but the emitting. */
export function readModels({ service = "storage", lock, outDir, ...sources }: ReadOptions): ReadResult {
  const report = new Report();
  const drafts = readDrafts(sources, report);
  const entities = buildModels(drafts);
  validate(drafts, entities, service, report);
  const rootDir = outDir === undefined ? undefined : readRootDir(sources.tsconfig, sources.host);
  if (outDir !== undefined && rootDir !== undefined) checkRootDir(drafts, rootDir, outDir, report);
  // Definitions that are wrong in themselves are not compared with anything.
  const text = lock && report.errors === 0 ? checkLock(entities, lock, report) : undefined;
  const diagnostics = report.sorted();
  if (report.errors > 0) return { models: [], diagnostics };
  return { models: entities.map(({ model }) => model), diagnostics, ...(text !== undefined && { lock: text }) };
}

/** A class that reads the rows which were written with earlier keys or another kind of an entity. */
export type FormerClass = Pick<FormerModel, "entity"> & Pick<EntityModel, "name" | "table">;

/** Classes of earlier definitions, for tools that look after rows; no application imports them. */
export interface FormerResult {
  readonly files: readonly GeneratedFile[];
  /** Oldest first; none when there is an error in the definitions. */
  readonly classes: readonly FormerClass[];
}

/** The present definitions under the keys and kinds of earlier ones. @param lock the text that the lock file is to hold, which tells them */
export function generateFormer(options: ReadOptions, lock: string): FormerResult {
  const former = formerModels(readModels(options).models, parseLock(lock));
  const files = emitFiles(
    former.map(({ model }) => model),
    { outDir: "former", importExtension: ".js" },
  );
  return { files, classes: former.map(({ entity, model: { name, table } }) => ({ entity, name, table })) };
}
