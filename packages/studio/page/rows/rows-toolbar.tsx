import { For, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { Plan, RowQuery } from "../../src/contract/query.js";
import type { RowActions } from "../grid/row-actions.js";
import { Icon } from "../parts/icon.jsx";
import { Menu } from "../parts/menu.jsx";
import { openImport } from "../row/import-dialog.jsx";
import { openInsert } from "../row/insert-dialog.jsx";
import { adjust, emptyQuery, go, route } from "../state/route.js";
import { studio } from "../state/studio.js";
import { exportShown, saveQuery } from "./row-commands.js";
import type { Search } from "./search.js";
import { tableCommands } from "./table-commands.js";

interface RowsToolbarProps {
  readonly query: RowQuery;
  readonly entity: EntityInfo | undefined;
  readonly search: Search;
  readonly actions: RowActions;
  readonly plan: Plan | undefined;
  /** Number of selected rows. */
  readonly selected: number;
  /** True if all rows of the query are selected. */
  readonly isWhole: boolean;
  onEditSelected(): void;
  onDeleteSelected(): void;
  onRefresh(): void;
}

/** Toolbar above the rows: title, switch between typed, tree and raw view, search, and actions on all rows. */
export function RowsToolbar(props: RowsToolbarProps) {
  const others = () => studio.entitiesOf(props.query.table).filter(({ indexOf }) => indexOf === undefined);
  const rowsText = () => (props.isWhole ? "all rows" : `${props.selected.toLocaleString("en-US")} rows`);
  return (
    <div class="toolbar">
      <h1 class="toolbar-title">{props.query.entity ?? props.query.table}</h1>
      <Show when={props.entity?.indexOf}>
        {(owner) => <span class="toolbar-note">rows of an index of {owner()}</span>}
      </Show>
      <div class="segments" role="group" aria-label="View">
        <Show
          when={props.entity}
          fallback={
            <For each={others().slice(0, 4)}>{({ name }) => <TypedView query={props.query} entity={name} />}</For>
          }
        >
          <Segment label="Typed" isOn={route().view !== "tree"} onChoose={() => adjust({ view: "grid" })} />
          <Segment label="Tree" isOn={route().view === "tree"} onChoose={() => adjust({ view: "tree" })} />
        </Show>
        <Segment
          label="Raw"
          isOn={props.entity === undefined}
          onChoose={() => go({ page: "rows", query: emptyQuery(props.query.table) })}
        />
      </div>
      <Show when={props.entity?.expires}>
        <label class="toolbar-switch">
          <input
            type="checkbox"
            checked={props.query.expired === true}
            onChange={(event) => {
              const { expired: _, ...rest } = props.query;
              go({ ...route(), page: "rows", query: event.currentTarget.checked ? { ...rest, expired: true } : rest });
            }}
          />
          expired rows
        </label>
      </Show>
      <span class="spacer" />
      <SearchField search={props.search} />
      <button type="button" class="button is-quiet" onClick={() => props.onRefresh()}>
        <Icon name="refresh" />
        Refresh
      </button>
      <Menu
        label="More"
        items={[
          { title: "Save this query", run: () => saveQuery(props.query) },
          { title: "Export as CSV", run: () => exportShown(props.query, "csv", props.plan) },
          { title: "Export as NDJSON", run: () => exportShown(props.query, "ndjson", props.plan) },
          ...(props.actions.isReadOnly
            ? []
            : [{ title: "Import from a file", run: () => openImport(props.query.table) }]),
          ...tableCommands(props.query.table).map(({ title, run }) => ({ title, run })),
        ]}
      />
      <Show when={props.selected > 1 && !props.actions.isReadOnly}>
        <Show when={props.entity !== undefined}>
          <button type="button" class="button" onClick={() => props.onEditSelected()}>
            {`Edit ${rowsText()}`}
          </button>
        </Show>
        <button type="button" class="button is-danger" onClick={() => props.onDeleteSelected()}>
          {`Delete ${rowsText()}`}
        </button>
      </Show>
      <Show when={!props.actions.isReadOnly}>
        <button
          type="button"
          class="button"
          onClick={() => openInsert(props.query.table, props.entity, props.query.keys)}
        >
          <Icon name="plus" />
          Insert
        </button>
      </Show>
    </div>
  );
}

function TypedView(props: { readonly query: RowQuery; readonly entity: string }) {
  return (
    <Segment
      label={props.entity}
      isOn={false}
      onChoose={() => go({ page: "rows", query: emptyQuery(props.query.table, props.entity) })}
    />
  );
}

function Segment(props: { readonly label: string; readonly isOn: boolean; onChoose(): void }) {
  return (
    <button type="button" class="segment" aria-pressed={props.isOn} onClick={() => props.onChoose()}>
      {props.label}
    </button>
  );
}

/** Field for the text to search, the number of hits, and buttons that move between them. */
function SearchField(props: { readonly search: Search }) {
  return (
    <>
      <input
        class="field toolbar-search"
        type="search"
        placeholder="Search values"
        aria-label="Search values; Enter finds the next and reads on, Shift and Enter the previous"
        title="Marks the cells that were read. Enter moves to the next one, and reads on at the end. Shift and Enter move back."
        value={props.search.text()}
        onInput={(event) => props.search.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") void props.search.move(event.shiftKey ? "previous" : "next");
          else if (event.key === "Escape") document.querySelector<HTMLElement>("[role=grid]")?.focus();
        }}
      />
      <Show when={props.search.text() !== ""}>
        <output class="toolbar-note toolbar-hits">{props.search.status()}</output>
        <button
          type="button"
          class="button is-quiet"
          aria-label="Previous hit"
          title="Previous hit (Shift+Enter)"
          onClick={() => void props.search.move("previous")}
        >
          ↑
        </button>
        <button
          type="button"
          class="button is-quiet"
          aria-label="Next hit"
          title="Next hit (Enter)"
          onClick={() => void props.search.move("next")}
        >
          ↓
        </button>
      </Show>
    </>
  );
}
