/**
 * The text as a documentation comment, one line where it fits one. A sentence of ours stands before the tags, because what
 * follows a tag belongs to it.
 * @returns lines without indentation, or `undefined` when there is nothing to say
 */
export function docComment(doc: string | undefined, sentence?: string): string | undefined {
  const lines = join(doc === undefined ? [] : doc.split("\n"), sentence).map(safe);
  const [first] = lines;
  if (first === undefined) return undefined;
  if (lines.length === 1) return `/** ${first} */`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

function join(doc: readonly string[], sentence: string | undefined): readonly string[] {
  const [first] = doc;
  if (sentence === undefined) return doc;
  if (first === undefined) return [sentence];
  if (doc.length === 1 && !first.startsWith("@")) return [`${first}${/[.!?…:]$/u.test(first) ? "" : "."} ${sentence}`];
  const tag = doc.findIndex((line) => line.startsWith("@"));
  if (tag === 0) return [sentence, "", ...doc];
  return tag < 0 ? [...doc, "", sentence] : [...trimEnd(doc.slice(0, tag)), "", sentence, "", ...doc.slice(tag)];
}

function trimEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(0, last + 1);
}

/** A comment must not end early, whatever text it carries. */
function safe(line: string): string {
  return line.replaceAll("*/", "*\\/");
}
