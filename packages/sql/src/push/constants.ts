import type { ColumnType } from "../duckdb/column-type.js";
import { callWithText, type Database } from "../duckdb/database.js";
import {
  findChild,
  listChildren,
  nodesWithin,
  parseSyntax,
  type SyntaxNode,
  syntaxJson,
  textOf,
} from "../parse/syntax.js";
import type { ConstantJson } from "../relations/relation.js";

const integerTypes = [
  ...["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"],
  ...["UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"],
];

/**
 * For each column type, the types of constants that DuckDB converts to the column's type, without loss, when it compares them with the
 * column. Text in quotes is always converted. For a constant of another type, DuckDB may convert the column's values instead, which the
 * service cannot do.
 */
const comparableTypes: Readonly<Partial<Record<ColumnType, readonly string[]>>> = {
  VARCHAR: ["VARCHAR"],
  BOOLEAN: ["BOOLEAN"],
  INTEGER: integerTypes,
  BIGINT: integerTypes,
  DOUBLE: [...integerTypes, "FLOAT", "DOUBLE", "DECIMAL"],
  TIMESTAMP_NS: ["DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"],
  UUID: ["UUID"],
  BLOB: ["BLOB"],
};

/** SQL expression that converts a value `v` of a column type to the JSON of the service. Other types need no conversion. */
const jsonOf: Readonly<Partial<Record<ColumnType, string>>> = {
  BIGINT: "CAST(v AS VARCHAR)",
  TIMESTAMP_NS: "strftime(v, '%Y-%m-%dT%H:%M:%S.%n')",
  UUID: "CAST(v AS VARCHAR)",
  BLOB: "base64(v)",
};

/**
 * Names of DuckDB's functions whose result depends only on their arguments. Cached, because listing them takes long and every database has
 * the same functions.
 */
let scalarFunctions: ReadonlySet<string> | undefined;

async function namesOfScalarFunctions(database: Database): Promise<ReadonlySet<string>> {
  const isScalar = "bool_and(function_type = 'scalar' AND stability = 'CONSISTENT')";
  const rows = await database.rows(`SELECT function_name FROM duckdb_functions() GROUP BY ALL HAVING ${isScalar}`);
  return new Set(rows.map(([name]) => String(name)));
}

/** Lets DuckDB evaluate the constant expressions of a query, with the same result as in the query itself. */
export class Constants {
  readonly #database: Database;
  readonly #functions: ReadonlySet<string>;
  readonly #statement: SyntaxNode;

  private constructor(database: Database, functions: ReadonlySet<string>, statement: SyntaxNode) {
    this.#database = database;
    this.#functions = functions;
    this.#statement = statement;
  }

  static async open(database: Database): Promise<Constants> {
    scalarFunctions ??= await namesOfScalarFunctions(database);
    const statement = parseSyntax<SyntaxNode>(await callWithText(database, "json_serialize_sql", "SELECT 1"));
    return new Constants(database, scalarFunctions, statement);
  }

  /** Returns true if the expression consists of columns, constants, casts and functions whose result depends only on their arguments. */
  isScalar(node: SyntaxNode): boolean {
    switch (node["class"]) {
      case "FUNCTION":
        return (
          this.#functions.has(textOf(node, "function_name")) && listChildren(node).every((each) => this.isScalar(each))
        );
      case "CAST":
        return this.isScalar(findChild(node, "child") ?? {});
      case "CONSTANT":
      case "COLUMN_REF":
      case "STAR":
        return true;
      default:
        return false;
    }
  }

  /** Returns true if a condition gives the same result for a row each time, so that rows can be counted before the query runs. */
  isStable(condition: SyntaxNode): boolean {
    return [...nodesWithin(condition)].every((node) => {
      const { class: kind } = node;
      if (kind === "FUNCTION") return this.#functions.has(textOf(node, "function_name"));
      return kind !== "SUBQUERY" && kind !== "WINDOW";
    });
  }

  /** Converts a node of the syntax tree back to SQL text. */
  async textOf(node: SyntaxNode): Promise<string> {
    const [{ node: select, ...statement } = { node: {} }] = listChildren(this.#statement, "statements") as readonly {
      readonly node: SyntaxNode;
    }[];
    const serialized = {
      ...this.#statement,
      statements: [{ ...statement, node: { ...select, select_list: [{ ...node, alias: "" }] } }],
    };
    const text = await callWithText(this.#database, "json_deserialize_sql", syntaxJson(serialized));
    return text.replace(/^SELECT /, "");
  }

  /**
   * Evaluates a constant expression that is compared with a column of this type. Returns undefined if the expression is not constant or is
   * null, or if DuckDB would not convert it to the column's type without loss.
   */
  async valueOf(node: SyntaxNode, type: ColumnType): Promise<ConstantJson | undefined> {
    const types = comparableTypes[type];
    if (types === undefined || !isConstant(node) || !this.isScalar(node)) return undefined;
    const isText =
      node["class"] === "CONSTANT" && findChild(findChild(node, "value") ?? {}, "type")?.["id"] === "VARCHAR";
    // If DuckDB cannot convert the expression to text, the condition is not sent to the service.
    const text = await this.textOf(node).catch(() => undefined);
    if (text === undefined) return undefined;
    const sql = `SELECT typeof(c), ${jsonOf[type] ?? "v"} FROM (SELECT c, TRY_CAST(c AS ${type}) AS v FROM (SELECT ${text} AS c))`;
    const [[given, value] = []] = await this.#database.rows(sql).catch(() => []);
    // Without the width of DECIMAL(18,3).
    if (!isText && !types.includes(String(given).replace(/\(.*/, ""))) return undefined;
    if (type === "TIMESTAMP_NS") {
      // Dates of the service have seven digits after the point, those of TIMESTAMP_NS nine.
      const date = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7})00$/.exec(String(value))?.[1];
      return date === undefined ? undefined : `${date}Z`;
    }
    if (type === "DOUBLE" && !Number.isFinite(value)) return undefined;
    return value === null || value === undefined ? undefined : (value as ConstantJson);
  }
}

function isConstant(node: SyntaxNode): boolean {
  if (node["class"] === "CONSTANT") return true;
  if (node["class"] === "CAST") return isConstant(findChild(node, "child") ?? {});
  return node["class"] === "FUNCTION" && listChildren(node).every(isConstant);
}
