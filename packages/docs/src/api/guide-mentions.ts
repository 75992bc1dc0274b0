import { readFileSync } from "node:fs";
import { isTypeScript, pagePaths, pagesFolder, parseBlocks } from "../blocks/code-blocks.js";

/** Page of the guides, with the names that it shows. */
export interface GuidePage {
  /** Address in the site, e.g. `/guide/queries`. */
  readonly address: string;
  readonly title: string;
  /**
   * Number of times that the page uses each name. Counts names in code blocks that are not members, and names at the start of code within
   * text.
   */
  readonly names: ReadonlyMap<string, number>;
}

/** Matches the pages that explain. Pages that only list names are left out, because they would mention every export. */
const explains = /^(?:guide|migrate|recipes)\/|^start\.md$/;

/** Reads the pages of the guides. */
export function guidePages(): GuidePage[] {
  const paths = pagePaths().filter((path) => explains.test(path));
  return paths.map((path) => parseGuidePage(path, readFileSync(`${pagesFolder}${path}`, "utf8")));
}

/** Parses a page of the guides. */
export function parseGuidePage(path: string, text: string): GuidePage {
  const names = new Map<string, number>();
  const add = (name: string) => names.set(name, (names.get(name) ?? 0) + 1);
  for (const { code } of parseBlocks(path, text).filter(isTypeScript)) {
    const program = code.replaceAll(/\/\/.*|"[^"\n]*"|`[^`]*`/g, "").replaceAll(/\.\s*\w+/g, "");
    for (const [name] of program.matchAll(/\b[A-Za-z]\w+/g)) add(name);
  }
  const prose = text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, "");
  for (const [, name = ""] of prose.matchAll(/`(?:new )?([A-Za-z]\w+)[^`]*`/g)) add(name);
  const title = /^# (.+)$/m.exec(prose)?.[1] ?? path;
  return { address: `/${path.replace(/\.md$/, "")}`, title: title.replaceAll("`", ""), names };
}

/** Returns the pages that name an export most often, at most `limit`. */
export function pagesThatName(pages: readonly GuidePage[], name: string, limit = 3): GuidePage[] {
  const naming = pages.filter(({ names }) => names.has(name));
  return naming.sort((one, other) => (other.names.get(name) ?? 0) - (one.names.get(name) ?? 0)).slice(0, limit);
}
