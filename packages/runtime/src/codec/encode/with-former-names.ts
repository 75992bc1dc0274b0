import { changesOnly, type WriteMode, withDefaults } from "../../edm/writable-property.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";

/**
 * A property's member, and the same value under each of its former names where a row may keep those: with `keepFormer`, and in a
 * merge, which cannot remove them. A value that was left there would be older, and a program that reads it first would see it.
 * @param member empty, or as the property's writer made it
 */
export function withFormerNames(property: Property, member: string, mode: WriteMode): string {
  if (member === "" || (mode === withDefaults && !property.keepFormer)) return member;
  const value = member.slice(property.jsonPrefix.length);
  return property.formerPrefixes.reduce((text, prefix) => text + prefix + value, member);
}

/** The members of changes to a row that holds no former names, or is to lose them. */
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
    // A quote inside a value follows a backslash: this text can only be these members.
    if (own !== "") text = text.replace(withFormerNames(property, own, changesOnly), () => own);
  }
  return text;
}
