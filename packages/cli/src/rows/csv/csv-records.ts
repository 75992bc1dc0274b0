import { invalidEncoding, invalidLine } from "../row-line.js";

/** Field of a CSV record. The quotes distinguish an empty text (`""`) from a missing value. */
export interface CsvField {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** CSV record by RFC 4180. It can take several lines, because quoted fields may contain line breaks. */
export interface CsvRecord {
  /** Line number at which the record starts, from 1. */
  readonly number: number;
  /** Number of lines that the record takes. */
  readonly lines: number;
  readonly fields: readonly CsvField[];
}

/** Maximum length of a record, in UTF-16 code units. A row of 1 MiB, the largest that the service stores, is shorter. */
const maxUnits = 16 * 1024 * 1024;

/**
 * Reads CSV records from UTF-8 text. A line feed ends a record, with or without a carriage return before it. Skips empty lines and a byte
 * order mark.
 * @param delimiter character between two fields
 * @throws InputError `import.file-invalid`
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>, delimiter = ","): AsyncGenerator<CsvRecord, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const scan: Scan = { at: 0, isQuoted: false };
  let number = 1;
  let text = "";
  for await (const chunk of chunks) {
    text += decode(() => decoder.decode(chunk, { stream: true }), number);
    let from = 0;
    for (let end = endOfRecord(text, scan); end >= 0; end = endOfRecord(text, scan)) {
      const record = recordOf(text.slice(from, end), number, delimiter);
      if (record !== undefined) yield record;
      number += record?.lines ?? 1;
      from = end + 1;
    }
    text = text.slice(from);
    scan.at -= from;
    if (text.length > maxUnits) throw invalidLine(number, "it is longer than any row, or a quote is not closed");
  }
  text += decode(() => decoder.decode(), number);
  const last = recordOf(text, number, delimiter);
  if (last !== undefined) yield last;
}

function decode(read: () => string, number: number): string {
  try {
    return read();
  } catch {
    throw invalidEncoding(`at or after line ${number}`);
  }
}

/** Position up to which a text was searched for the end of a record, so that each character is examined only once. */
interface Scan {
  at: number;
  isQuoted: boolean;
}

const quoteOrEnd = /["\n]/g;

/** Returns the position of the line feed that ends the record; -1 if that line feed has not been read yet. */
function endOfRecord(text: string, scan: Scan): number {
  for (;;) {
    quoteOrEnd.lastIndex = scan.at;
    const found = scan.isQuoted ? text.indexOf('"', scan.at) : (quoteOrEnd.exec(text)?.index ?? -1);
    scan.at = found < 0 ? text.length : found + 1;
    if (found < 0 || text.charAt(found) === "\n") return found;
    if (scan.isQuoted && text.charAt(found + 1) === '"') scan.at++;
    else scan.isQuoted = !scan.isQuoted;
  }
}

function recordOf(text: string, number: number, delimiter: string): CsvRecord | undefined {
  const line = text.replace(/\r$/, "");
  if (line === "") return undefined;
  const fields: CsvField[] = [];
  for (let at = 0; at <= line.length; ) {
    const isQuoted = line.charAt(at) === '"';
    const end = isQuoted ? endOfQuoted(line, at) : endOfPlain(line, at, delimiter);
    const raw = line.slice(at, end);
    if (isQuoted && end === 0) throw invalidLine(number, "a quote is not closed");
    const isWhole = isQuoted ? end === line.length || line.charAt(end) === delimiter : !raw.includes('"');
    if (!isWhole)
      throw invalidLine(number, 'a field with a quote must be in quotes, and its quotes doubled: "a ""b"""');
    fields.push({ text: isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw, isQuoted });
    at = end + 1;
  }
  return { number, lines: text.split("\n").length, fields };
}

/** Returns the position after the quote that closes the field; 0 if the field is not closed. */
function endOfQuoted(line: string, from: number): number {
  let close = line.indexOf('"', from + 1);
  while (close >= 0 && line.charAt(close + 1) === '"') close = line.indexOf('"', close + 2);
  return close + 1;
}

function endOfPlain(line: string, from: number, delimiter: string): number {
  const end = line.indexOf(delimiter, from);
  return end < 0 ? line.length : end;
}

/** Formats a value as a CSV field. A missing value (undefined) becomes an empty field; an empty text becomes `""`. */
export function csvField(text: string | undefined): string {
  if (text === undefined) return "";
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
