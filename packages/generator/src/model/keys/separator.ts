import { quoteCharacter } from "../../diagnostics/wording.js";
import type { EntityDraft, KeyDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
import { parseEncoding } from "./key-encoding.js";
import { forbiddenInKeys } from "./key-text.js";

/** Text between key parts: one for both keys, or one for each. */
export type Separator = string | { readonly partitionKey: string; readonly rowKey: string };

/** Separator of a PartitionKey or RowKey. */
export interface KeySeparator {
  readonly text: string;
  /**
   * True if the definition gives each key its own separator. The last string in a key may then contain the separator. If both keys share
   * one separator, it is escaped in the last string too.
   */
  readonly isOwn: boolean;
}

const defaultSeparator = "!";

/** Returns the separators of a definition's keys: the default `!` if the definition has no valid ones. */
export function readSeparator(draft: EntityDraft): Separator {
  const { separator } = draft;
  if (separator === undefined || separatorProblems(draft).length > 0) return defaultSeparator;
  if (typeof separator.value === "string") return separator.value;
  const { partitionKey = defaultSeparator, rowKey = defaultSeparator } = separator.value;
  return { partitionKey, rowKey };
}

export function chooseSeparator(separator: Separator, key: "partitionKey" | "rowKey"): KeySeparator {
  if (typeof separator === "string") return { text: separator, isOwn: false };
  return { text: separator[key], isOwn: true };
}

export function areSameSeparators(one: Separator, other: Separator): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Maximum length of a separator, in UTF-16 units. */
const maxSeparatorUnits = 8;

/** Finds the separators of a definition that its keys cannot contain, with the reason for each. */
export function separatorProblems(draft: EntityDraft): readonly { readonly text: string; readonly problem: string }[] {
  const { value } = draft.separator ?? { value: defaultSeparator };
  const texts = typeof value === "string" ? [value] : [...new Set(Object.values(value) as string[])];
  return texts.flatMap((text) => {
    const keys = (["partitionKey", "rowKey"] as const).filter(
      (key) => typeof value === "string" || value[key] === text,
    );
    const problem = textProblem(text) ?? escapeProblem(text, draft, keys);
    return problem === undefined ? [] : [{ text, problem }];
  });
}

function escapeProblem(
  text: string,
  draft: EntityDraft,
  keys: readonly ("partitionKey" | "rowKey")[],
): string | undefined {
  if (!text.includes("~")) return undefined;
  const [escaped] = keys.flatMap((key) => (draft[key] && findEscaped(draft[key], draft.properties.list)) ?? []);
  return escaped && `"~" starts an escape in "${escaped}", unless that is .raw`;
}

function textProblem(text: string): string | undefined {
  if (text.length > maxSeparatorUnits)
    return `it has ${text.length} UTF-16 units, but may have at most ${maxSeparatorUnits}`;
  const forbidden = forbiddenInKeys.exec(text)?.[0];
  if (forbidden !== undefined) return `keys cannot contain ${quoteCharacter(forbidden)}`;
  return /\p{Surrogate}/u.test(text) ? "it contains a lone surrogate, which cannot be sent" : undefined;
}

/**
 * Returns the name of the first property that a declared key contains as a text with escapes, which begin with `~`; `undefined` if there is
 * none, so that the key's literals and separator may contain `~`.
 */
export function findEscaped({ parts }: KeyDraft, properties: readonly PropertyDraft[]): string | undefined {
  const escaped = parts.find((part) => {
    if (part.kind === "literal" || part.shards !== undefined) return false;
    const declared = properties.find(({ name }) => name.value === part.property.value);
    const encoding = declared && parseEncoding(declared.type, part.format?.value);
    return declared?.type === "string" && (encoding === "text" || encoding === "lower" || encoding === ".upper");
  });
  return escaped?.kind === "property" ? escaped.property.value : undefined;
}
