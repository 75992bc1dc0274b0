/*
 * Definitions → TypeScript source, as a pure function: no console, no clock, no working directory, no exit.
 * `generate` reads through a host and returns text; `planOutput` and `applyOutput` update an output folder. `readModels` and
 * `writeDefinitions` turn the text of definitions into models and back.
 */

export { type DiagnosticCode, type DiagnosticKind, diagnosticCodes } from "./diagnostics/diagnostic-codes.js";
export type { Diagnostic, Location } from "./diagnostics/report.js";
export { didYouMean } from "./diagnostics/wording.js";
export type { GeneratedFile, ImportExtension } from "./emit/generated-file.js";
export { findDefinitionFile } from "./emit/generated-file.js";
export { compileJavaScript } from "./emit/javascript.js";
export {
  type FormerClass,
  type FormerResult,
  type GenerateOptions,
  type GenerateResult,
  generate,
  generateFormer,
  type ReadOptions,
  type ReadResult,
  readModels,
} from "./generate.js";
export type { LockFile } from "./lock/check-lock.js";
export { formerIndexes, formerTables } from "./lock/former/former-indexes.js";
export type { FormerIndexRows } from "./lock/lock.js";
export type { EntityModel } from "./model/entity-model.js";
export type { KeyEncoding } from "./model/keys/key-encoding.js";
export type { PropertyModel } from "./model/property-model.js";
export { applyOutput, type OutputResult } from "./output/apply-output.js";
export { nodeFileSystem } from "./output/node-file-system.js";
export type { OutputFileSystem } from "./output/output-file-system.js";
export { type OutputAction, type OutputChange, type OutputPlan, planOutput } from "./output/plan-output.js";
export { createSourceHost, type SourceHost } from "./read/project/source-host.js";
export { type ConfigSource, type ReadConfigResult, readConfig } from "./read/read-config.js";
export type { EntitySource, IndexSource, KeyPartSource, KeySource, PropertySource } from "./write/entity-source.js";
export { type WriteOptions, writeDefinitions } from "./write/write-definitions.js";
