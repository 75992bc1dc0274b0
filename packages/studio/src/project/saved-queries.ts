import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SavedQuery } from "../contract/query.js";

/** File in the project's folder with the saved queries. It is sorted, so that it is easy to commit and compare. */
const savedQueriesFile = "tablewright.studio.json";

/** Reads the project's saved queries; none if the file does not exist. @throws Error if the file contains invalid JSON */
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

/** Replaces the file with these queries, sorted by name. Writes a temporary file first, so that the file is never incomplete. */
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
