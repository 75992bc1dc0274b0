import { quoteName, quoteText } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";
import type { Relation } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";

/** Condition of a query whose rows are counted while they are read. */
export interface CountedCondition {
  /** Name of the relation within the query. */
  readonly alias: string;
  /** WHERE clause of the query. */
  readonly where: string | undefined;
  /** Text columns. Rows whose texts DuckDB may sort in another way than the service are not counted. */
  readonly texts: readonly string[];
}

/** Regular expression for characters that the service, which compares UTF-16 units, may sort in another way than DuckDB. */
const otherOrder = "[^\\x{0}-\\x{D7FF}]";

/**
 * Returns a function that counts the loaded rows of a relation that meet a query's condition. Its argument is the number of rows to leave
 * out, because they were counted before. Rows of which DuckDB cannot tell, such as those of a column that no row has yet, do not count.
 */
export function matchCounter(
  database: Database,
  relation: Relation,
  { alias, where, texts }: CountedCondition,
): (counted: number) => Promise<number> {
  const sorted = texts.map((column) => `NOT regexp_matches(${quoteName(column)}, ${quoteText(otherOrder)})`);
  const conditions = [...(where === undefined ? [] : [`(${where})`]), ...sorted].join(" AND ");
  return async (counted) => {
    const rows = `SELECT ${columnsOf(relation)} FROM ${quoteName(relation.name)} WHERE rowid >= ${counted}`;
    const sql = `SELECT count(*) FROM (${rows}) AS ${quoteName(alias)}${conditions && ` WHERE ${conditions}`}`;
    try {
      const [row] = await database.rowsBeside(sql);
      return Number(row?.[0]);
    } catch (error) {
      if (error instanceof SqlError) return 0;
      throw error;
    }
  };
}

function columnsOf(relation: Relation): string {
  if (!(relation instanceof TableRelation)) return "*";
  return [...relation.renamedColumns()].map(([name, final]) => `${quoteName(name)} AS ${quoteName(final)}`).join(", ");
}
