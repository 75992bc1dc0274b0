import type { QueryPlan, TableServiceView } from "@tablewright/runtime";
import { TableError } from "@tablewright/runtime";
import type { TableWhere } from "@tablewright/runtime/edm";
import type { RowQuery } from "../contract/query.js";
import type { AnySchema } from "../project/studio-project.js";
import { buildEntityQuery, type EntityQuery } from "./build-query.js";
import { checkFilter } from "./check-filter.js";
import { storedConditionsOf } from "./conditions-of.js";
import { equalKeys, withEqualKeys } from "./filter-keys.js";

type TableQuery = ReturnType<ReturnType<TableServiceView["table"]>["scan"]>;

/**
 * Query of the page, ready to run. It reads rows as they are stored, without decoding them, so that rows which do not fit their definition
 * are shown too.
 */
export interface StudioQuery {
  readonly plan: QueryPlan;
  /**
   * Returns queries that read the stored rows, one for each `$filter` of the plan.
   * @param filters the filters of the first page of the same query. The filter for expired rows contains a time, which all pages must share
   */
  rows(filters?: readonly string[]): readonly TableQuery[];
  readonly schema: AnySchema | undefined;
  /** Query and arguments for the generated client, to show as code; undefined for a query without an entity. */
  readonly typed: EntityQuery | undefined;
}

/**
 * Builds the runtime's queries for a query of the page. Sends no request.
 * @throws TableError `query.*`, `value.*`, `key.*`, `table.*`
 */
export function prepareQuery(service: TableServiceView, schemas: readonly AnySchema[], query: RowQuery): StudioQuery {
  if (query.entity === undefined) return prepareTableQuery(service, query);
  const schema = schemas.find(({ name }) => name === query.entity);
  if (schema === undefined) {
    const names = schemas.map(({ name }) => name).join(", ");
    throw new TableError("query.invalid-option", `No definition is named ${query.entity}. There are: ${names}.`);
  }
  const typed = buildEntityQuery(service, schema, query);
  const plan = withEqualKeys(typed.query.explain(), equalKeys(query.filter ?? ""));
  const table = service.table(schema.table);
  const rows = (filters = plan.filters) =>
    filters.map((filter) => (filter === "" ? table.scan() : table.scan().where({ $odata: filter })));
  return { plan, rows, schema, typed };
}

function prepareTableQuery(service: TableServiceView, query: RowQuery): StudioQuery {
  const built = tableQuery(service, query);
  const plan = withEqualKeys(built.explain(), equalKeys(filterOf(query)));
  return { plan, rows: () => [built], schema: undefined, typed: undefined };
}

/** Builds the query of rows of any kind. @throws TableError `query.*`, `value.*` */
export function tableQuery(service: TableServiceView, query: RowQuery): TableQuery {
  const { table: name, stored = {}, filter = "" } = query;
  const { partitionKey, partitionKeyPrefix, rowKey, rowKeyFrom, rowKeyBefore } = stored;
  if (filter.trim() !== "") checkFilter(undefined, filter);
  const table = service.table(name);
  const rowKeyRange =
    rowKey === undefined ? { ...(rowKeyFrom && { ge: rowKeyFrom }), ...(rowKeyBefore && { lt: rowKeyBefore }) } : {};
  const all =
    partitionKey === undefined
      ? table.scan(partitionKeyPrefix ? { partitionKeyPrefix } : {})
      : table.query(partitionKey, { rowKeyRange });
  const conditions = query.where.flatMap((condition) => storedConditionsOf(name, condition));
  const narrowed = conditions.reduce<TableQuery>((found, condition) => found.where(condition as TableWhere), all);
  const $odata = filterOf(query);
  return $odata === "" ? narrowed : narrowed.where({ $odata });
}

/** Returns the `$filter` of what the runtime cannot express: a whole RowKey, and the filter that the user typed. */
function filterOf({ stored: { rowKey } = {}, filter = "" }: RowQuery): string {
  const ofRow = rowKey === undefined ? "" : `RowKey eq '${rowKey.replaceAll("'", "''")}'`;
  if (ofRow === "" || filter.trim() === "") return ofRow || filter.trim();
  return `${ofRow} and (${filter})`;
}
