import { bufferOver } from "../edm/node-buffer.js";

type Parse = (text: string) => unknown;

/** What separates two rows. Within a string every quote follows a backslash, so that at most a string's end looks like it. */
const betweenRows = '},{"';
const [comma, openingBracket, closingBracket] = [0x2c, 0x5b, 0x5d] as const;

/**
 * The `value` of an answer to a query, parsed some rows at a time: V8 keeps a text of more than 128 kB as a large object, whose
 * memory is mapped anew for every one, and for a full page that takes as long as parsing it.
 * @param pieceBytes what is parsed at a time, and as much more as it takes to end with a row
 * @returns undefined where the answer is no longer than a piece, or cannot be divided: then it is to be parsed as a whole
 */
export function parseRows(body: Uint8Array, parse: Parse, pieceBytes: number = 64 * 1024): unknown[] | undefined {
  const bytes = bufferOver(body);
  let end = bytes.indexOf(betweenRows, pieceBytes);
  if (end < 0) return undefined;
  try {
    const first = parse(`${bytes.toString("utf8", 0, end + 1)}]}`) as object;
    // Where another member follows the rows, it may be that one which was divided.
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
 * The text of an array, of the rows between two commas. The brackets take the place of the commas while the text is made: V8 would copy
 * a text that is put together once more before it is parsed.
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

/** What every row of an answer has, because the request asked for it. */
export interface RowShape {
  readonly hasPartitionKey: boolean;
  readonly hasRowKey: boolean;
  /** Under metadata the service names the ETag of each row. */
  readonly hasETag: boolean;
}

/** Whether a value of an answer is a row of that shape. Other members are judged when they are decoded. */
export function isRow(value: unknown, { hasPartitionKey, hasRowKey, hasETag }: RowShape): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { PartitionKey, RowKey, "odata.etag": etag } = value as Readonly<Record<string, unknown>>;
  return isText(PartitionKey, hasPartitionKey) && isText(RowKey, hasRowKey) && isText(etag, hasETag);
}

/** `null` is what `$select` of an absent property answers. */
function isText(member: unknown, isThere: boolean): boolean {
  return typeof member === "string" || (!isThere && (member === undefined || member === null));
}
