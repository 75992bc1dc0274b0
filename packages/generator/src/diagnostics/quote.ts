/** A text in quotes for a message: what cannot be seen, such as a control or private use character, is escaped. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/\p{C}/gu, (character) => `\\u{${hexOf(character)}}`);
}

/** A character for a message: `"#" (U+0023)`. */
export function quoteCharacter(character: string): string {
  return `${quote(character)} (U+${hexOf(character)})`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
