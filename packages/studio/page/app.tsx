import { createEffect, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { ReviewBar } from "./changes/review-bar.jsx";
import { ModelPage } from "./model/model-page.jsx";
import { CommandPalette, openPalette } from "./palette/command-palette.jsx";
import { NameDialog } from "./parts/name-dialog.jsx";
import { Notices } from "./parts/notices.jsx";
import { EditManyDialog } from "./row/edit-many-dialog.jsx";
import { InsertDialog } from "./row/insert-dialog.jsx";
import { RowsPage } from "./rows/rows-page.jsx";
import { Sidebar } from "./sidebar/sidebar.jsx";
import { TopBar } from "./sidebar/top-bar.jsx";
import { route } from "./state/route.js";
import { studio } from "./state/studio.js";

/** The whole page: account at the top, tables on the left, rows or the model beside them, and the bar of staged changes at the bottom. */
export function App() {
  createEffect(() => {
    const { query, page } = route();
    const place = page === "model" ? "Model" : (query?.entity ?? query?.table);
    document.title = `${place === undefined ? "" : `${place} · `}${studio.overview()?.account ?? "Tablewright"} · Studio`;
  });
  onMount(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener("keydown", onKeyDown);
    onCleanup(() => window.removeEventListener("keydown", onKeyDown));
  });
  const isRemote = () => studio.overview()?.isEmulator === false;

  return (
    <div class="app" classList={{ "is-remote": isRemote() }}>
      <TopBar />
      <Show when={studio.overview.error === undefined} fallback={<Failure message={String(studio.overview.error)} />}>
        <div class="app-columns">
          <Sidebar />
          <main class="app-main">
            <Switch fallback={<Welcome />}>
              <Match when={route().page === "model"}>
                <ModelPage />
              </Match>
              <Match when={route().query}>{(query) => <RowsPage query={query()} />}</Match>
            </Switch>
          </main>
        </div>
      </Show>
      <ReviewBar />
      <InsertDialog />
      <EditManyDialog />
      <NameDialog />
      <CommandPalette />
      <Notices />
    </div>
  );
}

function Welcome() {
  return (
    <div class="empty">
      <h1>Choose a table</h1>
      <p>
        Tables and their entities are on the left. Press <kbd>Ctrl</kbd> <kbd>K</kbd> for every command.
      </p>
    </div>
  );
}

function Failure(props: { readonly message: string }) {
  return (
    <main class="empty" role="alert">
      <h1>The account cannot be read</h1>
      <p>{props.message.replace(/^\w*Error: /, "")}</p>
      <button type="button" class="button" onClick={() => void studio.refetch()}>
        Try again
      </button>
    </main>
  );
}
