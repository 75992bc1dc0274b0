import type { KeyPart } from "../keys/key-part.js";
import { isOperators } from "../odata/filter-property.js";

/** A condition divided into the values of a key and what else must hold. */
export interface PinnedKey {
  readonly values: object;
  readonly rest: object;
}

/** Takes a key out of a condition that says what each of its properties equals; undefined where it does not. */
export function pinnedKey(parts: readonly KeyPart[], where: object): PinnedKey | undefined {
  const values: Record<string, unknown> = {};
  const rest: Record<string, unknown> = { ...where };
  for (const part of parts) {
    if (typeof part === "string") continue;
    const [name] = part;
    const value = Object.hasOwn(where, name) ? equalValue(rest[name]) : undefined;
    if (value === undefined || value === null) return undefined;
    values[name] = value;
    delete rest[name];
  }
  return { values, rest };
}

function equalValue(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  return Object.keys(condition).length === 1 ? condition["eq"] : undefined;
}
