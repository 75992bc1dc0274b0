import { type ts, typescript } from "../project/typescript.js";

/** The text of the JSDoc comment right before a node, without its marks; `undefined` when there is none or it is empty. */
export function docComment(file: ts.SourceFile, node: ts.Node): string | undefined {
  const ranges = typescript.getLeadingCommentRanges(file.text, node.pos);
  const last = ranges?.findLast(({ pos, end }) => file.text.startsWith("/**", pos) && end - pos > "/**/".length);
  if (last === undefined) return undefined;
  const lines = file.text
    .slice(last.pos + "/**".length, last.end - "*/".length)
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*\*? ?/, "").trimEnd()));
  return lines.join("\n").trim() || undefined;
}
