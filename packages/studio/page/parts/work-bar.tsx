import { work } from "../state/work.js";
import { Given } from "./given.jsx";

/** Bar with the progress of long work, such as a count, and a button that stops it. */
export function WorkBar() {
  return (
    <Given when={work()}>
      {(shown) => (
        <div class="work-bar">
          <span role="status">{shown().text}</span>
          <button type="button" class="button" onClick={() => shown().stop()}>
            Stop
          </button>
        </div>
      )}
    </Given>
  );
}
