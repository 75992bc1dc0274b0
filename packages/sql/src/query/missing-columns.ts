import { type ColumnType, quoteName } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";
import type { RelationUse } from "../push/find-uses.js";
import type { TableRelation } from "../relations/table-relation.js";

/** Column that a query names, but no row has. */
export interface MissingColumn {
  readonly relation: TableRelation;
  readonly column: string;
}

/** Finds the table without a definition that a reference names; undefined for a reference to anything else. */
type FindTable = (use: RelationUse) => TableRelation | undefined;

/** Returns the type in which other rows of a table store a property; undefined if none is known. */
type FindType = (missing: MissingColumn) => Promise<ColumnType | undefined>;

/**
 * Adds an empty column for each name in the query that no row of a table without a definition has. Otherwise a query would fail on a
 * partition in which an optional property never occurs.
 * @returns the added columns. If the query has another error, such as a name that no such table could have, it fails later, when it runs.
 */
export async function addMissingColumns(
  database: Database,
  query: string,
  uses: readonly RelationUse[],
  findTable: FindTable,
  findType: FindType,
): Promise<MissingColumn[]> {
  const added: MissingColumn[] = [];
  for (;;) {
    const missing = await findMissing(database, query);
    if (missing === undefined) return added;
    const { qualifier, column } = missing;
    const relation = candidates(uses, qualifier, findTable).find(
      (each) => !each.hasProperty(column) && !added.some((other) => other.relation === each && other.column === column),
    );
    if (relation === undefined) return added;
    const type = (await findType({ relation, column })) ?? '"NULL"';
    await database.run(`ALTER TABLE ${quoteName(relation.name)} ADD COLUMN ${quoteName(column)} ${type}`);
    added.push({ relation, column });
  }
}

/** Returns the first name that DuckDB does not find in the relations of a query. */
async function findMissing(database: Database, query: string) {
  try {
    await database.run(`EXPLAIN ${query}`);
    return undefined;
  } catch (error) {
    return error instanceof SqlError ? missingNameIn(error.message) : undefined;
  }
}

/** Reads the name of a missing column from a message of DuckDB. */
export function missingNameIn(message: string): { qualifier: string | undefined; column: string } | undefined {
  const [, bare] = /^Binder Error: Referenced column "(.+?)" not found in FROM clause!/.exec(message) ?? [];
  if (bare !== undefined) return { qualifier: undefined, column: bare };
  const [, qualifier, column] =
    /^Binder Error: (?:Table|Values list) "(.+?)" does not have a column named "(.+?)"/.exec(message) ?? [];
  return column === undefined ? undefined : { qualifier, column };
}

/**
 * Returns the tables that a name may belong to. If its qualifier is not an alias of a reference, it names a WITH query or a subquery, which
 * may take its columns from any table.
 */
function candidates(uses: readonly RelationUse[], qualifier: string | undefined, findTable: FindTable) {
  const named = uses.filter(({ alias }) => alias.toLowerCase() === qualifier?.toLowerCase());
  return (named.length > 0 ? named : uses).flatMap((use) => findTable(use) ?? []);
}
