import type { Control, Escapable, Hexadecimal, NotInName, PrintableNotInKey } from "./characters.js";
import type { KeyMistake } from "./key-part.js";

// Written as a union, so that its patterns are built once; a lone template would be built again for each literal.
type BadLiteral = `${string}${PrintableNotInKey}${string}` | `${string}${Control}${string}`;

/** `Elements` where each is fit for a key, and a sentence in place of each that is not. */
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

/** `Separator` when it is one character that can join key parts, else the reason as a sentence. */
export type CheckSeparator<Separator extends string> = Separator extends PrintableNotInKey | Control
  ? `✗ "${Separator}" cannot be the separator: no key may hold / \\ # ? or a control character`
  : Separator extends "~"
    ? '✗ "~" cannot be the separator: it starts an escape in keys'
    : Separator extends `${infer _First}${infer Rest}`
      ? Rest extends ""
        ? CheckCharacter<Separator>
        : `✗ "${Separator}" cannot be the separator: it must be one character`
      : string extends Separator
        ? Separator
        : "✗ the separator is empty; it must be one character";

/** Punctuation comes first: it is what separators are, and the longer list is then never built. */
type CheckCharacter<Character extends string> = Character extends NotInName
  ? Character
  : Character extends Hexadecimal
    ? `✗ "${Character}" cannot be the separator: digits and escapes in keys hold 0 to 9 and a to f`
    : Character extends Escapable
      ? Character
      : `✗ "${Character}" cannot be the separator: it cannot be escaped in values; the last one that can is U+00FF`;
