/* Entry point for Edm types alone: for rows without an entity definition, for exact dates, and for tools. */

export { asCoded, type Code, type CodedType } from "./codec/edm/coded-type.js";
export type { Ticks } from "./codec/edm/date-time.js";
export type { EdmName, EdmType } from "./codec/edm/edm-type.js";
export { type CertainValue, type EdmValue, edm, edmLiteral } from "./codec/edm/edm-value.js";
export { ExactDate } from "./codec/edm/exact-date.js";
export type { Guid } from "./codec/edm/guid.js";
export type { UnknownProperties } from "./features/unknown-properties.js";
export type { EdmCondition, EdmOperators, TableWhere } from "./query/filter/edm-filter.js";
export { type ODataValue, odata } from "./query/filter/odata.js";
export { findMismatches } from "./rows/find-mismatches.js";
export { parseTableRow, tableRowJson } from "./rows/row-json.js";
export type { StoredTableRow, TableRow } from "./rows/table-row.js";
export type { ODataText } from "./schema/conditions.js";
