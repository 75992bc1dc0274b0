import { createEffect, createRoot, on } from "solid-js";
import { leavesForAccount } from "./account.js";
import { notify } from "./notices.js";
import { staged } from "./staged.js";
import type { Prepared } from "./staged-change.js";
import { studio } from "./studio.js";

interface Kept {
  /** Without what the server has found, because it checks them again. */
  readonly changes: readonly Prepared[];
  readonly undo: readonly Prepared[];
}

/** Maximum length of the text that is kept, in UTF-16 units. Browsers give a site 5 MiB. */
const maxText = 2_000_000;

let hasWarned = false;
/** False if the staged changes are too many to be kept. */
let areKept = true;

/**
 * Keeps the staged changes in the session storage of this browser tab, so that they survive a reload, and lets the browser ask before the
 * tab is closed. They are forgotten when the tab is closed.
 */
export function keepStaged(): void {
  window.addEventListener("beforeunload", (event) => {
    if (staged.changes().length > 0 && !(leavesForAccount() && areKept)) event.preventDefault();
  });
  createRoot(() => {
    let isRestored = false;
    createEffect(() => {
      const account = studio.overview();
      if (account === undefined || isRestored) return;
      isRestored = true;
      restore(keyOf(account.endpoint));
    });
    createEffect(
      on([staged.changes, staged.undo], ([changes, undo]) => {
        const account = studio.overview();
        const kept = changes.map(({ change, before, after, isUndo }) => ({ change, before, after, isUndo }));
        if (account !== undefined && isRestored) keep(keyOf(account.endpoint), { changes: kept, undo });
      }),
    );
  });
}

function keyOf(endpoint: string): string {
  return `tablewright staged ${endpoint}`;
}

function restore(key: string): void {
  const text = window.sessionStorage.getItem(key);
  if (text === null) return;
  const { changes, undo } = JSON.parse(text) as Kept;
  if (changes.length > 0) notify(`${changes.length} staged changes were kept`);
  staged.restore(changes, undo);
}

function keep(key: string, kept: Kept): void {
  if (kept.changes.length + kept.undo.length === 0) {
    window.sessionStorage.removeItem(key);
    return;
  }
  const text = JSON.stringify(kept);
  areKept = text.length <= maxText;
  if (areKept) window.sessionStorage.setItem(key, text);
  else {
    window.sessionStorage.removeItem(key);
    if (!hasWarned) notify("There are too many staged changes to survive a reload of the page.", "error");
    hasWarned = true;
  }
}
