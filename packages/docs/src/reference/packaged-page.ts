import { posix } from "node:path";

/** Pages of the reference that a package ships, by their names here. */
const shipped: Readonly<Record<string, string>> = {
  "errors.md": "`docs/errors.md` of `@tablewright/runtime`",
  "diagnostics.md": "`docs/diagnostics.md` of `@tablewright/generator`",
  "commands.md": "`docs/commands.md` of `tablewright`",
};

/**
 * Converts a page of the reference for a package. Every section gets an explicit anchor, the same as on the site, because Markdown viewers
 * derive different anchors from a heading. Links to other pages become text with the location, because those pages are not in the package.
 */
export function packagedPage(page: string): string {
  return page
    .replace(/^### (\S+)$/gm, (heading, code: string) => `${heading} <a id="${code.replace(".", "-")}"></a>`)
    .replace(
      /\[([^\]\n]+)\]\((?!https:)([^)\n]+)\)/g,
      (_, text: string, link: string) => `${text} (${resolvePlace(link)})`,
    );
}

function resolvePlace(link: string): string {
  const path = link.replace(/#.*/, "");
  return shipped[path] ?? `in the repository: \`${posix.join("packages/docs/pages/reference", path)}\``;
}
