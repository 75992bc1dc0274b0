import { redact } from "./redact.js";

/**
 * Matches control characters, characters that change the text direction or are invisible, line separators, lone surrogates. Text, because
 * V8 builds the sets of a regular expression's properties when it parses it, which costs each start 1 ms.
 */
const invisible = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]";

/** Makes text safe for logs and terminals. Escapes control characters and invisible ones, as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(
    new RegExp(invisible, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * Returns text of a service, proxy or library for an error: without secrets, with control characters escaped, truncated to `max` UTF-16
 * units.
 * @param withoutSecrets receives the whole text, because it does not recognize half of a secret
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
