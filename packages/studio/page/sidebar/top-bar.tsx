import { Show } from "solid-js";
import { openPalette } from "../palette/command-palette.jsx";
import { go, route } from "../state/route.js";
import { studio } from "../state/studio.js";
import { toggleSidebar } from "./sidebar.jsx";

/** Bar with the name and kind of the account, a read-only badge if it applies, and the button that opens the command palette. */
export function TopBar() {
  return (
    <header class="top-bar">
      <button type="button" class="icon-button top-bar-menu" aria-label="Tables" onClick={toggleSidebar}>
        ☰
      </button>
      <span class="top-bar-logo" aria-hidden="true" />
      <strong class="top-bar-name">Studio</strong>
      <Show when={studio.overview()}>
        {(overview) => (
          <>
            <span class="badge" data-tone={overview().isEmulator ? "calm" : "danger"} title={overview().endpoint}>
              {overview().account}
            </span>
            <span class="top-bar-kind">
              {overview().isEmulator ? "emulator" : overview().kind === "cosmos" ? "Cosmos DB" : "Azure Storage"}
            </span>
            <Show when={overview().isReadOnly}>
              <span class="badge" data-tone="note">
                read-only
              </span>
            </Show>
          </>
        )}
      </Show>
      <span class="spacer" />
      <button
        type="button"
        class="button is-quiet"
        aria-pressed={route().page === "model"}
        onClick={() => go({ page: "model" })}
      >
        Model
      </button>
      <button type="button" class="button is-quiet top-bar-search" onClick={openPalette}>
        Commands <kbd>Ctrl K</kbd>
      </button>
    </header>
  );
}
