import { posix } from "node:path";

/** Pages of the reference that a package ships, by their names here. */
const shipped: Readonly<Record<string, string>> = {
  "errors.md": "`docs/errors.md` of `@tablewright/runtime`",
  "diagnostics.md": "`docs/diagnostics.md` of `@tablewright/generator`",
  "commands.md": "`docs/commands.md` of `tablewright`",
};

/**
 * A page of the reference as a package ships it. Every section has an anchor of its own, the same as on the site: viewers of Markdown
 * make different ones of a heading. Links to other pages become text that says where the page is, since it is not in the package.
 */
export function packagedPage(page: string): string {
  return page
    .replace(/^### (\S+)$/gm, (heading, code: string) => `${heading} <a id="${code.replace(".", "-")}"></a>`)
    .replace(/\[([^\]\n]+)\]\((?!https:)([^)\n]+)\)/g, (_, text: string, link: string) => `${text} (${placeOf(link)})`);
}

function placeOf(link: string): string {
  const path = link.replace(/#.*/, "");
  return shipped[path] ?? `in the repository: \`${posix.join("packages/docs/pages/reference", path)}\``;
}
