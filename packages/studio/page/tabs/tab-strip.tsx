import { createEffect, For } from "solid-js";
import { Icon } from "../parts/icon.jsx";
import { describeQuery } from "../state/address.js";
import { activeTab, closeTab, formatAddress, openTab, type Route, showTab, tabs } from "../state/route.js";

/** Maximum length of what a tab says of its query, in UTF-16 units. */
const maxLabel = 24;

/** Open queries, each in a tab, and a button that opens another one. */
export function TabStrip() {
  return (
    <nav class="tabs" aria-label="Open queries" classList={{ "is-single": tabs().length === 1 }}>
      <For each={tabs()}>
        {(tab) => {
          const isActive = () => tab.id === activeTab();
          let element!: HTMLDivElement;
          // Of more tabs than there is room for, the active one is in view.
          createEffect(() => isActive() && element.scrollIntoView({ block: "nearest", inline: "nearest" }));
          const query = () => (tab.route.query === undefined ? (tab.route.sql ?? "") : describeQuery(tab.route.query));
          return (
            <div class="tab" ref={element} classList={{ "is-active": isActive() }}>
              <a
                class="tab-name"
                href={formatAddress(tab.route)}
                aria-current={isActive() ? "page" : undefined}
                title={query() || undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  showTab(tab.id);
                }}
                onAuxClick={(event) => {
                  if (event.button !== 1) return;
                  event.preventDefault();
                  closeTab(tab.id);
                }}
              >
                <span>{placeOf(tab.route)}</span>
                <span class="tab-query">{shorten(query())}</span>
              </a>
              <button
                type="button"
                class="icon-button tab-close"
                aria-label={`Close ${placeOf(tab.route)}`}
                onClick={() => closeTab(tab.id)}
              >
                <Icon name="close" />
              </button>
            </div>
          );
        }}
      </For>
      <button
        type="button"
        class="icon-button"
        aria-label="New tab"
        title="Opens the home page in another tab"
        onClick={() => openTab()}
      >
        <Icon name="plus" />
      </button>
    </nav>
  );
}

function placeOf({ page, query }: Route): string {
  if (page === "model") return "Model";
  if (page === "sql") return "SQL";
  return query?.entity ?? query?.table ?? "Home";
}

function shorten(text: string): string {
  return text.length <= maxLabel ? text : `${text.slice(0, maxLabel)}…`;
}
