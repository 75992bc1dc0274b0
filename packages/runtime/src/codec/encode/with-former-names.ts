import { changesOnly, type WriteMode, withDefaults } from "../../edm/writable-property.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";

/**
 * Writes a property's member, and the same value under each former name that the row may keep: with `keepFormer`, and in a merge, which
 * cannot remove members. Otherwise a program that reads the former name first would see an older value.
 * @param member empty, or the result of the property's writer
 */
export function withFormerNames(property: Property, member: string, mode: WriteMode): string {
  if (member === "" || (mode === withDefaults && !property.keepFormer)) return member;
  const value = member.slice(property.jsonPrefix.length);
  return property.formerPrefixes.reduce((text, prefix) => text + prefix + value, member);
}

/** Removes the members under former names from changes, for a row that has none of these names or is about to lose them. */
export function withoutFormerNames<T extends EntityTypes>(
  { renamed }: EntitySchema<T>,
  changes: object,
  members: string,
  limits: Limits,
): string {
  let text = members;
  for (const property of renamed) {
    const value = (changes as Readonly<Record<string, unknown>>)[property.field];
    const own = property.write(property, value, changesOnly, limits);
    // A quote inside a value follows a backslash, so this text can only be these members.
    if (own !== "") text = text.replace(withFormerNames(property, own, changesOnly), () => own);
  }
  return text;
}
