/*
 * Entry point for tools that copy rows: rows as lines of NDJSON, and in the service's JSON. Separate, because most programs do not need it.
 */

export { parseText } from "./codec/edm/convert-json.js";
export { storedText, withStoredText } from "./codec/edm/edm-value.js";
export { isoMilliseconds, isoRemainder } from "./codec/edm/exact-date.js";
export {
  type KeyedQueries,
  keysOfQuery,
  type QueryKeys,
  queriesByKeys,
  selectFromKeys,
} from "./query/keys-of-query.js";
export { sortsAsValues } from "./query/keys-of-where.js";
export { type LinesPage, type PayloadPage, readLines, readPayloads, readRowGroups } from "./query/read-payloads.js";
export { fitsDefinition, isAsEncoded } from "./rows/fits-definition.js";
export { readWrittenLine, type WrittenLine } from "./rows/line-row.js";
export { findLoss } from "./rows/row-lines.js";
export { decodeTableRow as decodePayload } from "./rows/table-row.js";
export type { EntityPayload } from "./schema/entity-schema.js";

/**
 * Price of one request to tables of Azure Storage, in US dollars: that of Austria East with local redundancy on 21 July 2026, for reads and
 * writes alike. It differs by region and redundancy.
 * @see https://prices.azure.com/api/retail/prices
 */
export const requestPrice: number = 0.00036 / 10_000;
