/*
 * Definitions → TypeScript source, as a pure function: no console, no clock, no working directory, no exit.
 * `generate` reads through a host and returns text; `planOutput` and `applyOutput` update an output folder.
 */

export { adopt } from "./adopt/adopt.js";
export type { OpenProgram, ProgramSources } from "./adopt/program/open-program.js";
export type * from "./adopt/report.js";
export { type DiagnosticCode, type DiagnosticKind, diagnosticCodes } from "./diagnostics/diagnostic-codes.js";
export type { Diagnostic, Location } from "./diagnostics/report.js";
export type { GeneratedFile, ImportExtension } from "./emit/generated-file.js";
export { definitionFileOf } from "./emit/generated-file.js";
export { javascriptOf } from "./emit/javascript.js";
export { type GenerateOptions, type GenerateResult, generate } from "./generate.js";
export { applyOutput, type OutputResult } from "./output/apply-output.js";
export { nodeFileSystem } from "./output/node-file-system.js";
export type { OutputFileSystem } from "./output/output-file-system.js";
export { type OutputAction, type OutputChange, type OutputPlan, planOutput } from "./output/plan-output.js";
export { type SourceHost, sourceHostOf } from "./read/project/source-host.js";
export { type ConfigSource, type ReadConfigResult, readConfig } from "./read/read-config.js";
