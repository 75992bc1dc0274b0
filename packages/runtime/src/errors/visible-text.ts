/** Control characters, characters that change the text direction or are invisible, line separators, lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Makes text safe for logs and terminals. Escapes control characters and invisible ones, as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
