import type { Change, CheckedChange, FieldEdit, Outcomes, SentChange } from "./changes.js";
import type { AccountInfo, Overview } from "./model.js";
import type { Plan, RowQuery, SavedQuery, SqlRows } from "./query.js";
import type { Row, RowDetails, RowId, RowPage } from "./rows.js";
import type { VerifiedTable, VerifyProgress } from "./verified.js";

/** Functions of the server that the page can call: `POST /api/NAME` with the argument as JSON. */
export interface StudioApi {
  /** Names all accounts that Studio is connected to, in the order of the command's options. Calls name one by its place. Sends no request. */
  accounts(argument: Nothing): Promise<{ readonly accounts: readonly AccountInfo[] }>;
  overview(argument: Nothing): Promise<Overview>;
  rows(argument: { readonly query: RowQuery; readonly cursor?: string; readonly size: number }): Promise<RowPage>;
  /** Plans a query without reading rows. `tableRows` is the number of all rows in the query's table, if the page has read or counted them. */
  plan(argument: { readonly query: RowQuery; readonly tableRows?: number }): Promise<Plan>;
  /** Creates the tables that do not exist yet. */
  createTables(argument: { readonly tables: readonly string[] }): Promise<Nothing>;
  deleteTable(argument: { readonly table: string }): Promise<Nothing>;
  /** Reads the definitions of the project again. Fails, and keeps the former ones, if they have errors. */
  reload(argument: Nothing): Promise<Nothing>;
  row(argument: { readonly table: string } & RowId): Promise<RowDetails>;
  /** Checks changes without sending them. */
  check(argument: { readonly changes: readonly Change[] }): Promise<{ readonly checked: readonly CheckedChange[] }>;
  commit(argument: { readonly changes: readonly SentChange[] }): Promise<Outcomes>;
  /** Reads rows from the text of a file, to preview and stage them. Sends no request. */
  readFile(argument: {
    readonly table: string;
    readonly format: ImportFormat;
    readonly text: string;
  }): Promise<FileRows>;
  /** Returns lines on what a SQL query would read and what that costs. Estimates by a few requests. */
  explainSql(argument: { readonly text: string }): Promise<{ readonly lines: readonly string[] }>;
  savedQueries(argument: Nothing): Promise<{ readonly queries: readonly SavedQuery[] }>;
  saveQueries(argument: { readonly queries: readonly SavedQuery[] }): Promise<Nothing>;
}

/**
 * Long work of the server, which reports its progress: `POST /api/NAME` returns lines of JSON. It ends when the page closes the connection.
 */
export interface LongApi {
  /** Counts the rows of a query by reading all their keys. */
  count(argument: { readonly query: RowQuery }): Long<Counted, Counted>;
  /** Changes all rows of a query, or deletes them if there are no edits. Writes nothing if they are more than `max`. */
  changeAll(argument: {
    readonly query: RowQuery;
    readonly edits?: readonly FieldEdit[];
    readonly max: number;
  }): Long<DoneSoFar, ChangedAll>;
  /** Copies all rows of a table, as they are stored, into a new table of the account. */
  cloneTable(argument: { readonly from: string; readonly to: string }): Long<DoneSoFar, DoneSoFar>;
  /** Compares the rows of a table, and their index rows, with the definitions. */
  verify(argument: { readonly table: string }): Long<VerifyProgress, VerifiedTable>;
  /** Runs a SQL query, and returns the first rows of its result. */
  sql(argument: { readonly text: string }): Long<Counted, SqlRows>;
}

export interface Long<Progress, Result> {
  readonly progress: Progress;
  readonly result: Result;
}

export interface Counted {
  readonly rows: number;
}

/** Number of rows that a long write is done with. */
export interface DoneSoFar {
  readonly done: number;
}

/** Number of rows that were written, and of those that another client changed meanwhile, which were left alone. */
export interface ChangedAll {
  readonly done: number;
  readonly skipped: number;
}

export type ImportFormat = "ndjson" | "csv" | "json";

/** Rows of a file, as they would be stored, and the lines that are none. */
export interface FileRows {
  readonly rows: readonly Row[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
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

/**
 * File formats of `POST /api/export`, whose argument contains a query and a format. The response has lines of progress such as
 * `{"rows":1000}`, an empty line, and the file.
 */
export type ExportFormat = "ndjson" | "csv";
