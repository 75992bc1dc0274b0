/**
 * A page of the reference as a package ships it. Every section has an anchor of its own, the same as on the site: viewers of Markdown
 * make different ones of a heading. Links to other pages become plain text, since those pages are not shipped.
 */
export function packagedPage(page: string): string {
  return page
    .replace(/^### (\S+)$/gm, (heading, code: string) => `${heading} <a id="${code.replace(".", "-")}"></a>`)
    .replace(/\[([^\]\n]+)\]\((?!https:)[^)\n]+\)/g, "$1");
}
