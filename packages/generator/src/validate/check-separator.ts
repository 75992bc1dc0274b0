import { quote, quoteCharacter } from "../diagnostics/quote.js";
import type { EntityDraft } from "../model/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { forbiddenInKeys } from "./key-characters.js";

const defaultSeparator = "!";

/**
 * The character between key parts: one that keys may hold, that `~hh` can escape, and that no encoding writes itself.
 * Returns it, or the default where there is none, or one that is refused.
 */
export function checkSeparator({ entity, report }: CheckContext, draft: EntityDraft): string {
  const { separator } = draft;
  if (separator === undefined) return defaultSeparator;
  const reason = separatorProblem(separator.value) ?? guidProblem(separator.value, draft);
  if (reason === undefined) return separator.value;
  const message = `"${entity}": ${quote(separator.value)} cannot be the separator: ${reason}.`;
  report.add(
    "key.separator-invalid",
    separator.place,
    message,
    'Use "!" (the default), or a character such as "|", ":" or "_".',
  );
  return defaultSeparator;
}

function separatorProblem(separator: string): string | undefined {
  if (separator.length !== 1) return `it has ${separator.length} UTF-16 units, but must have one`;
  if (forbiddenInKeys.test(separator)) return `no key may hold ${quoteCharacter(separator)}`;
  if (separator === "~") return "it starts an escape in keys";
  if (/[0-9a-f]/.test(separator)) return "digits and escapes in keys hold 0 to 9 and a to f";
  return separator > "\u00FF"
    ? `${quoteCharacter(separator)} cannot be escaped in values; the last one that can is U+00FF`
    : undefined;
}

function guidProblem(separator: string, { properties, partitionKey, rowKey }: EntityDraft): string | undefined {
  if (separator !== "-") return undefined;
  const guids = new Set(properties.list.filter(({ type }) => type === "guid").map(({ name }) => name.value));
  const parts = [...(partitionKey?.parts ?? []), ...(rowKey?.parts ?? [])];
  const guid = parts.find((part) => part.kind === "property" && guids.has(part.property.value));
  return guid?.kind === "property" ? `the guid "${guid.property.value}" in a key holds it` : undefined;
}
