import type { StoredTableRow } from "@tablewright/runtime";
import { quoteName } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import { chunkSize } from "../duckdb/table-appender.js";
import { SqlError } from "../errors/sql-error.js";
import type { RowEstimate } from "../estimate/estimate-range.js";
import type { Relation, RelationRead } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";
import { LoadedTable } from "./loaded-table.js";

/** Options for loading the rows of a relation into DuckDB. */
export interface LoadOptions {
  readonly maxRows: number;
  /** Called with the number of rows that were added. */
  readonly onRows: (rows: number) => void;
  /** Estimates the total number of rows. Called only if there are more than `maxRows`, for the message of the error. */
  readonly estimate: () => Promise<RowEstimate | undefined>;
  /** Counts the rows that meet the query's conditions, without the given number of first rows. */
  readonly countMatches: (counted: number) => Promise<number>;
}

/** Creates an empty DuckDB table for a relation. @param needed names of the columns to create, by default all */
export async function createTable(
  database: Database,
  { name, columns }: Relation,
  needed?: readonly string[],
): Promise<void> {
  const created = columns.filter((column) => needed === undefined || needed.includes(column.name));
  const list = created.map((column) => `${quoteName(column.name)} ${column.type}`);
  // A table needs at least one column.
  await database.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${list.join(", ") || '"$row" BOOLEAN'})`);
}

/**
 * Writes the rows of a relation to its table, in chunks. If the read has an end, stops as soon as it is reached.
 * @throws SqlError `sql.too-many-rows`
 * @throws DateOutOfRange if a date does not fit the TIMESTAMP_NS column of an entity, which then has to be loaded as text
 */
export async function loadRelation<Row>(
  database: Database,
  relation: Relation<Row>,
  needed: readonly string[] | undefined,
  { groups, end }: Pick<RelationRead<Row>, "groups" | "end">,
  { maxRows, onRows, estimate, countMatches }: LoadOptions,
): Promise<void> {
  await createTable(database, relation, needed);
  const table = new LoadedTable<Row>(database, relation.name, () =>
    relation.columns.filter((column) => needed === undefined || needed.includes(column.name)),
  );
  const learn = relation instanceof TableRelation ? (row: Row) => relation.learn(row as StoredTableRow) : () => false;
  let count = 0;
  let pending: Row[] = [];
  const append = async () => {
    await table.append(pending);
    onRows(pending.length);
    pending = [];
  };
  let counted = 0;
  let matches = 0;
  let tie: string | undefined;
  for await (const group of end?.rows === 0 ? [] : groups) {
    count += group.length;
    if (count > maxRows) throw tooManyRows(relation.table, maxRows, await estimate());
    for (const row of group) {
      if (learn(row)) table.isChanged = true;
      pending.push(row);
      if (pending.length === chunkSize) await append();
    }
    if (end === undefined) continue;
    const last = group.at(-1);
    if (matches >= end.rows) {
      if (last === undefined || group.some((row) => end.tieOf?.(row) !== tie)) break;
      continue;
    }
    if (last === undefined) continue;
    await append();
    table.flush();
    matches += await countMatches(counted);
    counted = count;
    if (matches < end.rows) continue;
    if (end.tieOf === undefined) break;
    tie = end.tieOf(last);
    const start = group.findIndex((row) => end.tieOf?.(row) === tie);
    // Rows before those that tie with the last one may be enough already.
    if (start > 0 && matches - (await countMatches(count - group.length + start)) >= end.rows) break;
  }
  await append();
  table.close();
  if (relation instanceof TableRelation) await renameColumns(database, relation, needed);
}

/** Gives the columns of a table without a definition their final names. */
async function renameColumns(
  database: Database,
  relation: TableRelation,
  needed: readonly string[] | undefined,
): Promise<void> {
  const isLoaded = (name: string) => needed === undefined || needed.includes(name);
  const renamed = [...relation.renamedColumns()].filter(([from, to]) => from !== to && isLoaded(from));
  const rename = (from: string, to: string) =>
    database.run(`ALTER TABLE ${quoteName(relation.name)} RENAME COLUMN ${quoteName(from)} TO ${quoteName(to)}`);
  // In two steps, because a final name may still be that of another column.
  for (const [index, [from]] of renamed.entries()) await rename(from, `$renamed ${index}`);
  for (const [index, [, to]] of renamed.entries()) await rename(`$renamed ${index}`, to);
}

function tooManyRows(table: string, maxRows: number, estimate: RowEstimate | undefined): SqlError {
  const isKnown = estimate !== undefined && estimate.rows > maxRows && estimate.kind !== "atLeast";
  const total = isKnown ? estimate.rows : maxRows;
  const precision = !isKnown ? "more than " : estimate.kind === "about" ? "about " : "";
  const requests = Math.ceil(total / 1000).toLocaleString("en");
  const needed = `${precision}${total.toLocaleString("en")} rows of table ${table} (requests: ${requests} or more)`;
  const problem = `The query needs ${needed}, and the maximum is ${maxRows.toLocaleString("en")}.`;
  return new SqlError("sql.too-many-rows", `${problem} Narrow it by its keys, or raise the maximum.`);
}
