import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pagesFolder } from "../blocks/code-blocks.js";
import { describePage } from "./describe-page.js";
import { type PageGroup, pageOrder } from "./page-order.js";

const introduction = `# Tablewright

> A type-safe TypeScript SDK and code generator for Azure Table storage and Azure Cosmos DB for Table, MIT licensed. You declare entities
> in \`tables/*.table.ts\`, \`npx tablewright generate\` writes classes, and \`@tablewright/runtime\` reads and writes them.
`;

/** Text of a page without its front matter. */
function readPage(page: string): string {
  return readFileSync(`${pagesFolder}${page}.md`, "utf8")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .trim();
}

function titleOf(page: string): string {
  return (/^# (.+)$/m.exec(readPage(page))?.[1] ?? page).replaceAll("`", "");
}

/** Returns the list of all pages with their descriptions, for coding assistants, in the format of https://llmstxt.org */
export function listPages(groups: readonly PageGroup[] = pageOrder): string {
  const sections = groups.map(({ text, pages }) => {
    const lines = pages.map(
      (page) => `- [${titleOf(page)}](/${page}): ${describePage(readPage(page)) ?? titleOf(page)}`,
    );
    return `## ${text}\n\n${lines.join("\n")}\n`;
  });
  return [introduction, ...sections].join("\n");
}

/** Returns the text of all pages except the references of codes, because error messages link to those. */
export function joinPages(groups: readonly PageGroup[] = pageOrder): string {
  const pages = groups.flatMap((group) => group.pages).filter((page) => !page.startsWith("reference/"));
  return [introduction, ...pages.map(readPage)].join("\n\n");
}

/** Returns the text that a project gives to a coding assistant: the rules of the page about assistants. */
export function assistantRules(): string {
  const [, rules = ""] = readPage("assistants").split("\n## Rules\n");
  return `# Tablewright\n${rules.replaceAll("\n### ", "\n## ").replaceAll(/ \[[^\]\n]+\]$/gm, "")}\n`;
}

/** Writes the files for coding assistants to the folder of the built site. */
export function writeLlms(folder: string): void {
  writeFileSync(join(folder, "llms.txt"), listPages());
  writeFileSync(join(folder, "llms-full.txt"), joinPages());
  writeFileSync(join(folder, "assistant-rules.txt"), assistantRules());
}
