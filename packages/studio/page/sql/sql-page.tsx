import { createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { SqlRows } from "../../src/contract/query.js";
import { callLong, callStudio } from "../api/call-studio.js";
import { CodeField } from "../editor/code-field.jsx";
import { activeTab, adjust, route } from "../state/route.js";
import { studio } from "../state/studio.js";
import { rowsText } from "../state/work.js";
import { SqlResult } from "./sql-result.jsx";

/** What a tab shows below its query: rows, the plan as lines, or why there are none. */
interface Outcome {
  readonly rows?: SqlRows;
  readonly plan?: readonly string[];
  readonly error?: string;
}

/** Outcomes of the queries by tab, so that they are there when the user comes back to a tab. */
const outcomes = new Map<number, Outcome>();

/** Page that runs SQL over the entities and tables of the account. */
export function SqlPage() {
  return (
    <div class="sql">
      <h1>SQL</h1>
      <Show
        when={studio.overview()?.hasSql !== false}
        fallback={
          <p class="panel-note">
            SQL needs another package. Run <code>npm i -D @tablewright/sql</code>, then start Studio again.
          </p>
        }
      >
        <Show when={activeTab()} keyed>
          {(tab) => <SqlEditor tab={tab} />}
        </Show>
      </Show>
    </div>
  );
}

function SqlEditor(props: { readonly tab: number }) {
  const { tab } = props;
  const [typed, setTyped] = createSignal(route().sql ?? "");
  const [outcome, setOutcome] = createSignal<Outcome>(outcomes.get(tab) ?? {});
  const [progress, setProgress] = createSignal<string | undefined>();
  // The browser's Back goes to another query of the tab.
  createEffect(
    on(
      () => route().sql,
      (sql) => route().page === "sql" && setTyped(sql ?? ""),
      { defer: true },
    ),
  );
  let running: AbortController | undefined;
  onCleanup(() => running?.abort());

  /** Runs work on the query, which the user can stop. Shows its outcome, or its error. */
  async function run(work: (text: string, signal: AbortSignal) => Promise<Outcome>): Promise<void> {
    const text = typed().trim();
    if (text === "" || progress() !== undefined) return;
    keep();
    running = new AbortController();
    const { signal } = running;
    setProgress("Running…");
    const next = await work(text, signal).catch(
      (error: unknown): Outcome =>
        signal.aborted ? { error: "Stopped." } : { error: error instanceof Error ? error.message : String(error) },
    );
    setProgress(undefined);
    outcomes.set(tab, next);
    setOutcome(next);
  }

  /** Puts the query into the address of the tab. */
  function keep(): void {
    if (route().page === "sql" && activeTab() === tab && typed() !== (route().sql ?? "")) adjust({ sql: typed() });
  }

  const query = () =>
    run(async (text, signal) => ({
      rows: await callLong("sql", { text }, ({ rows }) => setProgress(`${rowsText(rows)} read`), signal),
    }));
  const explain = () =>
    run(async (text, signal) => ({ plan: (await callStudio("explainSql", { text }, signal)).lines }));

  return (
    <>
      <p class="panel-note">
        {"SELECT from "}
        <For each={sources()}>{(name) => <code class="sql-source">{name}</code>}</For>
        {" in DuckDB's SQL. Nothing is changed."}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus are those of the field */}
      <div
        onFocusOut={keep}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void query();
        }}
      >
        <CodeField
          language="sql"
          class="sql-text"
          label="SQL; Ctrl and Enter runs it"
          text={typed()}
          placeholder="SELECT currency, sum(total) FROM Order GROUP BY ALL"
          takesFocus
          onInput={setTyped}
        />
      </div>
      <div class="sql-actions">
        <Show
          when={progress()}
          fallback={
            <>
              <button type="button" class="button is-primary" onClick={() => void query()}>
                Run
              </button>
              <button type="button" class="button" onClick={() => void explain()}>
                Explain
              </button>
              <span class="panel-note">Explain says what it reads and costs, by a few requests.</span>
            </>
          }
        >
          <button type="button" class="button" onClick={() => running?.abort()}>
            Stop
          </button>
          <span class="panel-note" role="status">
            {progress()}
          </span>
        </Show>
      </div>
      <Show when={outcome().error}>
        {(error) => (
          <p class="plan-error sql-error" role="alert">
            {error()}
          </p>
        )}
      </Show>
      <Show when={outcome().plan}>{(lines) => <pre class="sql-plan">{lines().join("\n")}</pre>}</Show>
      <Show when={outcome().rows}>{(rows) => <SqlResult result={rows()} />}</Show>
    </>
  );
}

/** Number of names to suggest. */
const maxSources = 12;

/** Returns what a query can name after FROM: entities, and tables without a definition. */
function sources(): readonly string[] {
  const entities = (studio.overview()?.entities ?? []).filter(({ indexOf }) => indexOf === undefined);
  const tables = studio.tables().filter(({ name, exists }) => exists && studio.entitiesOf(name).length === 0);
  const all = [...entities.map(({ name }) => name), ...tables.map(({ name }) => `table('${name}')`)];
  return all.length <= maxSources ? all : [...all.slice(0, maxSources), "…"];
}
