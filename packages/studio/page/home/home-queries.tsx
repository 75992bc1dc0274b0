import { For, Show } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import { Icon, type IconName } from "../parts/icon.jsx";
import { describeQuery } from "../state/address.js";
import { forgetRecent, recentQueries } from "../state/recent.js";
import { formatAddress } from "../state/route.js";
import { studio } from "../state/studio.js";

/** Number of recent queries on the page. The palette has all that the history keeps. */
const maxShown = 12;

/** Saved queries of the project, and the ones of the account that were run last in this browser. */
export function HomeQueries() {
  return (
    <Show when={studio.saved().length + recentQueries().length > 0}>
      <aside class="home-queries" aria-label="Queries">
        <Show when={studio.saved().length > 0}>
          <h2>Saved queries</h2>
          <ul>
            <For each={studio.saved()}>
              {({ name, query }) => (
                <QueryItem icon="saved" query={query} title={name} note={query.entity ?? query.table} />
              )}
            </For>
          </ul>
        </Show>
        <Show when={recentQueries().length > 0}>
          <div class="home-bar">
            <h2>Recent queries</h2>
            <button type="button" class="button is-quiet" onClick={forgetRecent}>
              Forget
            </button>
          </div>
          <ul>
            <For each={recentQueries().slice(0, maxShown)}>
              {(query) => (
                <QueryItem
                  icon="recent"
                  query={query}
                  title={query.entity ?? query.table}
                  note={describeQuery(query) || (query.entity === undefined ? "all rows, raw" : "all rows")}
                />
              )}
            </For>
          </ul>
        </Show>
      </aside>
    </Show>
  );
}

interface QueryItemProps {
  readonly icon: IconName;
  readonly query: RowQuery;
  readonly title: string;
  readonly note: string;
}

function QueryItem(props: QueryItemProps) {
  return (
    <li>
      <a class="home-query" href={formatAddress({ page: "rows", query: props.query })}>
        <Icon name={props.icon} />
        <span class="home-query-title">{props.title}</span>
        <span class="home-query-note">{props.note}</span>
      </a>
    </li>
  );
}
