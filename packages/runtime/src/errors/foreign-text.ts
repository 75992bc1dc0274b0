import { redact } from "./redact.js";
import { visibleText } from "./visible-text.js";

/**
 * Text from a service, proxy or library as an error shows it: without secrets, control characters escaped, truncated to `max` UTF-16
 * units.
 * @param withoutSecrets receives the whole text, because half a secret is not recognized
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
