import { Show } from "solid-js";
import { dismissNotice, notice } from "../state/notices.js";
import { Icon } from "./icon.jsx";

/** Shows the latest notice at the bottom of the page. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      <Show when={notice()}>
        {(shown) => (
          <div class="notice" data-tone={shown().tone}>
            <span>{shown().text}</span>
            <button type="button" class="icon-button" aria-label="Dismiss" onClick={dismissNotice}>
              <Icon name="close" />
            </button>
          </div>
        )}
      </Show>
    </div>
  );
}
