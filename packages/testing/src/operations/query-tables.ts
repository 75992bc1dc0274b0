import { authorizeAccount } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { type Comparable, type Filter, filterFunction } from "../filter/filter.js";
import { writeTables } from "../odata/write-tables.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { type Call, type Operation, requiredLevel } from "./call.js";
import { checkOptions, filterOption, plannedPage, readToken, writeToken } from "./query-options.js";

const ticksOf1601 = 504_911_232_000_000_000n;

/**
 * Query Tables: returns one page of the tables that match the filter.
 * https://learn.microsoft.com/rest/api/storageservices/query-tables
 */
export const queryTables: Operation = {
  name: "queryTables",
  writes: false,
  run(call) {
    const { store, account } = call.environment;
    authorizeAccount(call.grant, "c", "l");
    const level = requiredLevel(call);
    checkOptions(call);
    const { size, emptyPage } = plannedPage(call, "queryTables", undefined);
    const from = continuation(call);
    const matches = tableFilter(call);
    const found = store.list().filter(({ name }) => store.key(name) >= from && matches(name));
    const next = found[size] ?? (isFull(call, found, size) ? behind(found[size - 1] as Table) : undefined);
    return {
      status: 200,
      headers: next === undefined ? [] : ["x-ms-continuation-NextTableName", tableToken(next, emptyPage)],
      contentType: call.environment.dialect.contentType(level),
      body: writeTables(
        found.slice(0, size).map((table) => table.name),
        { level, account, endpoint: call.endpoint },
      ),
    };
  },
};

function isFull({ query, environment }: Call, found: readonly Table[], size: number): boolean {
  return environment.dialect.fullPagesContinue && query.has("$top") && size > 0 && found.length === size;
}

/**
 * Returns the position right after a table, for the continuation token after the last table. The name at that position is one that no table
 * can have.
 */
function behind({ name, created }: Table): Pick<Table, "name" | "created"> {
  return { name: `${name}\0`, created };
}

/**
 * Compiles the request's `$filter` into a predicate for table names. Names are compared as in lookups: Storage ignores case, Cosmos DB does
 * not.
 */
function tableFilter(call: Call): (name: string) => boolean {
  const { store } = call.environment;
  const filter = filterOption(call);
  if (filter === undefined) return () => true;
  const matches = filterFunction(
    withKeys(filter, store),
    (key: string): Comparable => ({ type: "Edm.String", value: key }),
  );
  return (name) => matches(store.key(name));
}

/** Replaces the table names in a filter by the keys under which the store keeps the tables. Rejects any property except TableName. */
function withKeys(filter: Filter, store: Store): Filter {
  switch (filter.kind) {
    case "and":
    case "or":
      return { ...filter, left: withKeys(filter.left, store), right: withKeys(filter.right, store) };
    case "not":
      return { ...filter, operand: withKeys(filter.operand, store) };
    case "constant":
      return filter;
    case "flag":
      throw new ServiceError("InvalidInput");
    case "compare": {
      if (filter.property !== "TableName") throw new ServiceError("InvalidInput");
      const { type, value } = filter.literal;
      return { ...filter, literal: { type, value: typeof value === "string" ? store.key(value) : value } };
    }
  }
}

/**
 * Encodes the position of a table as a continuation token. The token consists of the name and the creation time, in units of 100 ns since
 * 1601, in hexadecimal.
 */
function tableToken({ name, created }: Pick<Table, "name" | "created">, emptyPage: number | undefined): string {
  const fileTime = (created - ticksOf1601).toString(16).padStart(16, "0");
  return writeToken(name, emptyPage === undefined ? fileTime : `${fileTime}${emptyPage}`);
}

function continuation({ query, environment }: Call): string {
  const token = query.get("NextTableName");
  return token === undefined ? "" : environment.store.key(readToken(token));
}
