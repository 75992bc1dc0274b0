import type { Change, CheckedChange, Outcomes } from "./changes.js";
import type { Overview } from "./model.js";
import type { Plan, RowQuery, SavedQuery } from "./query.js";
import type { RowDetails, RowId, RowPage } from "./rows.js";

/** Functions of the server that the page can call: `POST /api/NAME` with the argument as JSON. */
export interface StudioApi {
  overview(argument: Nothing): Promise<Overview>;
  rows(argument: { readonly query: RowQuery; readonly cursor?: string; readonly size: number }): Promise<RowPage>;
  /** Plans a query without reading rows. `tableRows` is the number of all rows in the query's table, if the page has read or counted them. */
  plan(argument: { readonly query: RowQuery; readonly tableRows?: number }): Promise<Plan>;
  /** Creates the tables that do not exist yet. */
  createTables(argument: { readonly tables: readonly string[] }): Promise<Nothing>;
  deleteTable(argument: { readonly table: string }): Promise<Nothing>;
  /** Reads the definitions of the project again. Fails, and keeps the former ones, if they have errors. */
  reload(argument: Nothing): Promise<Nothing>;
  /** Counts the rows of a query by reading all their keys. */
  count(argument: { readonly query: RowQuery }): Promise<{ readonly rows: number }>;
  row(argument: { readonly table: string } & RowId): Promise<RowDetails>;
  /** Checks changes without sending them. */
  check(argument: { readonly changes: readonly Change[] }): Promise<{ readonly checked: readonly CheckedChange[] }>;
  commit(argument: { readonly changes: readonly Change[] }): Promise<Outcomes>;
  savedQueries(argument: Nothing): Promise<{ readonly queries: readonly SavedQuery[] }>;
  saveQueries(argument: { readonly queries: readonly SavedQuery[] }): Promise<Nothing>;
}

/** Empty object, for calls without an argument or a result. */
export type Nothing = Readonly<Record<string, never>>;

export type ApiName = keyof StudioApi;
export type ApiArgument<Name extends ApiName> = Parameters<StudioApi[Name]>[0];
export type ApiResult<Name extends ApiName> = Awaited<ReturnType<StudioApi[Name]>>;

/** JSON body of a response with an error status. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly property?: string;
}

/** File formats of `POST /api/export`, whose argument contains a query and a format. */
export type ExportFormat = "ndjson" | "csv";
