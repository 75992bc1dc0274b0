import MiniSearch from "minisearch";
import { queries } from "./queries.js";
import { indexOptions, searchOptions } from "./search-options.js";

/** Section in the index, as VitePress adds it. */
export interface IndexedSection {
  /** Address of the section, e.g. `/guide/keys#ranges`. */
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** Number of results that a reader looks at. */
const seen = 3;

const options = { storeFields: ["title", "titles"], ...indexOptions, searchOptions };

/** Builds the index of these sections with the options of the site. */
export function buildIndex(sections: readonly IndexedSection[]): MiniSearch {
  const index = new MiniSearch(options);
  index.addAll(sections as readonly Record<string, unknown>[] & typeof sections);
  return index;
}

/** Loads an index that VitePress has written. @param json the text of the module `@localSearchIndexroot` */
export function loadIndex(json: string): MiniSearch {
  return MiniSearch.loadJSON(json, options);
}

/** Queries with their pages. */
type Queries = Readonly<Record<string, readonly string[]>>;

/** Returns one sentence for each query whose pages are not among the first results. */
export function failedQueries(index: MiniSearch, wanted: Queries = queries): string[] {
  return Object.entries(wanted).flatMap(([query, pages]) => {
    const results = index
      .search(query)
      .slice(0, seen)
      .map(({ id }) => String(id));
    if (results.some((id) => pages.includes(id.replace(/#.*/, "")))) return [];
    return [`The search for "${query}" does not find ${pages.join(" or ")}, but ${results.join(", ") || "nothing"}.`];
  });
}
