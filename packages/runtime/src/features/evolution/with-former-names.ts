import { changesOnly, type WriteMode, withDefaults } from "../../codec/edm/writable-property.js";
import { storedNameIn } from "../../codec/read-evolved.js";
import { own } from "../../codec/system-properties.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";

type Renamed = Pick<EntitySchema<EntityTypes>, "renamed">;

/**
 * Returns the JSON member of a property, followed by members with the same value under its former names. These are needed with
 * `keepFormer`, and in a merge or insertOrMerge, which cannot remove stored properties. Otherwise a program that reads a former name first
 * would see an older value.
 * @param member result of the property's writer; may be empty
 */
export function withFormerNames(property: Property, member: string, mode: WriteMode): string {
  if (member === "" || (mode === withDefaults && !property.keepFormer)) return member;
  const value = member.slice(property.jsonPrefix.length);
  return property.formerPrefixes.reduce((text, prefix) => text + prefix + value, member);
}

/** Removes the members under former names from encoded changes, because the row has none of these names or the write removes them. */
export function withoutFormerNames({ renamed }: Renamed, changes: object, members: string, limits: Limits): string {
  let text = members;
  for (const property of renamed) {
    const value = (changes as Readonly<Record<string, unknown>>)[property.field];
    const written = property.write(property, value, changesOnly, limits);
    // A quote inside of a value has a backslash before it, so this text can only be the property's members.
    if (written !== "") text = text.replace(withFormerNames(property, written, changesOnly), () => written);
  }
  return text;
}

/**
 * Returns, for each former name, the current name if the row's value is stored under it. Otherwise the value under it is outdated and is
 * dropped, so the result is an empty text.
 */
export function renamedNames({ renamed }: Renamed, row: EntityPayload): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const property of renamed) {
    const current = storedNameIn(row, property);
    for (const former of property.formerly ?? []) {
      names.set(former, former === current ? (property.name ?? property.field) : "");
    }
  }
  return names;
}

/** Returns whether a row has a property under a former name that can be removed, because no program needs it any more. */
export function holdsFormerNames({ renamed }: Renamed, row: EntityPayload): boolean {
  return renamed.some(({ formerly = [] }) => formerly.some((name) => holds(row, name)));
}

function holds(row: EntityPayload, name: string): boolean {
  return (own(row, name) ?? undefined) !== undefined;
}
