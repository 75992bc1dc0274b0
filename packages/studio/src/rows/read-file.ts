import { isTableError, type StoredTableRow } from "@tablewright/runtime";
import type { FileRows, ImportFormat } from "../contract/api.js";
import type { StudioProject } from "../project/studio-project.js";
import { viewRow } from "./view-row.js";

/** Reads the rows of a file as they would be stored in a table, with what does not fit the definitions. */
export async function readFile(
  project: StudioProject,
  table: string,
  format: ImportFormat,
  text: string,
): Promise<FileRows> {
  const rows: FileRows["rows"][number][] = [];
  const problems: FileRows["problems"][number][] = [];
  for await (const { number, row, problem } of project.readLines(table, format, text)) {
    if (problem !== undefined) problems.push({ line: number, message: problem });
    if (row === undefined) continue;
    try {
      // A row of a file has neither an ETag nor a time yet. It may be an object with getters, which a spread leaves out.
      const { partitionKey, rowKey, properties } = row;
      const stored = { partitionKey, rowKey, properties, $etag: "", $timestamp: new Date(0) };
      rows.push(viewRow(project, table, stored as unknown as StoredTableRow));
    } catch (error) {
      if (!isTableError(error)) throw error;
      problems.push({ line: number, message: error.message });
    }
  }
  return { rows, problems };
}
