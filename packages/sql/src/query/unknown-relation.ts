import { quoteText } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";

/**
 * Replaces DuckDB's error for a relation that does not exist by one that suggests the nearest entity and lists what FROM can name. DuckDB
 * itself would suggest one of its internal tables. Returns any other error unchanged.
 */
export async function withNearestEntity(
  error: unknown,
  database: Database,
  entities: readonly string[],
): Promise<unknown> {
  const message = error instanceof SqlError ? error.message : "";
  const name = /^Catalog Error: Table with name (.+?) does not exist!/.exec(message)?.[1];
  if (name === undefined) return error;
  const nearest = await nearestOf(database, entities, name);
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  const relations = `Relations are ${entities.length > 0 ? "entities" : "entities, of which there are none here"}`;
  const problem = `There is no entity "${name}".${hint} ${relations}, table('${name}') for the rows of a table, and files.`;
  return new SqlError("sql.invalid", problem, { cause: error });
}

async function nearestOf(database: Database, names: readonly string[], name: string): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const similarity = `jaro_winkler_similarity(lower(name), lower(${quoteText(name)}))`;
  const candidates = names.map((each) => `(${quoteText(each)})`).join(", ");
  const [row] = await database.rows(
    `SELECT name FROM (VALUES ${candidates}) AS names(name) WHERE ${similarity} > 0.7 ORDER BY ${similarity} DESC LIMIT 1`,
  );
  return row?.[0] as string | undefined;
}
