import { createSignal } from "solid-js";

const [revealed, setRevealed] = createSignal<ReadonlySet<string>>(new Set());

/** Hidden properties whose values the user asked for in this visit of the page: `User.passwordHash`. */
export { revealed };

export function reveal(property: string): void {
  setRevealed((all) => new Set([...all, property]));
}
