/** Characters of a text, as a union. */
type Characters<Text extends string, Found extends string = never> = Text extends `${infer First}${infer Rest}`
  ? Characters<Rest, Found | First>
  : Found;

export type Digit = Characters<"0123456789">;

/** ASCII characters that no C# identifier contains. */
export type NotInName = Characters<" !\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~">;

/** Printable characters that no key may contain; the others are `Control`. */
export type PrintableNotInKey = Characters<"/\\#?">;

/** U+0000–1F and U+007F–9F. */
export type Control = Characters<
  | "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f"
  | "\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"
  | "\u007f\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f"
  | "\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f"
>;

/** Characters that key text itself uses: digits, and the two after `~`. */
export type Hexadecimal = Digit | "a" | "b" | "c" | "d" | "e" | "f";

/**
 * Characters besides punctuation that `~hh` can encode: letters other than hexadecimal digits, `_`, and U+00A0–FF. Spelt out, because
 * every compilation would pay for `Characters`.
 */
// biome-ignore format: a table
export type Escapable =
  | "_" | "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" | "S"
  | "T" | "U" | "V" | "W" | "X" | "Y" | "Z" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" | "s"
  | "t" | "u" | "v" | "w" | "x" | "y" | "z"
  | "\u00a0" | "\u00a1" | "\u00a2" | "\u00a3" | "\u00a4" | "\u00a5" | "\u00a6" | "\u00a7" | "\u00a8" | "\u00a9" | "\u00aa" | "\u00ab"
  | "\u00ac" | "\u00ad" | "\u00ae" | "\u00af" | "\u00b0" | "\u00b1" | "\u00b2" | "\u00b3" | "\u00b4" | "\u00b5" | "\u00b6" | "\u00b7"
  | "\u00b8" | "\u00b9" | "\u00ba" | "\u00bb" | "\u00bc" | "\u00bd" | "\u00be" | "\u00bf" | "\u00c0" | "\u00c1" | "\u00c2" | "\u00c3"
  | "\u00c4" | "\u00c5" | "\u00c6" | "\u00c7" | "\u00c8" | "\u00c9" | "\u00ca" | "\u00cb" | "\u00cc" | "\u00cd" | "\u00ce" | "\u00cf"
  | "\u00d0" | "\u00d1" | "\u00d2" | "\u00d3" | "\u00d4" | "\u00d5" | "\u00d6" | "\u00d7" | "\u00d8" | "\u00d9" | "\u00da" | "\u00db"
  | "\u00dc" | "\u00dd" | "\u00de" | "\u00df" | "\u00e0" | "\u00e1" | "\u00e2" | "\u00e3" | "\u00e4" | "\u00e5" | "\u00e6" | "\u00e7"
  | "\u00e8" | "\u00e9" | "\u00ea" | "\u00eb" | "\u00ec" | "\u00ed" | "\u00ee" | "\u00ef" | "\u00f0" | "\u00f1" | "\u00f2" | "\u00f3"
  | "\u00f4" | "\u00f5" | "\u00f6" | "\u00f7" | "\u00f8" | "\u00f9" | "\u00fa" | "\u00fb" | "\u00fc" | "\u00fd" | "\u00fe" | "\u00ff";
