import { base64Bytes } from "../codec/edm/binary.js";
import type { EdmName } from "../codec/edm/edm-type.js";
import { memberText } from "../codec/edm/edm-value.js";
import { doubleJson } from "../codec/edm/numbers.js";
import { quote } from "../codec/edm/string.js";
import { checkLength } from "../codec/edm/value-errors.js";
import { type EncodedEntity, entityBody } from "../codec/encode-entity.js";
import { annotationNameOf } from "../codec/payload.js";
import { isTableError, withNames } from "../errors/table-error.js";
import { flatText } from "../platform/node.js";
import { checkKey } from "../schema/check-key.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { checkPropertyName } from "../schema/property-name.js";
import { LinePattern } from "./line-pattern.js";
import { rowLine, tableMember } from "./row-lines.js";
import { TableCache } from "./table-cache.js";
import { checkCount, decodeGivenRow, encodeOwn, type StoredTableRow } from "./table-row.js";

/** Row of a line, and the table that the line names. */
export interface WrittenLine {
  readonly table: string;
  readonly row: StoredTableRow;
}

/** Patterns of lines by their beginning, which has the name of the table. */
const patterns = new TableCache(() => new LinePattern());
let lastStart = "";
let lastPattern = new LinePattern();

/** Returns the pattern of the lines of the same table. */
function patternOf(line: string): LinePattern {
  if (lastStart !== "" && line.startsWith(lastStart)) return lastPattern;
  lastStart = flatText(line.slice(0, Math.min(maxStart, line.indexOf(",") + 1)));
  lastPattern = patterns.get(lastStart);
  return lastPattern;
}

/** Maximum length of the beginning of a line, up to the first comma. A table's name has at most 63 characters. */
const maxStart = 80;

/**
 * Reads a line that `readLines` or `tablewright export` wrote. Returns undefined for any other text, which `parseTableRow` may read. Both this
 * and writing the row take a fraction of the time.
 * @param line a line without its line break
 */
export function readWrittenLine(line: string): WrittenLine | undefined {
  if (!line.startsWith('{"$table":')) return undefined;
  const pattern = patternOf(line);
  const read = pattern.read(line);
  if (read !== undefined)
    return { table: read.table, row: new LineRow(line, read.partitionKey, read.rowKey, read.members) };
  const payload = parse(line);
  const table = payload?.[tableMember];
  if (payload === undefined || typeof table !== "string") return undefined;
  if (typeof payload.PartitionKey !== "string" || typeof payload.RowKey !== "string") return undefined;
  try {
    // A text that is equal to what would be written for its own values loses none of them.
    if (rowLine(table, payload) !== line) return undefined;
    pattern.learn(payload);
    return { table, row: new LineRow(line, payload.PartitionKey, payload.RowKey, undefined, payload) };
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function parse(line: string): EntityPayload | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === "object" && parsed !== null ? (parsed as EntityPayload) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Row of one line of text, as `readLines` returns it. It decodes its values only if they are read. Once it is encoded, it keeps only the
 * text and drops the values: an import holds thousands of rows, and the garbage collector would visit each of their values again and again.
 */
class LineRow implements StoredTableRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly #line: string;
  /** Members of the body; undefined if they have to be written from the payload. */
  #members: string | undefined;
  #payload: EntityPayload | undefined;
  #decoded: StoredTableRow | undefined;

  constructor(line: string, partitionKey: string, rowKey: string, members?: string, payload?: EntityPayload) {
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.#line = line;
    this.#members = members;
    this.#payload = payload;
  }

  get properties(): StoredTableRow["properties"] {
    return this.#decode().properties;
  }

  get $etag(): StoredTableRow["$etag"] {
    return this.#decode().$etag;
  }

  get $timestamp(): StoredTableRow["$timestamp"] {
    return this.#decode().$timestamp;
  }

  #decode(): StoredTableRow {
    if (this.#decoded === undefined) {
      const { [tableMember]: _, ...row } = parse(this.#line) as EntityPayload;
      this.#decoded = decodeGivenRow("", row as EntityPayload);
    }
    return this.#decoded;
  }

  /** Encodes the row as `encodeTableRow` does, from the stored texts of its values. */
  [encodeOwn](table: string, limits: Limits): EncodedEntity {
    const members = this.#members;
    this.#members = undefined;
    checkKey(table, "PartitionKey", this.partitionKey, limits);
    checkKey(table, "RowKey", this.rowKey, limits);
    // A pattern has no more columns than a row may have properties. Reserved names are checked one by one, for the message.
    if (members !== undefined && limits.reservedNames.length === 0) return entityBody(table, this, members, limits);
    const payload = this.#payload ?? (parse(this.#line) as EntityPayload);
    this.#payload = undefined;
    let text = "";
    let count = 0;
    for (const name in payload) {
      const annotationName = annotationNameOf(name);
      if (annotationName === null || name === tableMember) continue;
      checkPropertyName(table, name, limits);
      const type = payload[annotationName] as EdmName;
      try {
        text += memberText(name, type, valueText(type, payload[name], limits));
      } catch (error) {
        throw withNames(error, table, name);
      }
      count++;
    }
    checkCount(table, count, limits);
    return entityBody(table, this, text, limits);
  }
}

/** Returns the JSON of a value, which is the text in the line, and checks its size. */
function valueText(type: EdmName, json: unknown, limits: Limits): string {
  if (typeof json !== "string") return type === "Edm.Double" ? doubleJson(json as number) : String(json);
  if (type === "Edm.String") checkLength(json.length, limits.stringUnits, "UTF-16 units");
  if (type === "Edm.Binary") checkLength(base64Bytes(json), limits.binaryBytes, "bytes");
  return type === "Edm.String" ? quote(json) : `"${json}"`;
}
