/*
 * Reads the source text of programs that use `@azure/data-tables`: finds their tables, how they build keys, the values they store, and the
 * replacement of each call.
 */

export { adopt } from "./adopt.js";
export { adoptText } from "./adopt-text.js";
export type { ProgramSources } from "./program/program-sources.js";
export type * from "./report.js";
