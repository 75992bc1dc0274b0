import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { computeChecksum, type Manifest, manifestFile } from "../../files/manifest.js";
import { CsvColumns } from "../../rows/csv/write-csv.js";
import { readNumberedLines } from "../../rows/numbered-lines.js";
import { readRowLine } from "../../rows/row-line.js";

/**
 * Converts a complete NDJSON file to a CSV file, then deletes the NDJSON file. If the process is killed before the deletion, the next run
 * converts again.
 * @param from path of the NDJSON file
 * @param path path of the CSV file
 * @param before manifest of the NDJSON file
 * @returns the manifest of the CSV file
 */
export async function convertToCsv(from: string, path: string, before: Manifest): Promise<Manifest> {
  const columns = new CsvColumns();
  for await (const { text, number } of readNumberedLines(createReadStream(from))) {
    const { row } = readRowLine(before.table, text, number);
    if (row !== undefined) columns.add(row);
  }
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const lines = Readable.from(linesOf(from, before.table, columns));
    const stored = createWriteStream(temporary);
    await (path.endsWith(".gz") ? pipeline(lines, createGzip(), stored) : pipeline(lines, stored));
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const bytes = statSync(path).size;
  const manifest = { ...before, bytes, sha256: (await computeChecksum(path, bytes)).digest("hex") };
  manifestFile(path).write(manifest);
  rmSync(from);
  manifestFile(from).remove();
  return manifest;
}

async function* linesOf(from: string, table: string, columns: CsvColumns): AsyncGenerator<string, void> {
  yield `${columns.header()}\r\n`;
  for await (const { text, number } of readNumberedLines(createReadStream(from))) {
    const { row } = readRowLine(table, text, number);
    if (row !== undefined) yield `${columns.line(row)}\r\n`;
  }
}
