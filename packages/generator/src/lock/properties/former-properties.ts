import { readableTypes } from "../../model/edm-types.js";
import type { LockedEntity, LockedProperty } from "../lock.js";

/** A property of a former definition, and the name under which rows store it. */
export interface FormerProperty {
  readonly stored: string;
  readonly property: LockedProperty;
}

/**
 * Finds the properties that the former definition or older ones stored under the names of a property: its current name first, then its
 * former names.
 */
export function findFormerProperties(
  stored: string,
  { formerly = [] }: LockedProperty,
  before: LockedEntity,
): readonly FormerProperty[] {
  return [stored, ...formerly].flatMap((name) => {
    const property = before.properties.get(name) ?? before.formerProperties.get(name);
    return property === undefined ? [] : [{ stored: name, property }];
  });
}

/** Finds stored properties that no property of the current definition reads. */
export function goneProperties(before: LockedEntity, after: LockedEntity): readonly FormerProperty[] {
  const read = new Set([...after.properties].flatMap(([name, { formerly = [] }]) => [name, ...formerly]));
  return [...before.properties]
    .filter(([name, { keyOnly }]) => !keyOnly && !read.has(name))
    .map(([stored, property]) => ({ stored, property }));
}

/** Finds the removed property that a new property may have replaced under another name: the first of the same Edm type. */
export function renamedFrom({ type }: LockedProperty, gone: readonly FormerProperty[]): FormerProperty | undefined {
  return gone.find((former) => former.property.type === type);
}

/** Returns whether the option `reads` of a property can convert the values of a former property without loss. */
export function converts(property: LockedProperty, before: LockedProperty): boolean {
  return !property.json && !before.json && readableTypes[property.type].includes(before.type);
}

/**
 * Returns the current entity with the options `formerly` and `reads` that the advice on its properties would add. With them it reads the
 * former names and types in existing rows.
 */
export function withAdvice(before: LockedEntity, after: LockedEntity): LockedEntity {
  const gone = goneProperties(before, after);
  const properties = [...after.properties].map(([stored, property]): [string, LockedProperty] => {
    if (property.keyOnly) return [stored, property];
    const former = findFormerProperties(stored, property, before);
    const renamed = former.length === 0 ? renamedFrom(property, gone) : undefined;
    const formerly = [...(property.formerly ?? []), ...(renamed === undefined ? [] : [renamed.stored])];
    const types = former.filter((former) => converts(property, former.property)).map((former) => former.property.type);
    return [stored, { ...property, formerly, reads: [...(property.reads ?? []), ...types] }];
  });
  return { ...after, properties: new Map(properties) };
}
