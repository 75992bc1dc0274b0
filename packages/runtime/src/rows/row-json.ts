import { isInRange } from "../codec/edm/date-time.js";
import type { EdmName } from "../codec/edm/edm-type.js";
import { type EdmValue, findJsonType, parseEdmType, readEdmValue } from "../codec/edm/edm-value.js";
import { isoMilliseconds, isoOf } from "../codec/edm/exact-date.js";
import { quote } from "../codec/edm/string.js";
import { annotationNameOf, idOf, parsePayload, rowText } from "../codec/payload.js";
import { withNames, wrongValue } from "../errors/table-error.js";
import type { EntityId, EntityPayload } from "../schema/entity-schema.js";
import { decodeTableRow, type StoredTableRow, type TableRow } from "./table-row.js";

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
function escapeUnseen(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnit);
}

/**
 * Maximum number of member prefixes to keep in the cache. Rows mostly have the same names. The limit is for tables whose names are data.
 */
const maxPrefixes = 1000;
const prefixes = new Map<string, Partial<Record<EdmName, string>>>();

/** Writes the beginning of a JSON member, up to its value, with the type annotation in front. */
function memberPrefix(name: string, type: EdmName): string {
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
function edmJson({ type, value }: EdmValue): string {
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
  return decodeTableRow(table, withInt64Text(payload as EntityPayload));
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

/** Rows of a table as NDJSON, and the addresses of the first and the last row. */
export interface RowLines {
  /** Lines in UTF-8, each with its line end: `{"$table":"Shop","PartitionKey":"p","RowKey":"r",…}`. */
  readonly lines: Uint8Array;
  readonly rows: number;
  /** Address of the first row; undefined without rows. */
  readonly first: EntityId | undefined;
  readonly last: EntityId | undefined;
}

/**
 * Writes rows as `tableRowJson` does, with the table's name in front. Copies most values without decoding them, which saves a third of
 * the time.
 * @param rows the rows from `parseStoredPayload`, so that 5.0 stays a Double
 * @throws TableError `decode.*` naming table and property
 */
export function writeRowLines(table: string, rows: readonly EntityPayload[]): RowLines {
  const start = lineStart(table);
  let text = "";
  for (const row of rows) text += `${start}${members(table, row)}}\n`;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    lines: lineBytes(text),
    rows: rows.length,
    first: first && idOf(first),
    last: last && idOf(last),
  };
}

/** Member of a line that has the name of the row's table. No property has this name. */
export const tableMember = "$table";

function lineStart(table: string): string {
  return `{"$table":${JSON.stringify(table)},"PartitionKey":`;
}

/**
 * Writes a row as a line, without the line end and without escapes for characters that tools do not show.
 * @throws TableError `decode.*` naming table and property
 */
export function rowLine(table: string, row: EntityPayload): string {
  return `${lineStart(table)}${members(table, row)}}`;
}

/** Encodes lines as bytes. Most lines are ASCII. For these, a check of the bytes is faster than a search for characters to escape. */
function lineBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const isAscii = bytes.length === text.length && !bytes.includes(0x7f);
  return isAscii ? bytes : Buffer.from(escapeUnseen(text));
}

/** Returns the JSON members of a row, without the text before the value of PartitionKey, which is the same for all rows. */
function members(table: string, row: EntityPayload): string {
  let text = `${JSON.stringify(row.PartitionKey)},"RowKey":${JSON.stringify(row.RowKey)}`;
  const timestamp: unknown = row.Timestamp;
  if (timestamp !== undefined && timestamp !== null) text += `,"Timestamp":${valueJson(timestamp, "Edm.DateTime")}`;
  for (const name in row) {
    const annotationName = annotationNameOf(name);
    const json = row[name];
    if (annotationName === null || json === null || name === tableMember) continue;
    const annotation = row[annotationName];
    try {
      const value = valueJson(json, annotation);
      text += memberPrefix(name, (annotation ?? findJsonType(json)) as EdmName) + value;
    } catch (error) {
      throw withNames(error, table, name, rowText(idOf(row)));
    }
  }
  return text;
}

/** Patterns, by type, of stored values that `tableRowJson` would write unchanged. */
const canonicalTexts: ReadonlyMap<unknown, RegExp> = new Map<EdmName, RegExp>([
  ["Edm.Int64", /^(?:0|-?[1-9]\d{0,17})$/],
  ["Edm.Guid", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
]);

/** Writes a stored value as `tableRowJson` does, without its type. @throws TableError `decode.*` without the name of the property */
export function valueJson(json: unknown, annotation: unknown): string {
  if (typeof json === "string") {
    if (annotation === undefined || annotation === "Edm.String") return quote(json);
    if (annotation === "Edm.DateTime" ? isCanonicalDate(json) : canonicalTexts.get(annotation)?.test(json))
      return `"${json}"`;
  }
  return edmJson(readEdmValue(json, annotation, true));
}

const canonicalDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,6}[1-9])?Z$/;

/** Returns whether a text is a time within the range of Edm.DateTime, in the only form in which it is written. */
function isCanonicalDate(text: string): boolean {
  return canonicalDate.test(text) && isInRange(isoMilliseconds(text));
}

/**
 * Matches a JSON string (1) and, if it is the name of a member, the colon after it (2) with the number that follows (3). Named groups would
 * make an object for each match, which takes longer than the match.
 */
const stringOrMember = /"([^"\\]*(?:\\.[^"\\]*)*)"([ \t\r\n]*:[ \t\r\n]*(-?\d[\d.eE+-]*)?)?/g;

/**
 * Finds a value of a row that a JSON parser would change without an error: a name that appears twice, a number beyond Double, or a whole
 * number beyond Int32 without a type, which would become a Double. Returns a sentence without its full stop; undefined if no value would
 * change.
 * @param json a valid object without objects in it, such as a line of NDJSON
 */
export function findLoss(json: string): string | undefined {
  const names = new Set<string>();
  const wholeNumbers: string[] = [];
  stringOrMember.lastIndex = 0;
  for (let match = stringOrMember.exec(json); match !== null; match = stringOrMember.exec(json)) {
    const [, text = "", colon, number] = match;
    if (colon === undefined) continue;
    const name = text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
    if (names.has(name)) return `${name} occurs twice`;
    names.add(name);
    if (number === undefined) continue;
    if (!Number.isFinite(Number(number))) return `${name} is ${number}, which is beyond Edm.Double`;
    if (/^-?\d+$/.test(number) && (Number(number) | 0) !== Number(number)) wholeNumbers.push(name);
  }
  const untyped = wholeNumbers.find((name) => !names.has(`${name}@odata.type`));
  if (untyped === undefined) return undefined;
  return `${untyped} is beyond Edm.Int32, so it needs its type: "${untyped}@odata.type" with "Edm.Int64", and the number in quotes, or with "Edm.Double"`;
}
