/** Page in a list of pages. */
export interface PageLink {
  readonly name: string;
  readonly address: string;
  /** Description, of which the list shows the first sentence. */
  readonly about: string;
}

/** Lists that TypeDoc writes: of modules, or of classes or interfaces that have their own pages. */
const typeDocList = /^## (?:Modules|Classes|Interfaces)\n\n(?:- .*\n?)+\n?/gm;

/** Adds a table of pages after the introduction of a page, in place of the lists of TypeDoc. */
export function addList(markdown: string, pages: readonly PageLink[]): string {
  if (pages.length === 0) return markdown;
  const rows = pages.map(({ name, address, about }) => `| [\`${name}\`](${address}) | ${firstSentence(about)} |`);
  const list = `| page | what it is |\n| --- | --- |\n${rows.join("\n")}\n`;
  const text = markdown.replaceAll(typeDocList, "").trimEnd();
  const first = /^## /m.exec(text)?.index;
  if (first === undefined) return `${text}\n\n${list}`;
  return `${text.slice(0, first)}${list}\n${text.slice(first)}\n`;
}

function firstSentence(text: string): string {
  const [sentence] = /^.*?[.;](?=\s|$)/s.exec(text) ?? [text];
  return sentence.replaceAll(/\s+/g, " ").replace(/;$/, ".").replaceAll("|", "\\|").trim();
}
