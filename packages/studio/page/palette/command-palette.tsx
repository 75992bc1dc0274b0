import { Dialog } from "@kobalte/core/dialog";
import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import { createTables } from "../home/create-tables.js";
import { openKeys } from "../keys.jsx";
import { askName } from "../parts/name-dialog.jsx";
import { account, switchAccount } from "../state/account.js";
import { describeQuery } from "../state/address.js";
import { withNotice } from "../state/notices.js";
import { forgetRecent, recentQueries } from "../state/recent.js";
import { activeTab, closeTab, emptyQuery, formatAddress, go, openSql, openTab } from "../state/route.js";
import { studio } from "../state/studio.js";
import { setTheme, themes } from "../state/theme.js";
import { type Command, findCommands, registerCommands } from "./commands.js";
import { keyCommands } from "./key-commands.js";

const [isOpen, setOpen] = createSignal(false);

export function openPalette(): void {
  setOpen(true);
}

/** Number of commands in the list, which scrolls. */
const maxShown = 100;

/** Dialog that finds commands by typed words and runs one. */
export function CommandPalette() {
  const [text, setText] = createSignal("");
  const [active, setActive] = createSignal(0);
  registerCommands(places);
  const found = createMemo(() => [...keyCommands(text()), ...findCommands(text())].slice(0, maxShown));
  createEffect(() => {
    if (!isOpen()) return;
    setText("");
    setActive(0);
  });

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    setOpen(false);
    // Waits until the closing dialog has returned the focus, because the command may move it.
    setTimeout(() => command.run());
  }

  function moveTo(index: number): void {
    setActive(index);
    document.querySelector(`#command-${index}`)?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = Math.max(0, found().length - 1);
    if (event.key === "ArrowDown") moveTo(Math.min(last, active() + 1));
    else if (event.key === "ArrowUp") moveTo(Math.max(0, active() - 1));
    else if (event.key === "Enter") run(found()[active()]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog open={isOpen()} onOpenChange={setOpen} preventScroll={false}>
      <Dialog.Portal>
        <Dialog.Overlay class="modal-overlay" />
        <div class="modal-place is-top">
          <Dialog.Content class="palette">
            <Dialog.Title class="sr-only">Commands</Dialog.Title>
            <input
              class="palette-input"
              ref={(field) => queueMicrotask(() => field.focus())}
              role="combobox"
              aria-label="Command"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={found().length > 0 ? `command-${active()}` : undefined}
              placeholder="A command, a table, or an entity and its key: Order C1 2026-11-01"
              value={text()}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
            />
            <div class="palette-list" id="palette-list" role="listbox" aria-label="Commands">
              <For each={found()}>
                {(command, index) => (
                  <div
                    class="palette-item"
                    role="option"
                    id={`command-${index()}`}
                    aria-selected={index() === active()}
                    onClick={() => run(command)}
                    onPointerMove={() => setActive(index())}
                  >
                    <span>{command.title}</span>
                    <Show when={command.note}>{(note) => <span class="palette-note">{note()}</span>}</Show>
                  </div>
                )}
              </For>
            </div>
            <Show when={found().length === 0}>
              <p class="palette-none">No command has these words.</p>
            </Show>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog>
  );
}

/** Asks for a name, creates the table and shows it. */
function createTable(): void {
  askName({
    title: "Create a table",
    name: "",
    action: "Create",
    async take(name) {
      await createTables([name]);
      go({ page: "rows", query: emptyQuery(name) });
    },
  });
}

/** Returns the commands that open a table, an entity, a saved query or the model. */
function places(): Command[] {
  const show = (address: string) => {
    window.location.hash = address;
  };
  const entities = studio.tables().flatMap(({ name }) => studio.entitiesOf(name));
  return [
    ...entities.map(({ name, table }) => ({
      title: name,
      note: `entity of ${table}`,
      run: () => show(formatAddress({ page: "rows", query: emptyQuery(table, name) })),
    })),
    ...studio.tables().map(({ name }) => ({
      title: name,
      note: "table, raw rows",
      run: () => show(formatAddress({ page: "rows", query: emptyQuery(name) })),
    })),
    ...studio.saved().map(({ name, query }) => ({
      title: name,
      note: "saved query",
      run: () => show(formatAddress({ page: "rows", query })),
    })),
    ...recentQueries().map((query) => ({
      title: `${query.entity ?? query.table} ${describeQuery(query)}`.trim(),
      note: "recent query",
      run: () => show(formatAddress({ page: "rows", query })),
    })),
    { title: "Home", note: "tables and saved queries", run: () => go({ page: "rows" }) },
    ...studio
      .accounts()
      .flatMap((each, place) =>
        place === account
          ? []
          : { title: `Account ${each.account}`, note: new URL(each.endpoint).host, run: () => switchAccount(place) },
      ),
    { title: "New tab", run: () => openTab() },
    { title: "Close the tab", run: () => closeTab(activeTab()) },
    { title: "Forget the recent queries", run: forgetRecent },
    { title: "Refresh the tables", run: () => void studio.refresh() },
    { title: "Read the definitions again", run: () => void withNotice(() => studio.reload()) },
    { title: "Create a table", run: createTable },
    { title: "Keys", note: "?", run: openKeys },
    ...themes.map((theme) => ({ title: `Theme: ${theme}`, run: () => setTheme(theme) })),
    ...(studio.overview()?.hasSql ? [{ title: "SQL", note: "a query over entities and tables", run: openSql }] : []),
    { title: "Model", note: "entities, keys and indexes", run: () => go({ page: "model" }) },
  ];
}
