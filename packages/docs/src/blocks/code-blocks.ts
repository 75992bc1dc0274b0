import { readdirSync, readFileSync } from "node:fs";

/** The code between two fences of a page. */
export interface CodeBlock {
  /** The page's path below `pages`, e.g. `guide/queries.md`. */
  readonly page: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** What stands behind the fence: the language, and what VitePress shows as a title, e.g. `ts [tables/shop.table.ts]`. */
  readonly info: string;
  readonly code: string;
}

export const pagesFolder = new URL("../../pages/", import.meta.url).pathname;

/** All pages, by their paths below `pages`. */
export function pagePaths(): string[] {
  const paths = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".md") && !path.startsWith(".")).sort();
}

/** The code blocks of all pages. */
export function codeBlocks(): CodeBlock[] {
  return pagePaths().flatMap((page) => blocksOf(page, readFileSync(`${pagesFolder}${page}`, "utf8")));
}

/** The code blocks of one page; the lines of an indented block lose its indentation, as they do in HTML. */
export function blocksOf(page: string, text: string): CodeBlock[] {
  const found: CodeBlock[] = [];
  let open:
    | { readonly indent: string; readonly info: string; readonly line: number; readonly code: string[] }
    | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^(\s*)```(.*)$/.exec(line);
    if (open === undefined) {
      if (fence !== null) open = { indent: fence[1] ?? "", info: (fence[2] ?? "").trim(), line: index + 1, code: [] };
    } else if (fence === null) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else {
      found.push({ page, line: open.line, info: open.info, code: `${open.code.join("\n")}\n` });
      open = undefined;
    }
  }
  return found;
}

export function isTypeScript({ info }: CodeBlock): boolean {
  return /^ts\b/.test(info);
}
