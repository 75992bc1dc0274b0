import { docComment } from "./doc-comment.js";

/** A member of an interface or a field of a class, without the semicolon. */
export interface Member {
  readonly text: string;
  readonly doc?: string | undefined;
}

/** `head` is all before the brace, e.g. `OrderWhere extends $.EntityWhere<"Order">`. */
export function interfaceCode(sentence: string, head: string, members: readonly Member[]): string {
  return `${docComment(sentence)}\nexport interface ${head} {\n${members.map(memberCode).join("")}}\n`;
}

/** With its comment, on lines of their own. */
export function memberCode({ doc, text }: Member): string {
  const comment = doc && docComment(doc);
  return comment ? `${comment.replace(/^/gm, "  ")}\n  ${text};\n` : `  ${text};\n`;
}

/** A union of object types, one on each line; a single one stands beside the name. */
export function unionCode(sentence: string, name: string, arms: readonly string[]): string {
  const [only = "never", ...more] = arms;
  const union = more.length === 0 ? ` ${only}` : arms.map((arm) => `\n  | ${arm}`).join("");
  return `${docComment(sentence)}\nexport type ${name} =${union};\n`;
}
