import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SavedQuery } from "../contract/query.js";

/** File of the saved queries in the project's folder. It is small, sorted, and made to be committed. */
const savedQueriesFile = "tablewright.studio.json";

/** Reads the saved queries; none without the file. @throws Error for a file that another program has broken */
export function readSavedQueries(root: string): SavedQuery[] {
  let text: string;
  try {
    text = readFileSync(join(root, savedQueriesFile), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const { queries } = JSON.parse(text) as { readonly queries?: unknown };
  return Array.isArray(queries) ? queries.filter(isSavedQuery) : [];
}

/** Replaces the file, sorted by name. */
export function writeSavedQueries(root: string, queries: readonly SavedQuery[]): void {
  const sorted = queries.filter(isSavedQuery).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const file = join(root, savedQueriesFile);
  const temporary = `${file}.${process.pid}.tablewright-tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ queries: sorted }, undefined, 2)}\n`);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function isSavedQuery(value: unknown): value is SavedQuery {
  const { name, query } = (value ?? {}) as Partial<SavedQuery>;
  return typeof name === "string" && name !== "" && typeof query?.table === "string" && Array.isArray(query.where);
}
