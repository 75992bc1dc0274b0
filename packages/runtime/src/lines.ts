/*
 * Rows as lines of NDJSON, for tools that copy them: apart from the rest, since programs need none of it.
 */

export { findLoss } from "./codec/rows/row-loss.js";
export { type LinesPage, readLines } from "./query/pages/read-lines.js";
