import { isUtf8 } from "node:buffer";
import { bufferOver } from "../../edm/node-buffer.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId } from "../../schema/entity-types.js";
import { tableRowJson, toAscii } from "../rows/row-json.js";
import { decodeTableRow } from "../rows/table-row.js";
import { idOf as idOfPayload } from "../system-properties.js";
import { LineBuffer } from "./line-buffer.js";
import { Piece } from "./piece.js";
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

/** The rows of a table mostly have the members of those in the page before. */
const copiers = new Map<string, RowCopier>();
const maxCopiers = 16;

function copierOf(table: string): RowCopier {
  const known = copiers.get(table);
  if (known !== undefined) return known;
  const copier = new RowCopier(`${lineStart(table)}"PartitionKey":"`);
  if (copiers.size === maxCopiers) copiers.clear();
  copiers.set(table, copier);
  return copier;
}

/**
 * The rows of a response as lines, without making values of them: a tenth of the time that it takes to decode and encode them.
 * @returns undefined if the response is not in the form that Azure Storage writes
 */
export function copyRowLines(table: string, body: Uint8Array, limit: number, check: CheckRow): RowLines | undefined {
  const bytes = bufferOver(body);
  const start = startOfRows(bytes);
  if (start === undefined || !isUtf8(bytes)) return undefined;
  const copier = copierOf(table);
  const lines = new LineBuffer(Math.ceil(copier.growth * bytes.length));
  const piece = new Piece(bytes, start);
  let rows = 0;
  let first: EntityId | undefined;
  while (rows < limit && !piece.isAt("]}")) {
    const line = copier.copyRow(piece.text, piece.at);
    if (line === undefined) {
      if (!piece.renew()) return undefined;
      continue;
    }
    piece.at = copier.end;
    check(copier);
    lines.add(line);
    if (rows++ === 0) first = idOf(copier);
  }
  const copied = lines.bytes();
  copier.growth = Math.max(1, 1.01 * (copied.length / bytes.length));
  return { lines: copied, rows, first, last: rows === 0 ? undefined : idOf(copier) };
}

const head = /^\{(?:"odata\.metadata":"[^"\\]*",)?"value":\[$/;
const value = '"value":[';

function startOfRows(bytes: Buffer): number | undefined {
  const start = bytes.indexOf(value) + value.length;
  return head.test(bytes.toString("latin1", 0, start)) ? start : undefined;
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
    lines: Buffer.from(lines.join(""), "latin1"),
    rows: rows.length,
    first: first && idOfPayload(first),
    last: last && idOfPayload(last),
  };
}
