import { redact } from "./redact.js";
import { visibleText } from "./visible-text.js";

/**
 * Returns text of a service, proxy or library for an error: without secrets, with control characters escaped, truncated to `max` UTF-16
 * units.
 * @param withoutSecrets receives the whole text, because it does not recognize half of a secret
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
