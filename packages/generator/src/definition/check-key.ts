import type { Control, Escapable, Hexadecimal, NotInName, PrintableNotInKey } from "./characters.js";
import type { KeyMistake } from "./key-part.js";

// A union, so that the compiler builds its patterns once. It would build a lone template again for each literal.
type BadLiteral = `${string}${PrintableNotInKey}${string}` | `${string}${Control}${string}`;

/** `Elements`, with a sentence in place of each element that is not valid in a key. */
export type CheckKey<Elements extends readonly unknown[], Separator extends string> = {
  readonly [I in keyof Elements]: Elements[I] extends string
    ? CheckLiteral<Elements[I], Separator>
    : Elements[I] extends KeyMistake<infer Sentence>
      ? Sentence
      : Elements[I];
};

type CheckLiteral<Text extends string, Separator extends string> = Text extends BadLiteral
  ? `✗ "${Text}" holds a character no key may hold: / \\ # ? or a control character`
  : Text extends `${string}~${string}`
    ? `✗ "${Text}" holds ~, which starts an escape in keys`
    : Text extends `${string}${Separator}${string}`
      ? Separator extends ""
        ? Text
        : `✗ "${Text}" holds the separator ${Separator}; write two parts instead`
      : Text;

/** `Separator` if its 1 to 8 characters can join key parts, else the reason as a sentence. */
export type CheckSeparator<Separator extends string> = Separator extends PrintableNotInKey | Control
  ? NotInSeparator<Separator>
  : Separator extends "~"
    ? EscapeInSeparator<Separator>
    : Separator extends `${infer First}${infer Rest}`
      ? Rest extends ""
        ? CheckFirst<Separator, First>
        : CheckLonger<Separator, First, Rest>
      : string extends Separator
        ? Separator
        : "✗ the separator is empty; it must have 1 to 8 characters";

type NotInSeparator<Separator extends string> =
  `✗ "${Separator}" cannot be the separator: no key may hold / \\ # ? or a control character`;
type EscapeInSeparator<Separator extends string> =
  `✗ "${Separator}" cannot be the separator: ~ starts an escape in keys`;

type CheckLonger<
  Separator extends string,
  First extends string,
  Rest extends string,
> = Separator extends `${string}~${string}`
  ? EscapeInSeparator<Separator>
  : Separator extends BadLiteral
    ? NotInSeparator<Separator>
    : Rest extends `${infer _2}${infer _3}${infer _4}${infer _5}${infer _6}${infer _7}${infer _8}${infer More}`
      ? More extends ""
        ? CheckFirst<Separator, First>
        : `✗ "${Separator}" cannot be the separator: it must have 1 to 8 characters`
      : CheckFirst<Separator, First>;

/**
 * Check of the first character, the one that values escape. Punctuation comes first, because most separators are punctuation and the
 * compiler then never builds the longer list.
 */
type CheckFirst<Separator extends string, First extends string> = First extends NotInName
  ? Separator
  : First extends Hexadecimal
    ? `✗ "${Separator}" cannot be the separator: digits and escapes in keys hold 0 to 9 and a to f`
    : First extends Escapable
      ? Separator
      : `✗ "${Separator}" cannot be the separator: "${First}" cannot be escaped in values; the last one that can is U+00FF`;
