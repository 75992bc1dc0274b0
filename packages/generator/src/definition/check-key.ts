import type { Control, PrintableNotInKey } from "./characters.js";
import type { KeyMistake, StringKeyPart } from "./key-part.js";

// Two patterns instead of one, because the compiler builds a union of patterns only once. It would build a single pattern again for each
// literal that it checks.
type BadLiteral = `${string}${PrintableNotInKey}${string}` | `${string}${Control}${string}`;

/** Resolves to `Elements`, the parts of a key. If an element is not valid in a key, it is replaced by a sentence with the reason. */
export type CheckKey<Elements extends readonly unknown[], Separator extends string> = {
  readonly [I in keyof Elements]: Elements[I] extends string
    ? CheckLiteral<Elements[I], Separator, Elements[number]>
    : Elements[I] extends KeyMistake<infer Sentence>
      ? Sentence
      : Elements[I];
};

type CheckLiteral<Text extends string, Separator extends string, Element> = Text extends BadLiteral
  ? `✗ "${Text}" contains a character that keys cannot contain: / \\ # ? or a control character`
  : Text extends `${string}~${string}`
    ? CheckTilde<Text, Element>
    : Text extends `${string}${Separator}${string}`
      ? Separator extends ""
        ? Text
        : `✗ "${Text}" contains the separator ${Separator}; write two parts instead`
      : Text;

/**
 * Refuses a literal with `~` beside a string with escapes, because escapes begin with `~`. For `.lower` and `.upper`, `check` does this.
 */
type CheckTilde<Text extends string, Element> = [Extract<Element, StringKeyPart>] extends [never]
  ? Text
  : `✗ "${Text}" contains ~, which starts an escape in keys; strings that are .raw have none`;

/** Separators of both keys; `"!"` by default. */
export interface SeparatorPair {
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

/**
 * Resolves to the separator that the literals of a key must not contain. If the definition gives each key its own separator, that is `""`,
 * which excludes nothing.
 */
export type LiteralSeparator<Separator> = Separator extends string ? Separator : "";

/**
 * Resolves to `Separator` if it can join key parts (at most 8 characters, all valid in a key), otherwise to a sentence with the reason. The
 * condition compares tuples (`[Separator] extends [string]`). A condition on `Separator` itself would be distributive, and lose the literal
 * types of an object's members.
 */
export type CheckSeparator<Separator> = [Separator] extends [string]
  ? CheckText<Separator>
  : { readonly [Key in keyof Separator]: CheckOfKey<Key, Separator[Key]> };

type CheckOfKey<Key, Text> = Key extends keyof SeparatorPair
  ? Text extends string
    ? CheckText<Text>
    : Text
  : "✗ separator takes partitionKey and rowKey";

type CheckText<Separator extends string> = Separator extends PrintableNotInKey | Control
  ? NotInSeparator<Separator>
  : Separator extends `${infer _1}${infer Rest}`
    ? Rest extends ""
      ? Separator
      : CheckLonger<Separator, Rest>
    : Separator;

type NotInSeparator<Separator extends string> =
  `✗ "${Separator}" cannot be the separator: keys cannot contain / \\ # ? or a control character`;

type CheckLonger<Separator extends string, Rest extends string> = Separator extends BadLiteral
  ? NotInSeparator<Separator>
  : Rest extends `${infer _2}${infer _3}${infer _4}${infer _5}${infer _6}${infer _7}${infer _8}${infer More}`
    ? More extends ""
      ? Separator
      : `✗ "${Separator}" cannot be the separator: it must have at most 8 characters`
    : Separator;
