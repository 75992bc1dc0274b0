/*
 * Entry point for tools that copy rows: rows as lines of NDJSON, and in the service's JSON. Separate, because most programs do not need it.
 */

export { findLoss } from "./codec/rows/row-loss.js";
export { decodeTableRow as decodePayload } from "./codec/rows/table-row.js";
export { isoMilliseconds, isoRemainder } from "./edm/dates/iso-date.js";
export { type LinesPage, readLines } from "./query/pages/read-lines.js";
export { type PayloadPage, readPayloads } from "./query/pages/read-payloads.js";
export { readRowGroups } from "./query/pages/read-row-groups.js";
export type { EntityPayload } from "./schema/entity-schema.js";
