/**
 * The same text in one piece. V8 keeps a concatenation as its pieces until it is read, so that a text that is a part of
 * many others would be put together again with each of them.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}
