import { createEffect, Match, Show, Switch } from "solid-js";
import { ReviewBar } from "./changes/review-bar.jsx";
import { HomePage } from "./home/home-page.jsx";
import { Keys } from "./keys.jsx";
import { ModelPage } from "./model/model-page.jsx";
import { CommandPalette } from "./palette/command-palette.jsx";
import { ConfirmDialog } from "./parts/confirm-dialog.jsx";
import { Given } from "./parts/given.jsx";
import { NameDialog } from "./parts/name-dialog.jsx";
import { Notices } from "./parts/notices.jsx";
import { WorkBar } from "./parts/work-bar.jsx";
import { EditManyDialog } from "./row/edit-many-dialog.jsx";
import { ImportDialog } from "./row/import-dialog.jsx";
import { InsertDialog } from "./row/insert-dialog.jsx";
import { RowsPage } from "./rows/rows-page.jsx";
import { Sidebar } from "./sidebar/sidebar.jsx";
import { TopBar } from "./sidebar/top-bar.jsx";
import { SqlPage } from "./sql/sql-page.jsx";
import { route } from "./state/route.js";
import { studio } from "./state/studio.js";

/** The whole page: account at the top, tables on the left, rows or the model beside them, and the bar of staged changes at the bottom. */
export function App() {
  createEffect(() => {
    const { query, page } = route();
    const place = page === "model" ? "Model" : page === "sql" ? "SQL" : (query?.entity ?? query?.table);
    document.title = `${place === undefined ? "" : `${place} · `}${studio.overview()?.account ?? "Tablewright"} · Studio`;
  });
  const isRemote = () => studio.overview()?.isEmulator === false;

  return (
    <div class="app" classList={{ "is-remote": isRemote() }}>
      <TopBar />
      <Show when={studio.overview() !== undefined || studio.failure() === undefined} fallback={<Failure />}>
        <div class="app-columns">
          <Sidebar />
          <main class="app-main">
            <Switch>
              <Match when={route().page === "model"}>
                <ModelPage />
              </Match>
              <Match when={route().page === "sql"}>
                <SqlPage />
              </Match>
              <Match when={true}>
                <Given when={route().query} fallback={<HomePage />}>
                  {(query) => <RowsPage query={query()} />}
                </Given>
              </Match>
            </Switch>
          </main>
        </div>
      </Show>
      <WorkBar />
      <ReviewBar />
      <InsertDialog />
      <EditManyDialog />
      <ImportDialog />
      <NameDialog />
      <ConfirmDialog />
      <CommandPalette />
      <Keys />
      <Notices />
    </div>
  );
}

/** Page for an account that cannot be read: the sentence of the client, which says what to do, and another try. */
function Failure() {
  const isStopped = () => (studio.failure() as { readonly code?: string } | undefined)?.code === "studio.stopped";
  return (
    <main class="empty" role="alert">
      <h1>{isStopped() ? "Studio has stopped" : "The account cannot be read"}</h1>
      <p>{studio.failure()?.message}</p>
      <button
        type="button"
        class="button is-primary"
        disabled={studio.isLoading()}
        onClick={() => void studio.refresh()}
      >
        {studio.isLoading() ? "Trying…" : "Try again"}
      </button>
    </main>
  );
}
