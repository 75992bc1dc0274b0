import type { EntityClass } from "@tablewright/runtime";
import { isTableError, TableError, type TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import { Database, type DatabaseOptions, type ResultStream } from "../duckdb/database.js";
import { estimateRead } from "../estimate/estimate-read.js";
import { estimateRows } from "../estimate/estimate-rows.js";
import { copyToParquet } from "../parquet/parquet-stage.js";
import { type ParsedQuery, parseQuery } from "../parse/parse-query.js";
import { Constants } from "../push/constants.js";
import { findUses, type RelationUse } from "../push/find-uses.js";
import { type Conjunct, neededConditions } from "../push/join-conditions.js";
import { neededColumns } from "../push/needed-columns.js";
import { pushConjuncts } from "../push/push-conditions.js";
import { EntityRelation } from "../relations/entity-relation.js";
import { DateOutOfRange, type Relation, type RelationRead, type RowLimit } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";
import { createTable, loadRelation } from "./load-relation.js";
import { type CountedCondition, matchCounter } from "./match-counter.js";
import { addMissingColumns, type MissingColumn } from "./missing-columns.js";
import { limitOf, neededKeys, whereOf } from "./needed-rows.js";
import type { RelationPlan } from "./relation-plan.js";
import { withNearestEntity } from "./unknown-relation.js";

/** Service, entities and limits that a query works with. */
export interface QueryContext {
  readonly service: TableServiceView;
  readonly entities: Readonly<Record<string, EntityClass<EntityTypes>>>;
  readonly database: DatabaseOptions;
  readonly parallel: number;
  readonly maxRows: number;
  /** False to read whole relations and let DuckDB check all conditions. */
  readonly pushdown: boolean;
  readonly signal: AbortSignalLike | undefined;
  readonly onRows: (rows: number) => void;
}

/** SQL query that DuckDB has parsed, with the database for it. Sends no request until it is run or explained. */
export class OpenQuery implements Disposable {
  /** DateTime columns loaded as text, because a date in them does not fit TIMESTAMP_NS: `Order.placedAt`. */
  readonly textDates: string[] = [];
  /** Columns that the query names, but no row of a table without a definition has: `table('Shop').note`. */
  readonly missingColumns: string[] = [];
  readonly #context: QueryContext;
  readonly #database: Database;
  readonly #constants: Constants;
  readonly #parsed: ParsedQuery;
  readonly #uses: readonly RelationUse[];
  readonly #relations: Map<string, Relation>;

  private constructor(context: QueryContext, database: Database, constants: Constants, parsed: ParsedQuery) {
    this.#context = context;
    this.#database = database;
    this.#constants = constants;
    this.#parsed = parsed;
    this.#uses = findUses(parsed.statement);
    const { entities, service } = context;
    const named = Object.entries(entities).map(
      ([name, entity]) => new EntityRelation(name, entity, service.kind, new Set()),
    );
    const schemas = Object.values(entities).map(({ $schema }) => $schema);
    const tables = this.#uses.filter(({ isTable }) => isTable).map(({ name }) => new TableRelation(name, schemas));
    this.#relations = new Map([...named, ...tables].map((relation) => [relation.name.toLowerCase(), relation]));
  }

  /**
   * Parses a query and checks its names and types in a new database. Sends no request.
   * @throws SqlError `sql.invalid`, `sql.not-a-query`
   */
  static async open(context: QueryContext, text: string): Promise<OpenQuery> {
    const database = await Database.open(context.database);
    try {
      await database.run(`CREATE MACRO "table"(name) AS TABLE FROM query_table('table:' || name)`);
      const constants = await Constants.open(database);
      const classes = Object.entries(context.entities);
      const names = classes.flatMap(([name, { $schema }]) => [name, ...Object.keys($schema.properties)]);
      const query = new OpenQuery(context, database, constants, await parseQuery(database, text, names));
      await query.#bind();
      return query;
    } catch (error) {
      database[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Returns the requests that the query would send, one plan for each relation.
   * @param estimates true to estimate the number of rows too, which takes some requests; otherwise requests are sent only to divide a table
   * without a definition among parallel readers
   */
  async explain(estimates: boolean): Promise<RelationPlan[]> {
    const plans: RelationPlan[] = [];
    for (const [relation, uses] of this.#usedRelations()) {
      const { read, conjuncts } = await this.#plan(relation, uses);
      const { access, filters, select, limit, pushed } = read;
      const isExact = ({ condition }: Conjunct) => condition && pushed.get(condition);
      plans.push({
        relation: relation instanceof TableRelation ? `table('${relation.table}')` : relation.name,
        table: relation.table,
        access,
        filters,
        select,
        limit,
        pushed: await this.#textsOf(conjuncts.filter((each) => isExact(each) !== undefined)),
        left: await this.#textsOf(conjuncts.filter((each) => isExact(each) !== true)),
        ...(Object.keys(relation.renamed).length > 0 && { renamed: relation.renamed }),
        ...(estimates && (await this.#estimate(relation, read))),
      });
    }
    return plans;
  }

  async #estimate(relation: Relation, read: RelationRead): Promise<Pick<RelationPlan, "reads" | "transfers">> {
    const { service, signal } = this.#context;
    const { select, limit, end } = read;
    const estimated = { filters: filtersOf(relation, read), select, limit, isLimitExact: end === undefined };
    return (await ifTableExists(() => estimateRead(service, relation.table, estimated, signal))) ?? {};
  }

  /** Reads each relation once from the service, then starts the query in DuckDB. */
  async run(): Promise<ResultStream> {
    return this.#reading(() => this.#database.stream(this.#parsed.text));
  }

  /** Reads the relations and writes the query's result to a Parquet file. Returns the number of rows written. */
  async writeParquet(path: string): Promise<number> {
    const [row] = await this.#reading(() => this.#database.rows(copyToParquet(this.#parsed.text, path)));
    return Number(row?.[0]);
  }

  [Symbol.dispose](): void {
    this.#context.signal?.removeEventListener("abort", this.#interrupt);
    this.#database[Symbol.dispose]();
  }

  /**
   * Creates empty tables and lets DuckDB check the query against them, so that an error in the query costs no request. A query that names a
   * table without a definition is checked later: the columns of that table are unknown until its rows are read.
   */
  async #bind(): Promise<void> {
    for (const relation of this.#relations.values()) await createTable(this.#database, relation);
    if (this.#uses.every(({ isTable }) => !isTable))
      await this.#naming(() => this.#database.run(`EXPLAIN ${this.#parsed.text}`));
  }

  /** Runs work in DuckDB. If it fails because a relation does not exist, the error suggests the nearest entity. */
  async #naming<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      throw await withNearestEntity(error, this.#database, Object.keys(this.#context.entities));
    }
  }

  readonly #interrupt = () => this.#database.interrupt();

  /** Reads all relations from the service, then runs the query in DuckDB. An abort stops both. @throws TableError `request.aborted` */
  async #reading<Result>(query: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#context;
    signal?.addEventListener("abort", this.#interrupt);
    try {
      for (const [relation, uses] of this.#usedRelations()) await this.#load(relation, uses);
      await this.#addMissingColumns();
      return await this.#naming(query);
    } catch (error) {
      if (!signal?.aborted || isTableError(error)) throw error;
      throw new TableError("request.aborted", "The query was aborted.", { cause: error });
    }
  }

  async #addMissingColumns(): Promise<void> {
    if (this.#uses.every(({ isTable }) => !isTable)) return;
    const findTable = (use: RelationUse) => {
      const relation = this.#findRelation(use);
      return relation instanceof TableRelation ? relation : undefined;
    };
    const findType = ({ relation, column }: MissingColumn) =>
      relation.typeInSample(this.#context.service, column, this.#context.signal);
    const added = await addMissingColumns(this.#database, this.#parsed.text, this.#uses, findTable, findType);
    for (const { relation, column } of added) this.missingColumns.push(`table('${relation.table}').${column}`);
  }

  readonly #findRelation = ({ name, isTable }: RelationUse): Relation | undefined =>
    this.#relations.get((isTable ? `table:${name}` : name).toLowerCase());

  #usedRelations(): Map<Relation, RelationUse[]> {
    const used = new Map<Relation, RelationUse[]>();
    for (const use of this.#uses) {
      const relation = this.#findRelation(use);
      if (relation !== undefined) used.set(relation, [...(used.get(relation) ?? []), use]);
    }
    return used;
  }

  async #plan(relation: Relation, uses: readonly RelationUse[]) {
    const { service, parallel, signal, pushdown } = this.#context;
    const { statement } = this.#parsed;
    const ofUses = pushdown
      ? await Promise.all(uses.map((use) => pushConjuncts(use, this.#findRelation, this.#constants)))
      : [];
    const conjuncts = ofUses.flat();
    const limit = pushdown ? limitOf(relation, statement, this.#uses, this.#constants) : undefined;
    const columns = pushdown ? await this.#neededColumns(relation, uses, limit) : undefined;
    const hasOtherConditions = conjuncts.some(({ condition }) => condition === undefined);
    const conditions = neededConditions(ofUses);
    const request = { columns, conditions, limit, hasOtherConditions, parallel, signal };
    const read = await relation.plan(service, request);
    if (ofUses.length < 2 || read.pushed.size === 0) return { read, conjuncts, columns };
    // The query names the relation several times, so the service only checks that a row meets the conditions of at least one of these
    // references.
    const pushed = new Map(conjuncts.flatMap(({ condition }) => (condition ? [[condition, false] as const] : [])));
    return { read: { ...read, pushed } satisfies RelationRead, conjuncts, columns };
  }

  async #textsOf(conjuncts: readonly Conjunct[]): Promise<string[]> {
    const texts = await Promise.all(conjuncts.map(({ node }) => this.#constants.textOf(node)));
    return [...new Set(texts)];
  }

  #neededColumns(relation: Relation, uses: readonly RelationUse[], limit: RowLimit | undefined) {
    const { service, signal } = this.#context;
    const { statement } = this.#parsed;
    if (relation instanceof TableRelation) {
      const isHidden = async (names: readonly string[]) =>
        (await ifTableExists(() => relation.hasInSample(service, names, signal))) ?? true;
      return neededKeys(relation, statement, uses, limit, isHidden);
    }
    const names = relation.columns.map(({ name }) => name);
    return neededColumns(statement, uses, names);
  }

  async #countedCondition([use]: readonly RelationUse[], { end }: RelationRead): Promise<CountedCondition> {
    const where = whereOf(this.#uses);
    return {
      alias: use?.alias ?? "",
      where: where && end && (await this.#constants.textOf(where)),
      texts: end?.texts ?? [],
    };
  }

  async #load(relation: Relation, uses: readonly RelationUse[]): Promise<void> {
    const { maxRows, onRows, entities, service, signal } = this.#context;
    const { read, columns: needed } = await this.#plan(relation, uses);
    try {
      const { table } = relation;
      const estimate = () => ifTableExists(() => estimateRows(service, table, filtersOf(relation, read), signal));
      const countMatches = matchCounter(this.#database, relation, await this.#countedCondition(uses, read));
      await loadRelation(this.#database, relation, needed, read, { maxRows, onRows, estimate, countMatches });
    } catch (error) {
      const entity = entities[relation.name];
      if (!(error instanceof DateOutOfRange) || entity === undefined) throw error;
      this.textDates.push(`${relation.name}.${error.column}`);
      const columns = this.textDates.filter((each) => each.startsWith(`${relation.name}.`));
      const texts = new Set(columns.map((each) => each.slice(relation.name.length + 1)));
      const other = new EntityRelation(relation.name, entity, service.kind, texts);
      this.#relations.set(relation.name.toLowerCase(), other);
      await this.#load(other, uses);
    }
  }
}

/** Returns the filters of which the rows are estimated. A scan of a table has one for each parallel reader, which is the whole table. */
function filtersOf(relation: Relation, { access, filters }: RelationRead): readonly string[] {
  return relation instanceof TableRelation && access === "table scan" ? [""] : filters;
}

async function ifTableExists<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isTableError(error, "table.not-found")) return undefined;
    throw error;
  }
}
