/**
 * Prints the queries of {@link queries} that do not find their page, one per line. Builds the index from the current pages, which takes
 * seconds; `pnpm docs:check` builds the whole site and uses its index. This is a program, not a test, because vitest cannot import
 * VitePress.
 */
import { readFileSync } from "node:fs";
import { pagePaths, pagesFolder } from "../../blocks/code-blocks.js";
import { buildIndex, failedQueries, type IndexedSection } from "./check-queries.js";
import { renderForSearch } from "./local-search.js";
import { pageSections } from "./page-sections.js";

const sections = await Promise.all(pagePaths().map(indexedSections));
process.stdout.write(
  failedQueries(buildIndex(sections.flat()))
    .map((line) => `${line}\n`)
    .join(""),
);

/** Returns the sections of a page, as VitePress adds them to the index. */
async function indexedSections(path: string): Promise<IndexedSection[]> {
  const html = await renderForSearch(readFileSync(`${pagesFolder}${path}`, "utf8"), {});
  const address = `/${path.replace(/\.md$/, "").replace(/^index$/, "")}`;
  return pageSections(path, html).map(({ anchor, titles, text }) => {
    return { id: `${address}#${anchor}`, text, title: titles.at(-1) ?? "", titles: titles.slice(0, -1) };
  });
}
