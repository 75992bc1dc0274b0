import { redact } from "./redact.js";
import { visibleText } from "./visible-text.js";

/**
 * A text of a service, proxy or library as an error shows it: without secrets, visible, and cut after `max` UTF-16 units.
 * @param withoutSecrets looks at the whole text, since half a secret is not recognised
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
