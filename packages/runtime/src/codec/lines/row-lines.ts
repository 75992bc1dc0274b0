import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId } from "../../schema/entity-types.js";
import { tableRowJson, toAscii } from "../rows/row-json.js";
import { decodeTableRow } from "../rows/table-row.js";
import { idOf as idOfPayload } from "../system-properties.js";
import { ascii, JsonCopier, UnexpectedForm } from "./json-copier.js";
import { RowCopier } from "./row-copier.js";

/** Rows of a table as NDJSON. */
export interface RowLines {
  /** Lines in ASCII, each with its end: `{"$table":"Shop","PartitionKey":"p","RowKey":"r",…}`. */
  readonly lines: Uint8Array;
  readonly rows: number;
  /** Undefined without rows. */
  readonly first: EntityId | undefined;
  readonly last: EntityId | undefined;
}

/** Throws for a row that was not asked for. */
export type CheckRow = (row: EntityId) => void;

/** What a line begins with. */
function lineStart(table: string): string {
  return toAscii(`{"$table":${JSON.stringify(table)},`);
}

const head = /^\{(?:"odata\.metadata":"[^"\\]*",)?"value":\[$/;
const value = '"value":[';
const separator = ascii(",");
const tail = ascii("]}");

/**
 * The rows of a response as lines, straight from its bytes: an eighth of the time that it takes to decode and encode them.
 * @returns undefined if the response is not in the form that Azure Storage writes
 */
export function copyRowLines(table: string, body: Uint8Array, limit: number, check: CheckRow): RowLines | undefined {
  // Most rows gain less than half of their length.
  const json = new JsonCopier(body, body.length * 1.5);
  try {
    json.at = json.source.indexOf(value) + value.length;
    if (!head.test(json.source.toString("latin1", 0, json.at))) return undefined;
    return copyAll(json, new RowCopier(json, ascii(`${lineStart(table)}"PartitionKey":"`)), limit, check);
  } catch (error) {
    if (error instanceof UnexpectedForm) return undefined;
    throw error;
  }
}

function copyAll(json: JsonCopier, copier: RowCopier, limit: number, check: CheckRow): RowLines {
  let rows = 0;
  let first: EntityId | undefined;
  while (rows < limit && !json.skip(tail)) {
    if (rows > 0) json.expect(separator);
    copier.copyRow();
    check(copier);
    if (rows++ === 0) first = idOf(copier);
  }
  const last = rows === 0 ? undefined : idOf(copier);
  return { lines: json.target.subarray(0, json.length), rows, first, last };
}

function idOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}

/** The same of rows that were parsed exactly. @throws TableError `decode.*` */
export function encodeRowLines(table: string, rows: readonly EntityPayload[]): RowLines {
  const start = lineStart(table);
  const lines = rows.map((row) => `${start}${tableRowJson(table, decodeTableRow(table, row)).slice(1)}\n`);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    lines: ascii(lines.join("")),
    rows: rows.length,
    first: first && idOfPayload(first),
    last: last && idOfPayload(last),
  };
}
