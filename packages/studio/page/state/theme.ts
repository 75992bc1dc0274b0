/** Themes to choose from; `system` is that of the operating system. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "tablewright theme";

/** Shows the page in a theme, also at the next visit. */
export function setTheme(theme: Theme): void {
  window.localStorage.setItem(key, theme);
  apply(theme);
}

/** Shows the page in the theme that was chosen last. */
export function applyTheme(): void {
  const stored = window.localStorage.getItem(key);
  apply(themes.find((theme) => theme === stored) ?? "system");
}

function apply(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === "system" ? "light dark" : theme;
}
