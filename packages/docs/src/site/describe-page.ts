/** Longest description that search engines show whole, in characters. */
const maxLength = 160;

/**
 * Returns the description of a page: the beginning of its first paragraph as plain text, cut after the last whole sentence that fits, if
 * there is one.
 */
export function describePage(markdown: string): string | undefined {
  const body = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/^# .*$/m, "");
  const paragraph = body.split(/\n{2,}/).find((block) => /^[\p{L}`*[]/u.test(block.trim()));
  if (paragraph === undefined) return undefined;
  const text = paragraph
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= maxLength) return text;
  const sentences = /^.{1,160}[.:](?= )/s.exec(text)?.[0];
  return sentences?.replace(/:$/, ".") ?? `${text.slice(0, text.lastIndexOf(" ", maxLength - 2))} …`;
}
