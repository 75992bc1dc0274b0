import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import type { EntityInfo, TableInfo } from "../../src/contract/model.js";
import { Icon, type IconName } from "../parts/icon.jsx";
import { emptyQuery, formatAddress, route } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { groupTables, type TableGroup } from "./group-tables.js";
import { SavedQueries } from "./saved-queries.jsx";

const [isOpen, setOpen] = createSignal(false);

/** Shows or hides the list of tables on a narrow page. */
export function toggleSidebar(): void {
  setOpen(!isOpen());
}

/** Maximum number of tables that the search lists. */
const maxFound = 100;

/** Sidebar with the account's tables, their entities, and the saved queries. */
export function Sidebar() {
  const [search, setSearch] = createSignal("");
  const found = createMemo(() => studio.tablesWith(search()));
  const listed = createMemo(() => (search() === "" ? groupTables(found()) : found().slice(0, maxFound)));
  const emptyText = () => {
    if (studio.overview() === undefined) return "Reading the tables…";
    return search() === "" ? "No tables" : "No table or entity has this name";
  };
  let field!: HTMLInputElement;
  let list!: HTMLUListElement;
  const items = () => [...list.querySelectorAll<HTMLElement>(".sidebar-item")];

  /** Opens the table or entity that the search has found, or goes to the list. */
  function onSearchKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") items()[0]?.focus();
    else if (event.key === "Enter" && search() !== "") findMatch(items(), search(), found().length)?.click();
    else return;
    event.preventDefault();
  }

  /** Moves in the list; from its first item to the search. */
  function onListKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key === "Enter" && target instanceof HTMLAnchorElement) setOpen(false);
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    const all = items();
    const next = all.indexOf(target as HTMLElement) + (key === "ArrowDown" ? 1 : -1);
    (next < 0 ? field : all[next])?.focus();
    event.preventDefault();
  }

  return (
    <nav class="sidebar" aria-label="Tables" classList={{ "is-open": isOpen() }}>
      <input
        ref={field}
        class="field sidebar-search"
        type="search"
        placeholder="Find a table or entity"
        aria-label="Find a table or entity"
        value={search()}
        onInput={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onSearchKey}
      />
      <div class="sidebar-scroll">
        <ul
          ref={list}
          class="sidebar-list"
          onClick={({ target }) => target instanceof Element && target.closest("a") !== null && setOpen(false)}
          onKeyDown={onListKey}
        >
          <For each={listed()} fallback={<li class="sidebar-none">{emptyText()}</li>}>
            {(each) => ("tables" in each ? <GroupItem group={each} /> : <TableItem table={each} />)}
          </For>
          <Show when={search() !== "" && found().length > maxFound}>
            <li class="sidebar-none">{`${(found().length - maxFound).toLocaleString("en-US")} more`}</li>
          </Show>
        </ul>
        <SavedQueries />
      </div>
    </nav>
  );
}

/** Returns the item that has the searched name; if a single table was found, otherwise its first item with a part of the name. */
function findMatch(items: readonly HTMLElement[], text: string, tables: number): HTMLElement | undefined {
  const wanted = text.toLowerCase();
  const nameOf = (item: HTMLElement) => item.querySelector(".sidebar-name")?.textContent.toLowerCase() ?? "";
  const exact = items.find((item) => nameOf(item) === wanted);
  return exact ?? (tables === 1 ? items.find((item) => nameOf(item).includes(wanted)) : undefined);
}

/** Tables with the same first word. The group of the table that is open is open too, unless the user closes it. */
function GroupItem(props: { readonly group: TableGroup }) {
  const [isExpanded, setExpanded] = createSignal(false);
  const isCurrent = createMemo(() => props.group.tables.some(({ name }) => name === route().query?.table));
  createEffect(() => setExpanded(isCurrent()));
  return (
    <li>
      <button
        type="button"
        class="sidebar-item sidebar-group"
        aria-expanded={isExpanded()}
        onClick={() => setExpanded(!isExpanded())}
      >
        <Icon name={isExpanded() ? "down" : "right"} />
        <span class="sidebar-name">{props.group.prefix}</span>
        <span class="sidebar-count">{props.group.tables.length}</span>
      </button>
      <Show when={isExpanded()}>
        <ul>
          <For each={props.group.tables}>{(table) => <TableItem table={table} />}</For>
        </ul>
      </Show>
    </li>
  );
}

function TableItem(props: { readonly table: TableInfo }) {
  const entities = () => studio.entitiesOf(props.table.name);
  return (
    <li>
      <Place
        table={props.table.name}
        label={props.table.name}
        class="sidebar-table"
        icon="table"
        isMissing={!props.table.exists}
      />
      <Show when={entities().length > 0}>
        <ul>
          <For each={entities()}>{(entity) => <EntityItem entity={entity} />}</For>
        </ul>
      </Show>
    </li>
  );
}

function EntityItem(props: { readonly entity: EntityInfo }) {
  const isIndex = () => props.entity.indexOf !== undefined;
  return (
    <li>
      <Place
        table={props.entity.table}
        entity={props.entity.name}
        label={props.entity.name}
        class={isIndex() ? "sidebar-entity is-index" : "sidebar-entity"}
        icon={isIndex() ? "index" : "entity"}
        isMissing={false}
      />
    </li>
  );
}

interface PlaceProps {
  readonly table: string;
  readonly entity?: string;
  readonly label: string;
  readonly class: string;
  readonly icon: IconName;
  readonly isMissing: boolean;
}

function Place(props: PlaceProps) {
  const isCurrent = () => {
    const { page, query } = route();
    return page === "rows" && query?.table === props.table && query.entity === props.entity;
  };
  let link!: HTMLAnchorElement;
  // Of thousands of tables, the one that is open is in view.
  createEffect(() => isCurrent() && link.scrollIntoView({ block: "nearest" }));
  const key = () => countKey(props.table, props.entity);
  return (
    <a
      ref={link}
      class={`sidebar-item ${props.class}`}
      href={formatAddress({ page: "rows", query: emptyQuery(props.table, props.entity) })}
      aria-current={isCurrent() ? "page" : undefined}
    >
      <Icon name={props.icon} />
      <span class="sidebar-name">{props.label}</span>
      <Show when={props.isMissing}>
        <span class="sidebar-note">not created</span>
      </Show>
      <Show when={studio.countOf(key())}>
        {(text) => (
          <span class="sidebar-count" title={`Counted ${studio.countedAt(key())}`}>
            {text()}
          </span>
        )}
      </Show>
    </a>
  );
}
