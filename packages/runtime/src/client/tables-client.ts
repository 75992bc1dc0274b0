import { stringLiteral } from "../codec/edm/string.js";
import { isServiceError } from "../errors/call-errors.js";
import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { isTableError } from "../errors/table-error.js";
import { delay } from "../http/cancellation.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import { elapsedTime } from "../platform/time.js";
import { comparison, type Filter, filterText, prefixRange, rangeFilter } from "../query/filter/filter.js";
import { type CallOptions, type Connection, callOptionKinds } from "../rest/connection.js";
import { ContinuationTrail } from "../rest/read-response.js";
import { createTable, deleteTable, queryTables } from "../rest/table-operations.js";
import { tableIn } from "../schema/table-names.js";

export interface CreateTableOptions extends CallOptions {
  /**
   * If a table of the same name is still being deleted, the maximum time to wait for that, in milliseconds. After this time, the call
   * rejects with `table.being-deleted`. A deletion takes 40 seconds or more. Default 0 for `create`, 300,000 for `createIfNotExists` and
   * `createTables`.
   */
  readonly waitForDeletionMs?: number | undefined;
}

export interface ListTablesOptions extends CallOptions {
  /** Prefix of the names of the tables to list, case-sensitive: names keep the case in which they were created. */
  readonly prefix?: string | undefined;
}

export const createTableOptionKinds: OptionKinds<CreateTableOptions> = {
  ...callOptionKinds,
  waitForDeletionMs: "number",
};
const listOptionKinds: OptionKinds<ListTablesOptions> = { ...callOptionKinds, prefix: "text" };

/** If a table of the same name is still being deleted, the delays between two attempts to create it, in milliseconds. */
const polling: BackoffBounds = { baseDelayMs: 1000, maxDelayMs: 20_000 };

/**
 * Lists, creates and deletes the tables of an account. Each method checks table names before it sends anything: `table.invalid-name`,
 * `table.reserved-name`. In a view from `withTables`, all methods except `list` take the names of the definitions.
 */
export class TablesClient {
  readonly #connection: Connection;

  /** @internal Applications read it from `service.tables`. */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Reads the names of all tables of the account, page by page. These are the actual names, even in a view from `withTables`.
   * ```ts
   * for await (const name of service.tables.list({ prefix: "Shop" })) console.log(name);
   * ```
   */
  async *list(options: ListTablesOptions = {}): AsyncGenerator<string, void, undefined> {
    checkOptions("list", options, listOptionKinds);
    const prefix = options.prefix ?? "";
    const filter = prefix === "" ? undefined : formatFilter(rangeFilter("TableName", prefixRange(prefix)));
    let nextTableName: string | undefined;
    const trail = new ContinuationTrail("the list of tables");
    do {
      const page = await this.#connection.send(queryTables, { filter, nextTableName }, options);
      trail.add([page.nextTableName]);
      yield* page.names;
      nextTableName = page.nextTableName;
    } while (nextTableName !== undefined);
  }

  /**
   * Returns whether the table exists. While a table is being deleted, the result is false.
   * ```ts
   * if (!(await service.tables.exists("Shop"))) console.log("no table Shop");
   * ```
   */
  async exists(name: string, options?: CallOptions): Promise<boolean> {
    checkOptions("exists", options, callOptionKinds);
    const table = tableIn(this.#connection, name);
    const filter = formatFilter(comparison("TableName", "eq", stringLiteral(table)));
    const { names } = await this.#connection.send(queryTables, { filter }, options);
    return names.length > 0;
  }

  /**
   * Creates a table. This is not a lock: if a response was lost, a table that exists counts as created, so two clients may both succeed.
   * For a lock, insert an entity with a unique value.
   * ```ts
   * await service.tables.create("Shop");
   * ```
   * @throws ServiceError `table.already-exists`, `table.being-deleted`
   * @see https://learn.microsoft.com/rest/api/storageservices/create-table
   */
  async create(name: string, options: CreateTableOptions = {}): Promise<void> {
    checkOptions("create", options, createTableOptionKinds);
    const table = tableIn(this.#connection, name, "create");
    const end = elapsedTime() + (options.waitForDeletionMs ?? 0);
    let mayHaveCreated = false;
    for (let poll = 1; ; poll++) {
      let wait: number;
      try {
        return await this.#connection.send(createTable, { table }, options);
      } catch (error) {
        mayHaveCreated ||= isServiceError(error) && error.ambiguous;
        if (mayHaveCreated && isTableError(error, "table.already-exists")) return;
        wait = backoff(poll, polling, this.#connection.random);
        if (!isTableError(error, "table.being-deleted") || elapsedTime() + wait > end) throw error;
      }
      await delay(wait, options.signal);
    }
  }

  /**
   * Creates a table if it does not exist, and returns whether it was created. Waits for a table of this name that is still being deleted.
   * This is not a lock: if a response was lost, a table that exists counts as created, so two clients may both receive `true`. For a lock,
   * insert an entity with a unique value.
   * ```ts
   * const created = await service.tables.createIfNotExists("Shop");
   * ```
   */
  async createIfNotExists(name: string, options: CreateTableOptions = {}): Promise<boolean> {
    checkOptions("createIfNotExists", options, createTableOptionKinds);
    try {
      await this.create(name, { ...options, waitForDeletionMs: options.waitForDeletionMs ?? 300_000 });
      return true;
    } catch (error) {
      if (isTableError(error, "table.already-exists")) return false;
      throw error;
    }
  }

  /**
   * Deletes a table with all its rows, and returns whether it existed. The service responds before it has finished the deletion. Until then
   * the name cannot be used again. This is not a lock: if a response was lost, a missing table counts as deleted, so two clients may both
   * receive `true`. For a lock, insert an entity with a unique value.
   * ```ts
   * const existed = await service.tables.delete("Shop");
   * ```
   * @see https://learn.microsoft.com/rest/api/storageservices/delete-table
   */
  async delete(name: string, options?: CallOptions): Promise<boolean> {
    checkOptions("delete", options, callOptionKinds);
    const table = tableIn(this.#connection, name);
    return this.#connection.send(deleteTable, { table }, options);
  }
}

function formatFilter(filter: Filter): string | undefined {
  return typeof filter === "boolean" ? undefined : filterText(filter);
}
