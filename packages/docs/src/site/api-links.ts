import type { MarkdownRenderer } from "vitepress";

/**
 * Plugin of the Markdown renderer that links the guides to the reference. The first time that a page names an export or an error code in
 * `code`, the name becomes a link. Does not change headings, existing links, or the pages on migration, which name exports of other
 * packages.
 */
export function linkApi(addresses: ReadonlyMap<string, string>): (renderer: MarkdownRenderer) => void {
  return (renderer) => {
    renderer.core.ruler.push("api-links", ({ tokens, env, Token }) => {
      const { relativePath = "" } = env as { relativePath?: string };
      if (!/^(?:guide|recipes)\/|^start\.md$/.test(relativePath)) return;
      const linked = new Set<string>();
      for (const [index, token] of tokens.entries()) {
        if (token.type !== "inline" || tokens[index - 1]?.type === "heading_open") continue;
        let depth = 0;
        token.children = (token.children ?? []).flatMap((child) => {
          if (child.type === "link_open") depth += 1;
          if (child.type === "link_close") depth -= 1;
          const name = child.type === "code_inline" ? nameIn(child.content) : "";
          const address = addresses.get(name);
          if (address === undefined || depth > 0 || linked.has(name)) return child;
          linked.add(name);
          const open = new Token("link_open", "a", 1);
          open.attrSet("href", address);
          return [open, child, new Token("link_close", "a", -1)];
        });
      }
    });
  };
}

const errorCode = /^[a-z]+\.[a-z]+(?:-[a-z]+)*$/;

/** Returns the address of each error code that has a section in these pages of the reference. */
export function codeAddresses(pages: Readonly<Record<string, string>>): Map<string, string> {
  const sections = Object.entries(pages).flatMap(([name, text]) =>
    [...text.matchAll(/^### (\S+)/gm)].map(
      ([, code = ""]) => [code, `/reference/${name}#${code.replace(".", "-")}`] as const,
    ),
  );
  return new Map(sections.filter(([code]) => errorCode.test(code)));
}

/**
 * Finds the name in a piece of code: `new TableServiceClient(endpoint)` and `isTableError(error)` name one export each,
 * `entity.not-found` is an error code.
 */
function nameIn(code: string): string {
  if (errorCode.test(code)) return code;
  return /^(?:new )?([A-Za-z]\w+)(?:[.(<].*)?$/.exec(code)?.[1] ?? "";
}
