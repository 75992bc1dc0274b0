/* Entry point for Edm types alone: for rows without an entity definition, for exact dates, and for tools. */

export { findMismatches } from "./codec/decode/find-mismatches.js";
export type { EdmCondition, EdmOperators, TableWhere } from "./codec/rows/edm-filter.js";
export { type CertainValue, type EdmValue, edm, edmLiteral } from "./codec/rows/edm-value.js";
export { type ODataValue, odata } from "./codec/rows/odata.js";
export { parseTableRow, tableRowJson } from "./codec/rows/row-json.js";
export type { StoredTableRow, TableRow } from "./codec/rows/table-row.js";
export type { UnknownProperties } from "./codec/rows/unknown-properties.js";
export type { Ticks } from "./edm/dates/check-date-time.js";
export { ExactDate } from "./edm/dates/exact-date.js";
export type { EdmName, EdmType } from "./edm/edm-type.js";
export type { Guid } from "./edm/guid.js";
export { asCoded, type Code, type CodedType } from "./edm/stored/coded-type.js";
export type { ODataText } from "./schema/odata-text.js";
