import { wordsMark } from "./search-options.js";

/** Part of a page that the search finds separately: a heading and what follows it, up to the next heading. */
export interface PageSection {
  readonly anchor: string;
  /** Title of the section, after those of the headings above it. */
  readonly titles: string[];
  /** Text, and after {@link wordsMark} the words of the front matter. */
  readonly text: string;
}

/** Words that readers type but that the page does not contain, by the anchor of the heading that the search must find. */
export type SearchWords = Readonly<Record<string, string>>;

/** Level of the members of a class in the API reference. The headings below are "Parameters", "Returns" and the like, hundreds of them. */
const apiDepth = 3;

/** Returns an HTML comment that carries the words of the front matter to {@link pageSections}. */
export function writeWords(words: SearchWords): string {
  return `<!--search:${encodeURIComponent(JSON.stringify(words)).replaceAll("-", "%2D")}-->`;
}

/** Returns the sections of a rendered page. @throws Error if its front matter has words for a heading that the page lacks */
export function pageSections(path: string, html: string): PageSection[] {
  const words = readWords(html);
  const found: PageSection[] = [];
  const titles: string[] = [];
  const levels = /\bpages\/api\//.test(path) ? `1-${apiDepth}` : "1-6";
  for (const part of html.split(new RegExp(`(?=<h[${levels}]\\b)`))) {
    const [heading = "", level, anchor] = /^<h([1-6]) id="([^"]*)".*?<\/h\1>/s.exec(part) ?? [];
    if (level === undefined || anchor === undefined) continue;
    const title = plainText(heading.replace(/<a class="header-anchor".*?<\/a>/s, ""));
    titles.splice(Number(level) - 1, titles.length, title);
    const text = plainText(part.slice(heading.length));
    found.push({ anchor, titles: titles.filter(Boolean), text: `${text}${wordsMark}${words[anchor] ?? ""}` });
  }
  const missing = Object.keys(words).filter((anchor) => !found.some((section) => section.anchor === anchor));
  if (missing.length > 0) throw new Error(`${path} has search words for headings that it lacks: ${missing.join(", ")}`);
  return found;
}

function readWords(html: string): SearchWords {
  const [, text] = /<!--search:(.*?)-->/.exec(html) ?? [];
  return text === undefined ? {} : (JSON.parse(decodeURIComponent(text)) as SearchWords);
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

function plainText(html: string): string {
  const text = html.replaceAll(/<!--.*?-->/gs, "").replaceAll(/<[^>]*>/g, " ");
  return text
    .replaceAll(/&(\w+|#\d+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();
}
