import { createMemo, createSignal, For, Show } from "solid-js";
import type { TableInfo } from "../../src/contract/model.js";
import { Given } from "../parts/given.jsx";
import { Icon } from "../parts/icon.jsx";
import { kindText } from "../state/kind-text.js";
import { emptyQuery, formatAddress } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { countFound, showFindings, verifiedTable } from "../state/verified.js";
import { createTables } from "./create-tables.js";
import { HomeQueries } from "./home-queries.jsx";

/** Number of tables to list at first. Of more, the user types a part of the name. */
const maxTables = 50;

/** First page: the account, its tables with what is known of them, and the queries to go on with. */
export function HomePage() {
  return (
    <div class="home">
      <Show when={studio.overview()} fallback={<HomeSkeleton />}>
        {(overview) => (
          <>
            <header class="home-head">
              <h1>{overview().account}</h1>
              <p class="home-note">
                {`${kindText(overview())} · ${sumText()} · ${overview().endpoint}`}
                <Show when={!overview().areListed}>
                  {" · the credential may not list tables: these are the ones that the definitions name"}
                </Show>
              </p>
            </header>
            <Missing />
            <div class="home-columns">
              <section class="home-tables">
                <Show when={studio.tables().length > 0} fallback={<NoTables />}>
                  <Tables />
                </Show>
              </section>
              <HomeQueries />
            </div>
          </>
        )}
      </Show>
    </div>
  );
}

function sumText(): string {
  const [tables, entities] = [studio.tables().length, studio.overview()?.entities ?? []];
  const own = entities.filter(({ indexOf }) => indexOf === undefined).length;
  return `${countOf(tables, "table", "tables")}, ${own === 0 ? "no definitions" : countOf(own, "entity", "entities")}`;
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

function HomeSkeleton() {
  return (
    <div class="skeleton" role="status" aria-label="Reading the tables">
      <div class="skeleton-row is-title" />
      <For each={Array.from({ length: 8 })}>{() => <div class="skeleton-row" />}</For>
    </div>
  );
}

/** Tables that definitions name and the account lacks, with a button that creates them. */
function Missing() {
  const missing = createMemo(() => studio.tables().filter(({ exists }) => !exists));
  const isReadOnly = () => studio.overview()?.isReadOnly === true;
  return (
    <Show when={missing().length > 0}>
      <div class="plan-warning">
        <Icon name="warning" />
        <span>{`The account lacks ${missing().length === 1 ? "a table" : "tables"} of the definitions: ${missing()
          .map(({ name }) => name)
          .join(", ")}.`}</span>
        <Show when={!isReadOnly()}>
          <button
            type="button"
            class="button is-primary"
            onClick={() => void createTables(missing().map(({ name }) => name))}
          >
            {missing().length === 1 ? "Create the table" : "Create the tables"}
          </button>
        </Show>
      </div>
    </Show>
  );
}

function NoTables() {
  return (
    <p class="panel-note">
      The account has no tables. Insert rows with a program, or run <code>npx tablewright init</code> for definitions
      whose tables Studio can create.
    </p>
  );
}

function Tables() {
  const [search, setSearch] = createSignal("");
  const found = createMemo(() => studio.tablesWith(search()));
  const hasFindings = () =>
    found().some(({ name }) => studio.findingsOf(name) > 0 || verifiedTable(name) !== undefined);
  return (
    <>
      <div class="home-bar">
        <h2>Tables</h2>
        <Show when={studio.tables().length > maxTables}>
          <input
            class="field"
            type="search"
            placeholder="Part of a name"
            aria-label="Part of a table's name"
            value={search()}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </Show>
      </div>
      <table class="home-table">
        <thead>
          <tr>
            <th>Table</th>
            <th>Entities</th>
            <th class="is-number">Rows, as counted</th>
            <Show when={hasFindings()}>
              <th class="is-number">Findings</th>
            </Show>
          </tr>
        </thead>
        <tbody>
          <For each={found().slice(0, maxTables)} fallback={<NoMatch />}>
            {(table) => <TableRow table={table} hasFindings={hasFindings()} />}
          </For>
        </tbody>
      </table>
      <Show when={found().length > maxTables}>
        <p class="home-note">{`${countOf(found().length - maxTables, "more", "more")}. Type a part of the name.`}</p>
      </Show>
    </>
  );
}

function NoMatch() {
  return (
    <tr>
      <td class="home-note">No table or entity has this name</td>
    </tr>
  );
}

function TableRow(props: { readonly table: TableInfo; readonly hasFindings: boolean }) {
  const name = () => props.table.name;
  const entities = () => studio.entitiesOf(name());
  const own = () => entities().filter(({ indexOf }) => indexOf === undefined);
  return (
    <tr>
      <td>
        <a class="home-place" href={formatAddress({ page: "rows", query: emptyQuery(name()) })}>
          <Icon name="table" />
          {name()}
        </a>
      </td>
      <td class="home-entities">
        <For
          each={own()}
          fallback={<span class="home-note">{entities().length > 0 ? "index rows" : "no definition"}</span>}
        >
          {(entity) => (
            <a class="home-place" href={formatAddress({ page: "rows", query: emptyQuery(entity.table, entity.name) })}>
              <Icon name="entity" />
              {entity.name}
              <Show when={studio.countOf(countKey(entity.table, entity.name))}>
                {(count) => (
                  <span class="home-note" title={`Counted ${studio.countedAt(countKey(entity.table, entity.name))}`}>
                    {count()}
                  </span>
                )}
              </Show>
            </a>
          )}
        </For>
      </td>
      <td class="is-number">
        <Show when={props.table.exists} fallback="not created">
          <Show when={studio.countOf(countKey(name(), undefined))} fallback="–">
            {(count) => (
              <>
                {count()} <span class="home-note">{studio.countedAt(countKey(name(), undefined))}</span>
              </>
            )}
          </Show>
        </Show>
      </td>
      <Show when={props.hasFindings}>
        <td class="is-number">
          <Given when={verifiedTable(name())} fallback={studio.findingsOf(name()) || ""}>
            {(verified) => <FoundLink table={name()} count={countFound(verified())} />}
          </Given>
        </td>
      </Show>
    </tr>
  );
}

/** Number of findings of a table that was verified, which leads to them. */
function FoundLink(props: { readonly table: string; readonly count: number }) {
  return (
    <Show when={props.count > 0} fallback={<span title="verify found nothing">none</span>}>
      <a
        href={formatAddress({ page: "rows", query: emptyQuery(props.table) })}
        title="Findings of verify"
        onClick={() => showFindings(props.table, true)}
      >
        {props.count.toLocaleString("en-US")}
      </a>
    </Show>
  );
}
