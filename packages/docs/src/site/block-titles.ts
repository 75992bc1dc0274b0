import type { MarkdownRenderer } from "vitepress";

/**
 * Plugin of the Markdown renderer: shows the title of a block of code, as in `ts [tables/shop.table.ts]`, above it. VitePress shows titles
 * only in a group of blocks, as the names of its tabs.
 */
export function showBlockTitles(renderer: MarkdownRenderer): void {
  const renderBlock = renderer.renderer.rules.fence;
  if (renderBlock === undefined) throw new Error("The renderer has no rule for blocks of code.");
  renderer.renderer.rules.fence = (tokens, index, ...rest) => {
    const title = /\[([^\]]+)\]/.exec(tokens[index]?.info ?? "")?.[1];
    const html = renderBlock(tokens, index, ...rest);
    const before = tokens.slice(0, index).findLast(({ type }) => type.startsWith("container_code-group"));
    if (title === undefined || before?.type === "container_code-group_open") return html;
    return `<div class="titled-block"><p class="block-title">${renderer.utils.escapeHtml(title)}</p>${html}</div>`;
  };
}
