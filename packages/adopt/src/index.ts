/*
 * Reads programs of `@azure/data-tables` as text: which tables they have, how they make keys, what they store, and what each call becomes.
 */

export { adopt } from "./adopt.js";
export { adoptText } from "./adopt-text.js";
export type { ProgramSources } from "./program/program-sources.js";
export type * from "./report.js";
