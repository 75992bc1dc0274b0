import { readdirSync, readFileSync } from "node:fs";

/** Code between two fences of a page. */
export interface CodeBlock {
  /** Path of the page below `pages`, e.g. `guide/queries.md`. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Text after the opening fence: the language, and the title that VitePress shows, e.g. `ts [tables/shop.table.ts]`. */
  readonly info: string;
  readonly code: string;
}

export const pagesFolder = new URL("../../pages/", import.meta.url).pathname;

/** Returns the paths of all pages below `pages`, except those of the API reference, which are not in the repository. */
export function pagePaths(): string[] {
  const paths = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".md") && !/^\.|^api\//.test(path)).sort();
}

/** Returns the code blocks of all pages. */
export function codeBlocks(): CodeBlock[] {
  return pagePaths().flatMap((page) => parseBlocks(page, readFileSync(`${pagesFolder}${page}`, "utf8")));
}

/** Returns the code blocks of one page. The lines of an indented block lose its indentation, as in HTML. */
export function parseBlocks(page: string, text: string): CodeBlock[] {
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
