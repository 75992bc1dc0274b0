import { Show } from "solid-js";
import type { AccountInfo } from "../../src/contract/model.js";
import { openPalette } from "../palette/command-palette.jsx";
import { Given } from "../parts/given.jsx";
import { Icon } from "../parts/icon.jsx";
import { ActionMenu, type MenuAction } from "../parts/menu.jsx";
import { account, switchAccount } from "../state/account.js";
import { kindText } from "../state/kind-text.js";
import { formatAddress, go, openSql, route } from "../state/route.js";
import { studio } from "../state/studio.js";
import { setTheme, theme, themes } from "../state/theme.js";
import { TabStrip } from "../tabs/tab-strip.jsx";
import { toggleSidebar } from "./sidebar.jsx";

/** Bar with the name and kind of the account, a read-only badge if it applies, the open tabs, and what concerns the whole page. */
export function TopBar() {
  return (
    <header class="top-bar">
      <button type="button" class="icon-button top-bar-menu" aria-label="Tables" onClick={toggleSidebar}>
        <Icon name="menu" />
      </button>
      <a class="top-bar-home" href={formatAddress({ page: "rows" })} aria-label="Home">
        <Mark />
        <strong class="top-bar-name">Studio</strong>
      </a>
      <Given when={studio.overview() ?? studio.accounts()[account]}>
        {(shown) => (
          <>
            <Show when={studio.accounts().length > 1} fallback={<AccountBadge account={shown()} />}>
              <ActionMenu class="button is-quiet top-bar-account" label="Account" actions={otherAccounts}>
                <AccountBadge account={shown()} />
                <Icon name="down" />
              </ActionMenu>
            </Show>
            <span class="top-bar-kind">{kindText(shown())}</span>
          </>
        )}
      </Given>
      <Show when={studio.overview()?.isReadOnly}>
        <span class="badge">read-only</span>
      </Show>
      <TabStrip />
      <button
        type="button"
        class="button is-quiet"
        aria-pressed={route().page === "model"}
        aria-label="Model"
        onClick={() => go({ page: "model" })}
      >
        <Icon name="model" />
        <span class="top-bar-word">Model</span>
      </button>
      <Show when={studio.overview()?.hasSql}>
        <button
          type="button"
          class="button is-quiet"
          aria-pressed={route().page === "sql"}
          aria-label="SQL"
          onClick={openSql}
        >
          <Icon name="sql" />
          <span class="top-bar-word">SQL</span>
        </button>
      </Show>
      <ActionMenu
        class="button is-quiet"
        label="Theme"
        actions={() =>
          themes.map((each) => ({ title: `${each === theme() ? "✓ " : ""}${names[each]}`, run: () => setTheme(each) }))
        }
      >
        <Icon name="theme" />
      </ActionMenu>
      <button type="button" class="button is-quiet top-bar-search" aria-label="Commands" onClick={openPalette}>
        <Icon name="search" />
        <span class="top-bar-word">Commands</span> <kbd>Ctrl K</kbd>
      </button>
    </header>
  );
}

function AccountBadge(props: { readonly account: AccountInfo }) {
  return (
    <span class="badge" data-tone={props.account.isEmulator ? "calm" : "danger"} title={props.account.endpoint}>
      {props.account.account}
    </span>
  );
}

function otherAccounts(): readonly MenuAction[] {
  return studio.accounts().map((each, place) => ({
    title: `${place === account ? "✓ " : ""}${each.account}, ${kindText(each)}, ${new URL(each.endpoint).host}`,
    run: () => place !== account && switchAccount(place),
  }));
}

const names = { system: "As the system", light: "Light", dark: "Dark" } as const;

/** Mark of Tablewright, the same as that of its site. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M7 9h18v4H7zM7 15h8v8H7zM17 15h8v8h-8z" />
    </svg>
  );
}
