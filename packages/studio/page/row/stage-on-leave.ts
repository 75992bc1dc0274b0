import { onCleanup, untrack } from "solid-js";
import { leavesForAccount } from "../state/account.js";
import { staged } from "../state/staged.js";

let holds: (() => boolean) | undefined;

/** Returns whether the form of the open row has something that cannot be staged. It then says at the field why, and stays. */
export const holdsRow = (): boolean => holds?.() === true;

/**
 * Stages what was typed into the form of a row when the form goes away: another row is opened, the panel is closed, or the page is left. As
 * in the grid, a value that the runtime would refuse is staged too, and the review refuses to send it.
 * @param stage stages what was typed, if anything was
 * @param isHeld returns true to keep the row open, and shows the reason
 */
export function stageOnLeave(stage: () => void, isHeld?: () => boolean): void {
  const onUnload = (event: BeforeUnloadEvent) => {
    const before = staged.changes();
    stage();
    if (staged.changes() !== before && !leavesForAccount()) event.preventDefault();
  };
  window.addEventListener("beforeunload", onUnload);
  holds = isHeld;
  onCleanup(() => {
    window.removeEventListener("beforeunload", onUnload);
    if (holds === isHeld) holds = undefined;
    untrack(stage);
  });
}
