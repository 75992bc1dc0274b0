/**
 * Returns the text `doc` of a definition's comment and a generated `sentence` as one documentation comment, on one line if possible. The
 * sentence precedes the tags of `doc`, because text after a tag would belong to the tag.
 * @returns lines without indentation, or `undefined` if there is neither text nor sentence
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

/** Escapes the characters that would end the generated comment early. */
function safe(line: string): string {
  return line.replaceAll("*/", "*\\/");
}

/** Code of a member of an interface or of a class field, without the semicolon. */
export interface Member {
  readonly text: string;
  readonly doc?: string | undefined;
}

/**
 * Emits an interface with a sentence as its comment. `head` is the text before the brace, e.g. `OrderWhere extends $.EntityWhere<"Order">`.
 */
export function interfaceCode(sentence: string, head: string, members: readonly Member[]): string {
  return `${docComment(sentence)}\nexport interface ${head} {\n${members.map(memberCode).join("")}}\n`;
}

/** Emits a member with its comment on separate lines. */
export function memberCode({ doc, text }: Member): string {
  const comment = doc && docComment(doc);
  return comment ? `${comment.replace(/^/gm, "  ")}\n  ${text};\n` : `  ${text};\n`;
}

/** Emits a named union of object types, each on a line of its own. A union of only one type is on one line with its name. */
export function unionCode(sentence: string, name: string, arms: readonly string[]): string {
  const [only = "never", ...more] = arms;
  const union = more.length === 0 ? ` ${only}` : arms.map((arm) => `\n  | ${arm}`).join("");
  return `${docComment(sentence)}\nexport type ${name} =${union};\n`;
}

/** Emits a string literal in double quotes. */
export const stringLiteral: (text: string) => string = JSON.stringify;

/** Emits a string literal in the kind of quotes that needs fewer escapes, because JSON fragments contain many double quotes. */
export function jsonLiteral(text: string): string {
  const double = stringLiteral(text);
  if (!text.includes('"')) return double;
  return `'${double.slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
}

/** Emits a template literal that joins constant texts and expressions. */
export function templateText(pieces: readonly { readonly isCode: boolean; readonly text: string }[]): string {
  const texts = pieces.map(({ isCode, text }) =>
    isCode
      ? `\${${text}}`
      : stringLiteral(text)
          .slice(1, -1)
          .replaceAll('\\"', '"')
          .replace(/`|\$\{/g, "\\$&"),
  );
  return `\`${texts.join("")}\``;
}
