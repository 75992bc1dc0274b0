import { createMarkdownRenderer, type DefaultTheme, type MarkdownRenderer } from "vitepress";
import { pagesFolder } from "../../blocks/code-blocks.js";
import { pageSections, type SearchWords, writeWords } from "./page-sections.js";
import { indexOptions, searchOptions } from "./search-options.js";

/** Environment of VitePress' renderer, in which the renderer puts the front matter of the page. */
interface PageEnvironment {
  frontmatter?: { readonly search?: SearchWords };
}

let renderer: Promise<MarkdownRenderer> | undefined;

/** Renders a page for the index: its code without colours and types on hover, and the words of its front matter. */
export async function renderForSearch(source: string, environment: PageEnvironment): Promise<string> {
  renderer ??= createMarkdownRenderer(pagesFolder, { highlight: escapeCode });
  const html = (await renderer).render(source, environment);
  return html + writeWords(environment.frontmatter?.search ?? {});
}

function escapeCode(code: string): string {
  return `<pre>${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</pre>`;
}

/** Options of VitePress' local search. */
export const localSearch: DefaultTheme.LocalSearchOptions = {
  _render: renderForSearch,
  miniSearch: { options: indexOptions, searchOptions, _splitIntoSections: pageSections },
};
