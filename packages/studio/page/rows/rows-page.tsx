import { createEffect, createMemo, createSignal, on, onCleanup, Show, untrack } from "solid-js";
import type { Plan, RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { changedAll } from "../changes/written.js";
import { CellMenu } from "../grid/cell-menu.jsx";
import { DataGrid, isSameList } from "../grid/data-grid.jsx";
import { createSelection } from "../grid/selection.js";
import { Given } from "../parts/given.jsx";
import { PlanStrip } from "../query/plan-strip.jsx";
import { QueryBar } from "../query/query-bar.jsx";
import { isTableScan } from "../query/scan-warning.js";
import { openEditMany } from "../row/edit-many-dialog.jsx";
import { RowPanel } from "../row/row-panel.jsx";
import { holdsRow } from "../row/stage-on-leave.js";
import { chooseColumns, columnChoices } from "../state/column-choices.js";
import type { NewRow } from "../state/new-row.js";
import { noteRecent } from "../state/recent.js";
import { adjust, go, isWholeQuery, route, withoutDrafts } from "../state/route.js";
import { RowSource } from "../state/row-source.js";
import type { Rows } from "../state/rows.js";
import { RowsWithNew } from "../state/rows-with-new.js";
import { type Sort, SortedRows } from "../state/sorted-rows.js";
import { staged } from "../state/staged.js";
import { countKey, studio } from "../state/studio.js";
import { cellActions } from "./cell-actions.js";
import { collectRows } from "./collect-rows.js";
import { columnActions } from "./column-actions.js";
import { createActions } from "./create-actions.js";
import { createColumns } from "./create-columns.js";
import { Findings } from "./findings.jsx";
import { followNewRows } from "./follow-new-rows.js";
import { NoRows, ReadFailure } from "./no-rows.jsx";
import { PartitionTree } from "./partition-tree.jsx";
import { registerRowCommands } from "./row-commands.js";
import { RowsToolbar } from "./rows-toolbar.jsx";
import { createSearch } from "./search.js";
import { showWritten } from "./show-written.js";

/** Number of rows whose properties conditions and a `$filter` can name if there is no definition. */
const rowsWithNames = 100;

/** Page that shows the rows of a query: the query above, the grid below, and the open row beside it. */
export function RowsPage(props: { readonly query: RowQuery }) {
  /** The query without conditions whose value was not typed yet. */
  const query = createMemo(() => withoutDrafts(props.query));
  const entity = () => studio.entity(query().entity);
  const [plan, setPlan] = createSignal<Plan | undefined>();
  const [error, setError] = createSignal<Error | undefined>();
  const [accepted, setAccepted] = createSignal<string | undefined>();
  const [source, setSource] = createSignal<RowSource | undefined>();
  const selection = createSelection();
  const [sort, setSort] = createSignal<Sort | undefined>();
  /** Number of times that rows were removed. The others then have new positions, so they are sorted again. */
  const [removals, setRemovals] = createSignal(0);
  const place = () => query().entity ?? query().table;
  const newRows = createMemo(() => staged.newRows(entity()?.table ?? query().table, query().entity), undefined, {
    equals: isSameList,
  });
  const allColumns = createColumns({ entity, source, newRows, table: () => query().table });
  const columns = createMemo(() => {
    const { hidden } = columnChoices(place());
    const shown = allColumns().filter(({ id }) => !hidden.includes(id));
    return shown.length === 0 ? allColumns() : shown;
  });
  /** The rows that were read, in the order in which the grid shows them. */
  const stored = createMemo<Rows | undefined>(() => {
    removals();
    const read = source();
    const chosen = sort();
    const column = untrack(allColumns).find(({ id }) => id === chosen?.column);
    if (read === undefined || chosen === undefined || column === undefined) return read;
    return untrack(() => new SortedRows(read, column.type, chosen.isDescending, (row) => column.cellOf(row)?.text));
  });
  /** All rows of the grid: the new ones, and below them those that were read. */
  const rows = createMemo<Rows | undefined>(() => {
    const [read, added] = [stored(), newRows()];
    return read === undefined || added.length === 0 ? read : new RowsWithNew(read, added);
  });
  createEffect<readonly NewRow[]>(
    (before) => {
      const now = newRows();
      untrack(() => followNewRows(selection, before, now, rows()?.count ?? 0));
      return now;
    },
    untrack(() => newRows()),
  );
  const search = createSearch({ rows, columns, selection });
  /** Some rows that were read of this table, also by a former query, whose properties conditions and a `$filter` can name. */
  const [lastRead, setLastRead] = createSignal<readonly Row[]>([]);
  createEffect(() => {
    const read = (source()?.loaded() ?? []).slice(0, rowsWithNames).map(({ row }) => row);
    if (read.length > 0) setLastRead(read);
  });
  const text = createMemo(() => JSON.stringify(query()));
  const isWhole = () => isWholeQuery(query());
  /** Returns whether the service has to pass rows of a whole table, or of many partitions, that the query does not show. */
  const isSearch = (planned: Plan) => {
    const { where, filter, keys } = query();
    return isTableScan(planned) && (where.length > 0 || filter !== undefined || keys.length > 0);
  };
  const isHeld = () => {
    const planned = plan();
    return planned !== undefined && isSearch(planned) && accepted() !== text() && error() === undefined;
  };

  createEffect(on(text, () => void prepare(query())));
  createEffect(
    on(
      createMemo(() => JSON.stringify([query().table, query().entity])),
      () => {
        search.end();
        setLastRead([]);
      },
      { defer: true },
    ),
  );
  createEffect(on(changedAll, () => start(), { defer: true }));
  createEffect(
    on([plan, isHeld, error], ([planned, held, problem]) => {
      if (planned !== undefined && !held && problem === undefined && source() === undefined) start();
    }),
  );
  /** Number of rows read of an entity or a table; undefined of other queries, and until the account is known, with the counts kept of it. */
  const count = createMemo(
    () => {
      const rows = source();
      if (rows === undefined || studio.overview() === undefined || !isWholeQuery(rows.query)) return undefined;
      const key = countKey(rows.query.table, rows.query.entity);
      return rows.count > 0 || rows.isComplete ? { key, rows: rows.count, isWhole: rows.isComplete } : undefined;
    },
    undefined,
    { equals: (one, other) => JSON.stringify(one) === JSON.stringify(other) },
  );
  // Only another number is noted, so that one which the user has asked for meanwhile is kept.
  createEffect(
    on(count, (read) => {
      if (read !== undefined) studio.noteCount(read.key, read.rows, read.isWhole);
    }),
  );
  createEffect(() => {
    const rows = source();
    if (rows === undefined || studio.overview() === undefined) return;
    if (rows.count > 0 || rows.isComplete) untrack(() => noteRecent(rows.query));
  });
  createEffect(() => {
    const found = (source()?.loaded() ?? []).filter(({ row }) => row.findings !== undefined).length;
    if (found > 0) untrack(() => studio.noteFindings(query().table, found));
  });
  showWritten({
    table: () => entity()?.table ?? query().table,
    source,
    setSource,
    rows,
    selection,
    start,
    onRemove: () => setRemovals((count) => count + 1),
  });
  onCleanup(() => source()?.stop());

  async function prepare(wanted: RowQuery): Promise<void> {
    source()?.stop();
    setSource(undefined);
    setPlan(undefined);
    setError(undefined);
    if (isWhole()) start();
    try {
      const tableRows = studio.knownRows(countKey(wanted.table, undefined));
      const planned = await callStudio("plan", { query: wanted, ...(tableRows !== undefined && { tableRows }) });
      if (JSON.stringify(wanted) === text()) setPlan(planned);
    } catch (problem) {
      if (JSON.stringify(wanted) === text()) setError(problem as Error);
    }
  }

  function start(): void {
    source()?.stop();
    selection.clear();
    selection.moveTo({ row: 0, column: 0 });
    setSort(undefined);
    const next = new RowSource(query());
    setSource(next);
    void next.more();
    search.resume();
  }

  const actions = createActions({ query, entity, source: rows, columns, selection });
  registerRowCommands({
    query,
    entity,
    source: rows,
    columns,
    plan,
    selection,
    actions,
    refresh: start,
    editSelected: () => void editSelected(),
  });
  async function editSelected(): Promise<void> {
    const shown = rows();
    const selected = shown && (await collectRows(shown, selection));
    if (selected !== undefined) openEditMany(entity()?.table ?? query().table, entity(), selected);
  }
  /** Returns whether there is a row to show. If none could be read, what to do about that comes before the new ones. */
  const isShown = (shown: Rows) => shown.count > shown.newRows || (shown.newRows > 0 && shown.error === undefined);
  function closeRow(): void {
    if (!holdsRow()) adjust({ row: undefined });
  }
  function onSort(next: Sort | undefined): void {
    selection.clear();
    selection.moveTo({ row: 0, column: selection.active().column });
    setSort(next);
  }
  const status = () => {
    const read = source();
    if (read === undefined) return "";
    const number = `${read.count.toLocaleString("en-US")} ${read.count === 1 ? "row" : "rows"}`;
    const sorted = sort() === undefined ? undefined : stored()?.count;
    if (sorted !== undefined && sorted < read.count)
      return `${number}, ${sorted.toLocaleString("en-US")} in memory sorted`;
    return read.isLoading ? `${number}, reading…` : read.isComplete ? number : `${number}, more below`;
  };

  // The rows are requested immediately, but shown only once the definitions have arrived.
  return (
    <Show when={studio.overview()}>
      <div class="rows-page" classList={{ "has-panel": route().row !== undefined }}>
        <section class="rows-main" aria-label={query().entity ?? query().table}>
          <RowsToolbar
            query={query()}
            entity={entity()}
            search={search}
            actions={actions}
            selected={selection.rows().size}
            onEditSelected={() => void editSelected()}
            onDeleteSelected={() => void actions.remove()}
            isWhole={selection.isWhole()}
            onRefresh={start}
            plan={plan()}
          />
          <QueryBar
            query={props.query}
            entity={entity()}
            rows={lastRead}
            onChange={(query) => go({ ...route(), page: "rows", query })}
          />
          <PlanStrip
            plan={plan()}
            error={error()}
            isHeld={isHeld()}
            status={status()}
            onRun={() => setAccepted(text())}
            isReading={source()?.isLoading === true}
            isPaused={source()?.isPaused === true}
            onStop={() => source()?.pause()}
            onContinue={() => void source()?.more()}
          />
          <Findings table={query().table} />
          <Given when={rows()}>
            {(shown) => (
              <Show
                when={isShown(shown())}
                fallback={
                  <NoRows
                    query={query()}
                    source={shown()}
                    isReadOnly={actions.isReadOnly}
                    onRead={start}
                    onQuery={(query) => go({ ...route(), page: "rows", query })}
                  />
                }
              >
                <ReadFailure source={shown()} />
                <Given
                  when={route().view === "tree" && entity()}
                  fallback={
                    <CellMenu
                      selection={selection}
                      actions={() => cellActions({ query, entity, source: rows, columns, selection }, actions)}
                    >
                      <DataGrid
                        label={`Rows of ${query().entity ?? query().table}`}
                        table={plan()?.table ?? query().table}
                        source={shown()}
                        columns={columns()}
                        widths={columnChoices(place()).widths}
                        sort={sort()}
                        onResize={(id, width) =>
                          chooseColumns(place(), { widths: { ...columnChoices(place()).widths, [id]: width } })
                        }
                        columnActions={(column) =>
                          columnActions({ query, entity, rows, selection, sort, onSort }, column)
                        }
                        selection={selection}
                        actions={actions}
                        finder={search.finder()}
                      />
                    </CellMenu>
                  }
                >
                  {(tree) => (
                    <PartitionTree
                      entity={tree()}
                      source={stored() ?? shown()}
                      onOpen={(position) => actions.open(position + newRows().length)}
                    />
                  )}
                </Given>
              </Show>
            )}
          </Given>
        </section>
        <Given when={route().row}>{(row) => <RowPanel id={row()} entity={query().entity} onClose={closeRow} />}</Given>
      </div>
    </Show>
  );
}
