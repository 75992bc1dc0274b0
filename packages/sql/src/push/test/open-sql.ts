import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../duckdb/database.js";
import { parseQuery } from "../../parse/parse-query.js";
import { listChildren, type SyntaxNode } from "../../parse/syntax.js";
import { Constants } from "../constants.js";

/** DuckDB without any table, and its parser. */
export interface Sql extends Disposable {
  readonly constants: Constants;
  parse(query: string): Promise<SyntaxNode>;
  /** Parses one expression, as in the list of a SELECT. */
  parseExpression(expression: string): Promise<SyntaxNode>;
}

export async function openSql(): Promise<Sql> {
  const temporaryFolder = join(tmpdir(), `tablewright-sql-${process.pid}`);
  const database = await Database.open({ memoryLimit: "128MB", temporaryFolder, threads: 1 });
  const parse = async (query: string) => (await parseQuery(database, query, [])).statement;
  return {
    constants: await Constants.open(database),
    parse,
    async parseExpression(expression) {
      const { node } = await parse(`SELECT ${expression}`);
      return listChildren(node as SyntaxNode, "select_list")[0] ?? {};
    },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}
