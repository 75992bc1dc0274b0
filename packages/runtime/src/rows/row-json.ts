import type { EdmName } from "../codec/edm/edm-type.js";
import { type EdmValue, parseEdmType } from "../codec/edm/edm-value.js";
import { isoOf } from "../codec/edm/exact-date.js";
import { parsePayload, rowText } from "../codec/payload.js";
import { withNames, wrongValue } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { decodeGivenRow, type StoredTableRow, type TableRow } from "./table-row.js";

/**
 * Writes a row as JSON on one line, as on the wire but with the Edm type of every property. Preserves 100 ns, −0, NaN, Int64, bytes and
 * empty keys. Omits `$etag`.
 * @param table name of the table, for errors
 * @throws TableError `value.*` naming table and property
 */
export function tableRowJson(table: string, row: TableRow & Partial<Pick<StoredTableRow, "$timestamp">>): string {
  let text = `{"PartitionKey":${JSON.stringify(row.partitionKey)},"RowKey":${JSON.stringify(row.rowKey)}`;
  if (row.$timestamp !== undefined) text += `,"Timestamp":"${isoOf(row.$timestamp)}"`;
  for (const [name, value] of Object.entries(row.properties)) {
    if (value === undefined) continue;
    try {
      text += memberPrefix(name, value.type) + edmJson(value);
    } catch (error) {
      throw withNames(error, table, name, rowText(row));
    }
  }
  return escapeUnseen(`${text}}`);
}

/**
 * Escapes characters that tools do not show, or take for the end of a line. They can only be inside of strings. Other text stays as it is,
 * so that a search finds it.
 */
export function escapeUnseen(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnit);
}

/**
 * Maximum number of member prefixes to keep in the cache. Rows mostly have the same names. The limit is for tables whose names are data.
 */
const maxPrefixes = 1000;

const prefixes = new Map<string, Partial<Record<EdmName, string>>>();

/** Writes the beginning of a JSON member, up to its value, with the type annotation in front. */
export function memberPrefix(name: string, type: EdmName): string {
  const known = prefixes.get(name)?.[type];
  if (known !== undefined) return known;
  const prefix = `,${JSON.stringify(`${name}@odata.type`)}:"${type}",${JSON.stringify(name)}:`;
  if (prefixes.size < maxPrefixes) prefixes.set(name, { ...prefixes.get(name), [type]: prefix });
  return prefix;
}

/**
 * Writes a typed value as JSON, without its type.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
export function edmJson({ type, value }: EdmValue): string {
  const edm = parseEdmType(type);
  if (edm === undefined) throw wrongValue(`is of type ${type}, which tables do not support`);
  return edm.toJson(value);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Reads a row from the output of {@link tableRowJson}. As on the wire, the types of strings, booleans, Int32 and numbers with a fraction
 * may be left out. An Int64 may be a number, as some programs write it. Keys and names are checked later, when the row is written.
 * @param table name of the table, for errors
 * @throws TableError `value.wrong-type` if the text is not a JSON object; `decode.*` naming table and property
 */
export function parseTableRow(table: string, json: string): StoredTableRow {
  let payload: unknown;
  try {
    payload = parsePayload(json);
  } catch (cause) {
    throw wrongValue(`The row of ${table} is not valid JSON.`, { entity: table, cause });
  }
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    throw wrongValue(`The row of ${table} is not a JSON object.`, { entity: table });
  }
  return decodeGivenRow(table, withInt64Text(payload as EntityPayload));
}

const typeSuffix = "@odata.type";

/** Returns the row with each Edm.Int64 as text. Other programs write it as a number, which is exact up to 2⁵³. */
function withInt64Text(row: EntityPayload): EntityPayload {
  const numbers = Object.keys(row).flatMap((name) => {
    const member = name.slice(0, -typeSuffix.length);
    const isInt64 = name.endsWith(typeSuffix) && row[name] === "Edm.Int64";
    return isInt64 && Number.isSafeInteger(row[member]) ? [[member, String(row[member])]] : [];
  });
  return numbers.length === 0 ? row : { ...row, ...Object.fromEntries(numbers) };
}
