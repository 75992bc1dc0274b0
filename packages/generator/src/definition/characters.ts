/** Union of the characters of a string literal type. */
type Characters<Text extends string, Found extends string = never> = Text extends `${infer First}${infer Rest}`
  ? Characters<Rest, Found | First>
  : Found;

export type Digit = Characters<"0123456789">;

/** ASCII characters that no C# identifier contains. */
export type NotInName = Characters<" !\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~">;

/** Printable characters that no key may contain. `Control` has the unprintable ones. */
export type PrintableNotInKey = Characters<"/\\#?">;

/** Control characters, which no key may contain: U+0000–1F and U+007F–9F. */
export type Control = Characters<
  | "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f"
  | "\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"
  | "\u007f\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f"
  | "\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f"
>;
