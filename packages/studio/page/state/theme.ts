import { createSignal } from "solid-js";

/** Themes to choose from; `system` is that of the operating system. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "tablewright theme";
const stored = window.localStorage.getItem(key);
const [theme, setCurrent] = createSignal<Theme>(themes.find((each) => each === stored) ?? "system");

/** Theme that was chosen last, also at a former visit. */
export { theme };

/** Shows the page in a theme, also at the next visit. */
export function setTheme(next: Theme): void {
  window.localStorage.setItem(key, next);
  setCurrent(next);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.style.colorScheme = theme() === "system" ? "light dark" : theme();
}
