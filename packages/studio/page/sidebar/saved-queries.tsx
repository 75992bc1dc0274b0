import { For, Show } from "solid-js";
import { Icon } from "../parts/icon.jsx";
import { withNotice } from "../state/notices.js";
import { formatAddress } from "../state/route.js";
import { studio } from "../state/studio.js";

/** List of the queries that the project saves in `tablewright.studio.json`, each with a button to delete it. */
export function SavedQueries() {
  const remove = (name: string) => withNotice(() => studio.save(studio.saved().filter((query) => query.name !== name)));
  return (
    <Show when={studio.saved().length > 0}>
      <h2 class="sidebar-heading">Saved queries</h2>
      <ul class="sidebar-list is-saved">
        <For each={studio.saved()}>
          {({ name, query }) => (
            <li class="sidebar-saved">
              <a class="sidebar-item" href={formatAddress({ page: "rows", query })}>
                <span class="sidebar-name">{name}</span>
                <span class="sidebar-note">{query.entity ?? query.table}</span>
              </a>
              <button
                type="button"
                class="icon-button"
                aria-label={`Delete the query ${name}`}
                onClick={() => void remove(name)}
              >
                <Icon name="close" />
              </button>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
