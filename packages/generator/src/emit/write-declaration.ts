import type CodeBlockWriter from "code-block-writer";
import { docComment } from "./doc-comment.js";

/** A member of an interface or class, without the semicolon. */
export interface Member {
  readonly text: string;
  readonly doc?: string | undefined;
}

export function writeDoc(writer: CodeBlockWriter, doc: string | undefined, sentence?: string): void {
  const comment = docComment(doc, sentence);
  if (comment !== undefined) writer.writeLine(comment);
}

export function writeMembers(writer: CodeBlockWriter, members: readonly Member[]): void {
  for (const { doc, text } of members) {
    writeDoc(writer, doc);
    writer.writeLine(`${text};`);
  }
}

/** `head` is all before the brace, e.g. `OrderWhere extends $.WhereSystem`. */
export function writeInterface(
  writer: CodeBlockWriter,
  sentence: string,
  head: string,
  members: readonly Member[],
): void {
  writeDoc(writer, sentence);
  writer
    .write(`export interface ${head} `)
    .block(() => writeMembers(writer, members))
    .blankLine();
}

/** A union of object types, one on each line; a single one stands beside the name. */
export function writeUnion(writer: CodeBlockWriter, sentence: string, name: string, arms: readonly string[]): void {
  writeDoc(writer, sentence);
  const [only, ...more] = arms;
  if (more.length === 0) writer.writeLine(`export type ${name} = ${only ?? "never"};`);
  else {
    writer.writeLine(`export type ${name} =`).indent(() => {
      for (const [index, arm] of arms.entries()) writer.writeLine(`| ${arm}${index === more.length ? ";" : ""}`);
    });
  }
  writer.blankLine();
}
