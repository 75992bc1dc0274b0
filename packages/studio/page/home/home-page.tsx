import { createMemo, For, Show } from "solid-js";
import { callStudio } from "../api/call-studio.js";
import { withNotice } from "../state/notices.js";
import { emptyQuery, formatAddress } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";

/** Creates tables and shows them. */
export async function createTables(tables: readonly string[]): Promise<void> {
  await withNotice(async () => {
    await callStudio("createTables", { tables });
    await studio.refresh();
  });
}

/** First page: the account, and its tables with the entities that the definitions put there. */
export function HomePage() {
  return (
    <div class="home">
      <Show when={studio.overview()} fallback={<p class="panel-note">Reading the tables…</p>}>
        <h1>{studio.overview()?.account}</h1>
        <p class="home-note">
          {studio.overview()?.endpoint}
          <Show when={studio.overview()?.areListed === false}>
            {" · the credential may not list tables: these are the ones that the definitions name"}
          </Show>
        </p>
        <Missing />
        <Show when={studio.tables().length > 0} fallback={<NoTables />}>
          <Tables />
        </Show>
        <Saved />
        <p class="home-note">
          <kbd>Ctrl</kbd> <kbd>K</kbd> has every command.
        </p>
      </Show>
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
  return (
    <table class="home-tables">
      <thead>
        <tr>
          <th>Table</th>
          <th>Entities</th>
          <th>Rows, as far as counted</th>
        </tr>
      </thead>
      <tbody>
        <For each={studio.tables()}>
          {({ name, exists }) => (
            <tr>
              <td>
                <a href={formatAddress({ page: "rows", query: emptyQuery(name) })}>{name}</a>
              </td>
              <td class="home-entities">
                <For each={studio.entitiesOf(name).filter(({ indexOf }) => indexOf === undefined)}>
                  {(entity) => (
                    <a href={formatAddress({ page: "rows", query: emptyQuery(entity.table, entity.name) })}>
                      {entity.name}
                    </a>
                  )}
                </For>
              </td>
              <td>{exists ? studio.countOf(countKey(name, undefined)) : "not created"}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

function Saved() {
  return (
    <Show when={studio.saved().length > 0}>
      <h2>Saved queries</h2>
      <ul>
        <For each={studio.saved()}>
          {({ name, query }) => (
            <li>
              <a href={formatAddress({ page: "rows", query })}>{name}</a>{" "}
              <span class="home-note">{query.entity ?? query.table}</span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
