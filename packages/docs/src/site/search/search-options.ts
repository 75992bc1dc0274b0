import type { DefaultTheme } from "vitepress";

type LocalSearch = NonNullable<DefaultTheme.LocalSearchOptions["miniSearch"]>;
type IndexOptions = NonNullable<LocalSearch["options"]>;
type SearchOptions = NonNullable<LocalSearch["searchOptions"]>;

/** Separates the text of a section from the words of its front matter. VitePress has only one field for both. */
export const wordsMark = "\u0001";

/**
 * Options of the index. `words` come from the front matter: readers type them, but the page does not contain them. VitePress copies these
 * functions into the page as text, so they must not use anything outside themselves.
 */
export const indexOptions = {
  fields: ["title", "titles", "words", "text"],
  extractField: (document: Record<string, unknown>, field: string) => {
    const [text, words] = String(document["text"] ?? "").split("\u0001");
    if (field === "text") return text;
    return field === "words" ? words : document[field];
  },
  processTerm: (term: string) => {
    const word = term.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    const stop =
      /^(?:|a|an|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|is|it|my|of|on|or|the|this|to|use|using|what|with|you)$/;
    if (stop.test(word)) return null;
    return word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<![su])s$/, "") : word;
  },
} satisfies IndexOptions & { readonly fields: readonly string[] };

/** Options of a search. Titles and the words of the front matter state what a section is about; its text mentions much else. */
export const searchOptions = {
  boost: { title: 6, words: 10, titles: 1, text: 1 },
  fuzzy: (term: string) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
  prefix: (term: string) => term.length > 2,
  // The references have hundreds of sections, which together contain the words of all others. A section of the API comes first only if its
  // name is searched.
  boostDocument: (id: string) =>
    /^\/api\//.test(String(id)) ? 0.3 : /^\/reference\/(?:errors|diagnostics|commands)/.test(String(id)) ? 0.8 : 1,
} satisfies SearchOptions;
