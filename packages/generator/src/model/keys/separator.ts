import { quoteCharacter } from "../../diagnostics/wording.js";
import type { EntityDraft } from "../../read/entity/entity-draft.js";
import { forbiddenInKeys } from "./key-text.js";

/** Text between key parts: one for both keys, or one for each. */
export type Separator = string | { readonly partitionKey: string; readonly rowKey: string };

/** Separator of a PartitionKey or RowKey. */
export interface KeySeparator {
  readonly text: string;
  /**
   * True if the definition gives each key its own separator. The last string in a key may then contain the separator. If both keys share
   * one separator, the last string escapes it.
   */
  readonly isOwn: boolean;
}

const defaultSeparator = "!";

/** Returns the separators of a definition's keys: the default `!` if the definition has no valid ones. */
export function readSeparator({ separator }: EntityDraft): Separator {
  if (separator === undefined || separatorProblems(separator.value).length > 0) return defaultSeparator;
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

/** Finds the separators of a definition that keys cannot contain, with the reason for each. */
export function separatorProblems(
  separator: NonNullable<EntityDraft["separator"]>["value"],
): readonly { readonly text: string; readonly problem: string }[] {
  const texts = typeof separator === "string" ? [separator] : [...new Set(Object.values(separator))];
  return texts.flatMap((text) => {
    const problem = textProblem(text);
    return problem === undefined ? [] : [{ text, problem }];
  });
}

function textProblem(text: string): string | undefined {
  if (text.length > maxSeparatorUnits)
    return `it has ${text.length} UTF-16 units, but may have at most ${maxSeparatorUnits}`;
  const forbidden = forbiddenInKeys.exec(text)?.[0];
  if (forbidden !== undefined) return `keys cannot contain ${quoteCharacter(forbidden)}`;
  if (text.includes("~")) return '"~" starts an escape in keys';
  return /\p{Surrogate}/u.test(text) ? "it contains a lone surrogate, which cannot be sent" : undefined;
}
