import { bufferOver } from "../codec/edm/node-buffer.js";

type Parse = (text: string) => unknown;

/**
 * Text between two rows in the JSON of a response. Inside of a row, it occurs only if a string ends with `},{`, because a quote within a
 * string has a backslash before it. A piece that ends there cannot be parsed, and then the response is parsed as a whole.
 */
const betweenRows = '},{"';
const [comma, openingBracket, closingBracket] = [0x2c, 0x5b, 0x5d] as const;

/**
 * Parses the rows (`value`) of a query's response in pieces of some rows each. If a text has more than 128 kB, V8 maps new memory for it.
 * For a full page, that takes as long as parsing the text.
 * @param pieceBytes the size of a piece, in bytes; a piece extends to the end of a row
 * @returns undefined if the response is no longer than a piece, or cannot be divided; then it has to be parsed as a whole
 */
export function parseRows(body: Uint8Array, parse: Parse, pieceBytes: number = 64 * 1024): unknown[] | undefined {
  const bytes = bufferOver(body);
  let end = bytes.indexOf(betweenRows, pieceBytes);
  if (end < 0) return undefined;
  try {
    const first = parse(`${bytes.toString("utf8", 0, end + 1)}]}`) as object;
    // The response may have another member after `value`, and the first piece may end in that one. Then the response is parsed as a whole.
    if (Object.keys(first).at(-1) !== "value") return undefined;
    const rows = rowsIn(first);
    for (;;) {
      const start = end + 2;
      end = bytes.indexOf(betweenRows, start + pieceBytes);
      if (end < 0) return append(rows, rowsIn(parse(`{"value":[${bytes.toString("utf8", start)}`)));
      append(rows, parse(arrayBetween(bytes, start - 1, end + 1)));
    }
  } catch {
    return undefined;
  }
}

/**
 * Returns the rows between two commas as the text of a JSON array. It writes the brackets over the commas in the bytes for a moment. If it
 * concatenated them with the text, V8 would copy that once more before parsing it.
 */
function arrayBetween(bytes: Buffer, from: number, to: number): string {
  bytes[from] = openingBracket;
  bytes[to] = closingBracket;
  const text = bytes.toString("utf8", from, to + 1);
  bytes[from] = comma;
  bytes[to] = comma;
  return text;
}

function rowsIn(response: unknown): unknown[] {
  return (response as { readonly value: unknown[] }).value;
}

function append(rows: unknown[], more: unknown): unknown[] {
  for (const row of more as unknown[]) rows.push(row);
  return rows;
}

/** Members that every row of a response must have besides its RowKey, because the request asked for them. */
export interface RowShape {
  readonly hasPartitionKey: boolean;
  /** True if each row must have its ETag, as under minimal metadata. */
  readonly hasETag: boolean;
}

/** Returns whether a value in a response is a row with these members. Its other members are checked when they are decoded. */
export function isRow(value: unknown, { hasPartitionKey, hasETag }: RowShape): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { PartitionKey, RowKey, "odata.etag": etag } = value as Readonly<Record<string, unknown>>;
  return isText(PartitionKey, hasPartitionKey) && typeof RowKey === "string" && isText(etag, hasETag);
}

/**
 * Returns whether a member of a row is text. If the row may lack the member, it may also be missing or null: in `$select`, the service
 * returns null for a property that the row lacks.
 * @param isThere true if every row must have the member
 */
function isText(member: unknown, isThere: boolean): boolean {
  return typeof member === "string" || (!isThere && (member === undefined || member === null));
}
