/** Controls and escapes that terminals obey, marks that turn text around or are not seen, line separators, halves of a character. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text as a log or terminal can take it: what would act on them or stay unseen is written out, as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
