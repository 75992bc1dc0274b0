/*
 * Rows as lines of NDJSON, for tools that copy them. A separate entry point, because most programs do not need it.
 */

export { findLoss } from "./codec/rows/row-loss.js";
export { type LinesPage, readLines } from "./query/pages/read-lines.js";
