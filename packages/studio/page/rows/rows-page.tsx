import { createEffect, createMemo, createSignal, on, onCleanup, Show } from "solid-js";
import type { Plan, RowQuery } from "../../src/contract/query.js";
import { callStudio } from "../api/call-studio.js";
import { written } from "../changes/written.js";
import { DataGrid } from "../grid/data-grid.jsx";
import { createSelection } from "../grid/selection.js";
import { Given } from "../parts/given.jsx";
import { PlanStrip } from "../query/plan-strip.jsx";
import { QueryBar } from "../query/query-bar.jsx";
import { openEditMany } from "../row/edit-many-dialog.jsx";
import { RowPanel } from "../row/row-panel.jsx";
import { adjust, go, isWholeQuery, route } from "../state/route.js";
import { RowSource } from "../state/row-source.js";
import { countKey, studio } from "../state/studio.js";
import { collectRows } from "./collect-rows.js";
import { createActions } from "./create-actions.js";
import { createColumns } from "./create-columns.js";
import { findNext } from "./find-next.js";
import { NoRows, ReadFailure } from "./no-rows.jsx";
import { PartitionTree } from "./partition-tree.jsx";
import { registerRowCommands } from "./row-commands.js";
import { RowsToolbar } from "./rows-toolbar.jsx";

/** Page that shows the rows of a query: the query above, the grid below, and the open row beside it. */
export function RowsPage(props: { readonly query: RowQuery }) {
  const entity = () => studio.entity(props.query.entity);
  const [plan, setPlan] = createSignal<Plan | undefined>();
  const [error, setError] = createSignal<Error | undefined>();
  const [accepted, setAccepted] = createSignal<string | undefined>();
  const [source, setSource] = createSignal<RowSource | undefined>();
  const [search, setSearch] = createSignal("");
  const selection = createSelection();
  /** True if the user searched before the first rows were requested. The search then runs once reading starts. */
  let findsAtStart = false;
  const columns = createColumns(entity, source);
  const text = createMemo(() => JSON.stringify(props.query));
  const isWhole = () => isWholeQuery(props.query);
  /** Returns whether the service has to pass rows that the query does not show, unlike a read of whole partitions. */
  const isSearch = ({ access, isScan }: Plan) => {
    const { where, filter, keys } = props.query;
    return isScan && (where.length > 0 || filter !== undefined || (keys.length > 0 && access !== "partition scan"));
  };
  const isHeld = () => {
    const planned = plan();
    return planned !== undefined && isSearch(planned) && accepted() !== text() && error() === undefined;
  };

  createEffect(on(text, () => void prepare(props.query)));
  createEffect(
    on([plan, isHeld, error], ([planned, held, problem]) => {
      if (planned !== undefined && !held && problem === undefined && source() === undefined) start();
    }),
  );
  createEffect(() => {
    const rows = source();
    if (rows === undefined || !isWholeQuery(rows.query)) return;
    const { table, entity: name } = rows.query;
    if (rows.count > 0 || rows.isComplete) studio.noteCount(countKey(table, name), rows.count, rows.isComplete);
  });
  createEffect(
    on(
      written,
      (rows) => {
        for (const { id, row, isNew } of rows) if (!isNew) source()?.replace(id, row);
        if (rows.some(({ isNew }) => isNew)) start();
      },
      { defer: true },
    ),
  );
  onCleanup(() => source()?.stop());

  async function prepare(query: RowQuery): Promise<void> {
    source()?.stop();
    setSource(undefined);
    setPlan(undefined);
    setError(undefined);
    if (isWhole()) start();
    try {
      const tableRows = studio.knownRows(countKey(query.table, undefined));
      const planned = await callStudio("plan", { query, ...(tableRows !== undefined && { tableRows }) });
      if (JSON.stringify(query) === text()) setPlan(planned);
    } catch (problem) {
      if (JSON.stringify(query) === text()) setError(problem as Error);
    }
  }

  function start(): void {
    source()?.stop();
    selection.clear();
    selection.moveTo({ row: 0, column: 0 });
    const next = new RowSource(props.query);
    setSource(next);
    void next.more();
    if (findsAtStart) find();
  }

  const actions = createActions({ query: () => props.query, entity, source, columns, selection });
  registerRowCommands({
    query: () => props.query,
    entity,
    source,
    columns,
    plan,
    selection,
    actions,
    refresh: start,
    editSelected: () => void editSelected(),
  });
  async function editSelected(): Promise<void> {
    const own = source();
    const rows = own && (await collectRows(own, selection));
    if (rows !== undefined) openEditMany(entity()?.table ?? props.query.table, entity(), rows);
  }
  function find(): void {
    const rows = source();
    findsAtStart = rows === undefined;
    if (rows !== undefined) void findNext(search(), rows, columns(), selection);
  }
  const status = () => {
    const rows = source();
    if (rows === undefined) return "";
    const number = `${rows.count.toLocaleString("en-US")} ${rows.count === 1 ? "row" : "rows"}`;
    return rows.isLoading ? `${number}, reading…` : rows.isComplete ? number : `${number}, more below`;
  };

  // The rows are requested immediately, but shown only once the definitions have arrived.
  return (
    <Show when={studio.overview()}>
      <div class="rows-page" classList={{ "has-panel": route().row !== undefined }}>
        <section class="rows-main" aria-label={props.query.entity ?? props.query.table}>
          <RowsToolbar
            query={props.query}
            entity={entity()}
            search={search()}
            onSearch={setSearch}
            onFind={find}
            actions={actions}
            selected={selection.rows().size}
            onEditSelected={() => void editSelected()}
            onDeleteSelected={() => void actions.remove()}
            isWhole={selection.isWhole()}
            onRefresh={start}
          />
          <QueryBar
            query={props.query}
            entity={entity()}
            onChange={(query) => go({ ...route(), page: "rows", query })}
          />
          <PlanStrip
            plan={plan()}
            error={error()}
            isHeld={isHeld()}
            status={status()}
            onRun={() => setAccepted(text())}
          />
          <Given when={source()}>
            {(rows) => (
              <Show
                when={rows().count > 0}
                fallback={
                  <NoRows
                    query={props.query}
                    source={rows()}
                    isReadOnly={actions.isReadOnly}
                    onRead={start}
                    onQuery={(query) => go({ ...route(), page: "rows", query })}
                  />
                }
              >
                <ReadFailure source={rows()} />
                <Given
                  when={route().view === "tree" && entity()}
                  fallback={
                    <DataGrid
                      label={`Rows of ${props.query.entity ?? props.query.table}`}
                      table={plan()?.table ?? props.query.table}
                      source={rows()}
                      columns={columns()}
                      selection={selection}
                      actions={actions}
                      search={search()}
                    />
                  }
                >
                  {(shown) => <PartitionTree entity={shown()} source={rows()} onOpen={actions.open} />}
                </Given>
              </Show>
            )}
          </Given>
        </section>
        <Given when={route().row}>
          {(row) => <RowPanel id={row()} entity={props.query.entity} onClose={() => adjust({ row: undefined })} />}
        </Given>
      </div>
    </Show>
  );
}
