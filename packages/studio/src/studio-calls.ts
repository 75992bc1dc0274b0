import { isTableError, type TableError, type TableServiceView } from "@tablewright/runtime";
import { changeAll } from "./changes/change-all.js";
import { checkChange } from "./changes/check-change.js";
import { cloneTable } from "./changes/clone-table.js";
import { commitChanges } from "./changes/commit-changes.js";
import type { ApiError, ExportFormat, LongApi, StudioApi } from "./contract/api.js";
import type { RowQuery } from "./contract/query.js";
import { describeAccount, nameAccount } from "./model/describe-account.js";
import { readSavedQueries, writeSavedQueries } from "./project/saved-queries.js";
import type { StudioProject, StudioSql } from "./project/studio-project.js";
import { countRows } from "./query/count-rows.js";
import { exportRows } from "./query/export-rows.js";
import { describePlan } from "./query/plan-query.js";
import { readPage } from "./query/read-page.js";
import { prepareQuery } from "./query/studio-query.js";
import { readFile } from "./rows/read-file.js";
import { readDetails } from "./rows/related-rows.js";
import { viewRow } from "./rows/view-row.js";
import { reportLines } from "./server/report-lines.js";
import type { Call } from "./server/serve-studio.js";

/** Maximum number of rows of a SQL result that the page shows. */
const maxSqlRows = 1_000;

type Handlers = {
  readonly [Name in keyof StudioApi]: (
    argument: Parameters<StudioApi[Name]>[0],
    signal: AbortSignal,
  ) => ReturnType<StudioApi[Name]>;
};

type LongHandlers = {
  readonly [Name in keyof LongApi]: (
    argument: Parameters<LongApi[Name]>[0],
    report: (progress: ReturnType<LongApi[Name]>["progress"]) => void,
    signal: AbortSignal,
  ) => Promise<ReturnType<LongApi[Name]>["result"]>;
};

interface CallOptions {
  /** True to reject changes. */
  readonly isReadOnly: boolean;
  /** All accounts that Studio is connected to. Default: only this one. */
  readonly services?: readonly TableServiceView[];
}

/**
 * Returns the functions that the page can call, by name. They read and write through the client and use the command line's functions in
 * `initial`, until the project is read again.
 */
export function studioCalls(
  service: TableServiceView,
  initial: StudioProject,
  { isReadOnly, services = [service] }: CallOptions,
): Readonly<Record<string, Call>> {
  let project = initial;
  const prepare = (query: RowQuery) => prepareQuery(service, project.schemas, query);
  const rejectIfReadOnly = () => {
    if (isReadOnly) throw new StudioError("studio.read-only", "This Studio was started with --read-only.");
  };

  const handlers: Handlers = {
    accounts: async () => ({ accounts: services.map(nameAccount) }),
    overview: () => describeAccount(service, project, isReadOnly),
    async rows({ query, cursor, size }, signal) {
      const prepared = prepare(query);
      const { items, cursor: next } = await readPage(prepared, size, cursor, signal);
      const rows = items.map((row) => viewRow(project, prepared.plan.table, row));
      const own = rows.filter(
        ({ entity }) => entity === undefined || query.entity === undefined || entity === query.entity,
      );
      return { rows: own, ...(next !== undefined && { cursor: next }) };
    },
    plan: async ({ query, tableRows }) => describePlan(prepare(query), query, tableRows, project.brandOf),
    async createTables({ tables }) {
      rejectIfReadOnly();
      for (const table of tables) await service.tables.createIfNotExists(table);
      return {};
    },
    async deleteTable({ table }) {
      rejectIfReadOnly();
      await service.tables.delete(table);
      return {};
    },
    async reload() {
      try {
        project = (await project.reload?.()) ?? project;
      } catch (error) {
        throw new StudioError("studio.definitions", error instanceof Error ? error.message : String(error));
      }
      return {};
    },
    row: ({ table, partitionKey, rowKey }, signal) =>
      readDetails(service, project, table, { partitionKey, rowKey }, signal),
    check: async ({ changes }) => ({
      checked: changes.map((change) => checkChange(service, project, change)),
    }),
    async commit({ changes }) {
      rejectIfReadOnly();
      return await commitChanges(service, project, changes);
    },
    readFile: ({ table, format, text }) => readFile(project, table, format, text),
    explainSql: async ({ text }, signal) => ({ lines: await sqlOf(project).explain(service, text, signal) }),
    savedQueries: async () => ({ queries: readSavedQueries(project.root) }),
    async saveQueries({ queries }) {
      writeSavedQueries(project.root, queries);
      return {};
    },
  };
  const long: LongHandlers = {
    count: ({ query }, report, signal) => countRows(prepare(query), report, signal),
    async changeAll({ query, edits, max }, report, signal) {
      rejectIfReadOnly();
      return await changeAll(service, project, query, edits, max, report, signal);
    },
    async cloneTable({ from, to }, report, signal) {
      rejectIfReadOnly();
      return await cloneTable(service, from, to, report, signal);
    },
    verify: ({ table }, report, signal) => project.verify(service, table, report, signal),
    sql({ text }, report, signal) {
      let rows = 0;
      const onRows = (more: number) => {
        rows += more;
        report({ rows });
      };
      return sqlOf(project).run(service, text, maxSqlRows, onRows, signal);
    },
  };
  const reporting = Object.entries(long as Readonly<Record<string, LongHandlers[keyof LongApi]>>).map(
    ([name, run]): readonly [string, Call] => [
      name,
      (argument, signal) =>
        reportLines((report) => run(argument as never, report as never, signal) as Promise<object>, describeError),
    ],
  );
  return {
    ...Object.fromEntries(reporting),
    ...(handlers as unknown as Readonly<Record<string, Call>>),
    export: (argument, signal) => {
      const { query, format } = argument as { readonly query: RowQuery; readonly format: ExportFormat };
      return exportRows(project, prepare(query), format, signal);
    },
  };
}

function sqlOf({ sql }: StudioProject): StudioSql {
  if (sql === undefined)
    throw new StudioError("studio.no-sql", "SQL needs @tablewright/sql. Run: npm i -D @tablewright/sql");
  return sql;
}

/** Error that Studio itself raises, not the client. */
class StudioError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Converts an error to the JSON that the page receives. Messages of the client's errors contain no secrets, so they are passed on. */
export function describeError(error: unknown): ApiError {
  if (isTableError(error)) {
    const { code, message, property } = error as TableError;
    return { code, message, ...(property !== undefined && { property }) };
  }
  if (error instanceof StudioError) return { code: error.code, message: error.message };
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  if (name === "SqlError" && typeof code === "string") return { code, message: (error as Error).message };
  return { code: "studio.defect", message: error instanceof Error ? error.message : String(error) };
}
