import { rowKeyOf } from "../codec/entity-keys.js";
import type { OnMismatch } from "../codec/mismatch.js";
import { checkCount, checkQueryOptions } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery, TableError, wrongValue } from "../errors/table-error.js";
import { type CallOptions, type Connection, callOptionKinds } from "../rest/connection.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { addressReader, deletionReader, payloadReader, type RowAddress } from "./entity-reader.js";
import type { KeyScope, RowKeyTest } from "./key-scope.js";
import { filtersText, planQuery } from "./plan-query.js";
import type { PagedRows } from "./query.js";
import {
  type ArrayOptions,
  arrayOptionKinds,
  type Page,
  type PageOptions,
  pageOptionKinds,
  type QueryOptions,
  type QueryPlan,
  queryOptionKinds,
} from "./query-options.js";
import { type QueryState, withLimit, withRowKey, withWhere } from "./query-state.js";
import { readPages } from "./read-pages.js";
import { iterateRows, visitRows } from "./read-rows.js";
import { rowKeyPrefix, rowKeyRange } from "./row-key-scope.js";
import type { RowReader } from "./row-reader.js";

/** Key under which a query shows its state to the functions of this package, also of another copy. */
const state: unique symbol = Symbol.for("@tablewright/query-state/v1") as never;

/**
 * Query of any type: its state, methods that return a query with another state, and methods that read the rows. The public interfaces
 * declare only the methods that the reader of the query supports. Methods that change the type of the rows return a `QueryBuilder<never>`,
 * which is assignable to all of those interfaces.
 */
export class QueryBuilder<R> implements PagedRows<R> {
  readonly #state: QueryState<R>;

  constructor(state: QueryState<R>) {
    this.#state = state;
  }

  get [state](): QueryState<R> {
    return this.#state;
  }

  /** Returns the state of a query, or undefined for an object that no client of this package created. */
  static stateOf(query: object): QueryState<unknown> | undefined {
    return (query as { readonly [state]?: QueryState<unknown> })[state];
  }

  where(condition: object): this {
    return this.#with(withWhere(this.#state, condition)) as this;
  }

  select(...names: readonly string[]): QueryBuilder<never> {
    const { reader } = this.#state;
    if (names.length === 0) {
      throw invalidQuery(`select needs a property of ${reader.filtered.name}.`);
    }
    return this.#reading("select", reader.selecting?.(names));
  }

  take(rows: number): QueryBuilder<R> {
    checkCount("take", rows, 0);
    return this.#with({ limit: rows });
  }

  metadata(level: "none"): QueryBuilder<never> {
    if (level !== "none") throw invalidQuery(`metadata takes "none", not ${formatValue(level)}.`);
    return this.#reading("metadata", this.#state.reader.withoutETags?.());
  }

  with(options: QueryOptions): QueryBuilder<R> {
    checkQueryOptions("with", options, queryOptionKinds);
    return this.#with({ options: { ...this.#state.options, ...options } });
  }

  onUnknownKind(handling: unknown): QueryBuilder<never> {
    return this.#reading("onUnknownKind", this.#state.reader.onUnknownKind?.(handling));
  }

  entities(): QueryBuilder<never> {
    return this.#reading("entities", this.#state.reader.entities?.());
  }

  get rowKey() {
    const { schema } = this.#state.reader;
    if (schema === undefined) throw this.#lacks("rowKey");
    const scoped = (rowKey: KeyScope, matches?: RowKeyTest) => withRowKey(this.#state, rowKey, matches);
    return {
      eq: (rowKey: object) => this.#with(scoped({ eq: rowKeyOf(schema, rowKey) })),
      startsWith: (prefix: object) => {
        const { rowKey, matches } = rowKeyPrefix(schema, prefix);
        return this.#with(scoped(rowKey, matches));
      },
      between: (range: object) => {
        const { rowKey, matches, where } = rowKeyRange(schema, range);
        const state = scoped(rowKey, matches);
        return this.#with(where === undefined ? state : withWhere(state, where));
      },
    };
  }

  /**
   * Returns a query of the same rows that reads only their keys, as stored, and their ETags. Skips a row whose keys do not have the shape
   * of the class's keys, unless rows store their kind in a property, which then identifies the class. Any other row that the query did not
   * ask for, or that is not of the entity class, is an error, even if the client has an `onMismatch` handler.
   */
  addresses<T extends EntityTypes>(connection: Connection, schema: EntitySchema<T>): QueryBuilder<RowAddress> {
    return this.#stored(connection, schema, addressReader);
  }

  /**
   * Returns a query of the same rows as they are stored. Skips a row whose keys do not have the shape of the class's keys, unless rows
   * store their kind in a property, which then identifies the class. Any other row that the query did not ask for, or that is not of the
   * entity class, is an error, even if the client has an `onMismatch` handler.
   * @param onOtherKeys may accept a row of the entity class under keys of another shape
   */
  payloads<T extends EntityTypes>(
    connection: Connection,
    schema: EntitySchema<T>,
    onOtherKeys?: OnMismatch,
  ): QueryBuilder<EntityPayload> {
    return this.#stored(connection, schema, (each) => payloadReader(each, onOtherKeys));
  }

  /**
   * Returns a query of the same rows that reads only the properties on which their deletion depends: keys and indexed properties.
   * For entity classes whose deletion needs more than keys and ETags.
   */
  deletions<T extends EntityTypes>(connection: Connection, schema: EntitySchema<T>): QueryBuilder<EntityPayload> {
    return this.#stored(connection, schema, deletionReader);
  }

  /** Returns the same query of rows without an entity definition, but with another reader of the table. Ignores `select`. */
  tableRows<S>(connection: Connection, reader: RowReader<S>): QueryBuilder<S> {
    const { reads, table } = this.#state.reader;
    if (this.#state.connection === connection && reads === reader.reads && table === reader.table) {
      return new QueryBuilder({ ...this.#state, reader });
    }
    throw otherQuery(reader.table, "rows without a definition", reader.table, reads, table);
  }

  [Symbol.asyncIterator](): AsyncIterator<R, void> {
    return iterateRows(this.#state);
  }

  async first(options?: CallOptions): Promise<R | undefined> {
    checkQueryOptions("first", options, callOptionKinds);
    let first: R | undefined;
    await visitRows(withLimit(this.#state, 1), options, (row) => {
      first = row;
    });
    return first;
  }

  async firstOrThrow(options?: CallOptions): Promise<R> {
    const row = await this.first(options);
    if (row !== undefined) return row;
    const { table, filters } = this.explain();
    throw new TableError("query.not-found", `No row of table ${table} matches ${filtersText(filters) || "the query"}.`);
  }

  async toArray(options: ArrayOptions = {}): Promise<R[]> {
    checkQueryOptions("toArray", options, arrayOptionKinds);
    const { max, ...call } = options;
    const rows: R[] = [];
    await visitRows(max === undefined ? this.#state : withLimit(this.#state, max + 1), call, (row) => {
      rows.push(row);
    });
    if (max === undefined || rows.length <= max) return rows;
    const { table } = this.#state.reader;
    const help = `Raise max, or use take(${max}) to read no more than that.`;
    throw new TableError("query.too-many-rows", `The query of table ${table} found more than ${max} rows. ${help}`);
  }

  async count(options?: CallOptions): Promise<number> {
    checkQueryOptions("count", options, callOptionKinds);
    let count = 0;
    await visitRows(this.#counted, options, () => {
      count++;
    });
    return count;
  }

  async exists(options?: CallOptions): Promise<boolean> {
    checkQueryOptions("exists", options, callOptionKinds);
    let exists = false;
    await visitRows(withLimit(this.#counted, 1), options, () => {
      exists = true;
    });
    return exists;
  }

  async page(options: PageOptions = {}): Promise<Page<R>> {
    checkQueryOptions("page", options, pageOptionKinds);
    const state = { ...this.#state, options: { ...this.#state.options, prefetch: 0 } } as const;
    for await (const page of readPages(state, options)) return page;
    return { items: [], cursor: undefined };
  }

  pages(options: PageOptions = {}): AsyncIterable<Page<R>> {
    checkQueryOptions("pages", options, pageOptionKinds);
    return readPages(this.#state, options);
  }

  explain(): QueryPlan {
    return planQuery(this.#state);
  }

  get #counted(): QueryState<unknown> {
    return { ...this.#state, reader: this.#state.reader.counted() };
  }

  #stored<T extends EntityTypes, S>(
    connection: Connection,
    schema: EntitySchema<T>,
    readerOf: (schema: EntitySchema<T>) => RowReader<S>,
  ): QueryBuilder<S> {
    const { reader } = this.#state;
    if (this.#state.connection === connection && reader.schema === schema) {
      return new QueryBuilder({ ...this.#state, reader: readerOf(schema), isRowKeyChosen: true });
    }
    throw otherQuery(schema?.name, schema?.name, schema?.table, reader.filtered.name, reader.table);
  }

  #with(change: Partial<QueryState<R>>): QueryBuilder<R> {
    return new QueryBuilder({ ...this.#state, ...change });
  }

  #reading(method: string, reader: RowReader<unknown> | undefined): QueryBuilder<never> {
    if (reader === undefined) throw this.#lacks(method);
    return new QueryBuilder({ ...this.#state, reader: reader as RowReader<never> });
  }

  #lacks(method: string): TableError {
    return invalidQuery(`A query of ${this.#state.reader.reads} has no ${method}.`);
  }
}

/** Creates the error for a query that a call does not accept, because it reads other rows or belongs to another client. */
function otherQuery(
  entity: string | undefined,
  wanted: string | undefined,
  wantedTable: string | undefined,
  given: string,
  table: string,
): TableError {
  const expected = `Expected a query of ${wanted} in table ${wantedTable} by the same client`;
  return wrongValue(`${expected}, but got one of ${given} in table ${table}.`, { entity });
}
