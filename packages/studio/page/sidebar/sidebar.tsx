import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import type { EntityInfo, TableInfo } from "../../src/contract/model.js";
import { emptyQuery, formatAddress, route } from "../state/route.js";
import { countKey, studio } from "../state/studio.js";
import { SavedQueries } from "./saved-queries.jsx";

const [isOpen, setOpen] = createSignal(false);

/** Shows or hides the list of tables on a narrow page. */
export function toggleSidebar(): void {
  setOpen(!isOpen());
}

/** Sidebar with the account's tables, their entities, and the saved queries. */
export function Sidebar() {
  const [search, setSearch] = createSignal("");
  const tables = createMemo(() => {
    const wanted = search().toLowerCase();
    const matches = (name: string) => name.toLowerCase().includes(wanted);
    return studio
      .tables()
      .filter(({ name }) => matches(name) || studio.entitiesOf(name).some((each) => matches(each.name)));
  });
  const emptyText = () => {
    if (studio.overview() === undefined) return "Reading the tables…";
    return search() === "" ? "No tables" : "No table or entity has this name";
  };
  return (
    <nav class="sidebar" aria-label="Tables" classList={{ "is-open": isOpen() }}>
      <input
        class="field sidebar-search"
        type="search"
        placeholder="Find a table or entity"
        aria-label="Find a table or entity"
        value={search()}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul
        class="sidebar-list"
        onClick={() => setOpen(false)}
        onKeyDown={(event) => event.key === "Enter" && setOpen(false)}
      >
        <For each={tables()} fallback={<li class="sidebar-none">{emptyText()}</li>}>
          {(table) => <TableItem table={table} />}
        </For>
      </ul>
      <SavedQueries />
    </nav>
  );
}

function TableItem(props: { readonly table: TableInfo }) {
  const entities = () => studio.entitiesOf(props.table.name);
  return (
    <li>
      <Place table={props.table.name} label={props.table.name} class="sidebar-table" isMissing={!props.table.exists} />
      <Show when={entities().length > 0}>
        <ul>
          <For each={entities()}>{(entity) => <EntityItem entity={entity} />}</For>
        </ul>
      </Show>
    </li>
  );
}

function EntityItem(props: { readonly entity: EntityInfo }) {
  const kind = () => (props.entity.indexOf === undefined ? "sidebar-entity" : "sidebar-entity is-index");
  return (
    <li>
      <Place
        table={props.entity.table}
        entity={props.entity.name}
        label={props.entity.name}
        class={kind()}
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
  const count = () => studio.countOf(countKey(props.table, props.entity));
  return (
    <a
      ref={link}
      class={`sidebar-item ${props.class}`}
      href={formatAddress({ page: "rows", query: emptyQuery(props.table, props.entity) })}
      aria-current={isCurrent() ? "page" : undefined}
    >
      <span class="sidebar-name">{props.label}</span>
      <Show when={props.isMissing}>
        <span class="sidebar-note">not created</span>
      </Show>
      <Show when={count()}>{(text) => <span class="sidebar-count">{text()}</span>}</Show>
    </a>
  );
}
