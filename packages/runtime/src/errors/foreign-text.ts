import { redact } from "./redact.js";

/**
 * Regular expression for control characters, characters that change the text direction or are invisible, line separators, and lone
 * surrogates. It is a string, because V8 builds the sets of characters when it parses the expression, which would take 1 ms at each start
 * of a program.
 */
const invisible = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]";

/** Makes text safe for logs and terminals: escapes control characters and invisible ones, as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(
    new RegExp(invisible, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * Prepares text of a service, proxy or library for an error message: removes secrets, truncates the text to `max` UTF-16 units, and escapes
 * control characters.
 * @param withoutSecrets function that removes secrets. It receives the whole text, because it does not recognize half of a secret.
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
