import type { ChangeProblem, Insert } from "../../src/contract/changes.js";
import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, StoredProperty } from "../../src/contract/rows.js";

/**
 * Returns the insert of a row by its stored properties, which keep the texts that they are stored with.
 * @param fields values of the entity to store beside the properties; of a row without one, they are left out
 * @param exact texts that the properties are stored with (see `exact` of a row); the server ignores that of a value that has changed
 */
export function storedInsert(
  place: Pick<Insert, "table" | "entity" | "partitionKey" | "rowKey">,
  properties: readonly StoredProperty[],
  fields: readonly FieldText[],
  exact: readonly FieldText[] | undefined,
): Insert {
  const hasFields = place.entity !== undefined && fields.length > 0;
  return {
    kind: "insert",
    ...place,
    properties,
    ...(hasFields && { fields }),
    ...(exact !== undefined && { exact }),
  };
}

/** Returns a problem for each stored property of an insert that also has a value of the entity which is stored in it. */
export function findGivenTwice(
  { properties = [], fields = [] }: Insert,
  entity: EntityInfo | undefined,
): readonly ChangeProblem[] {
  const given = new Set(fields.map(([name]) => name));
  return (entity?.properties ?? []).flatMap(({ name: property, storedNames }) => {
    const twice = given.has(property) ? properties.find(([name]) => storedNames.includes(name)) : undefined;
    if (twice === undefined) return [];
    const message = `${twice[0]} is given twice: as a stored property, and by the value of ${property}. Remove one of them.`;
    return [{ code: "value.unknown-property", property, message }];
  });
}

/**
 * Returns the names under which the hidden values among stored properties are revealed, by stored name.
 * @param properties those that the row has at first; what the user adds is not hidden
 */
export function hiddenNames(
  entity: EntityInfo | undefined,
  properties: readonly StoredProperty[],
): ReadonlyMap<string, string> {
  const stored = new Set(properties.map(([name]) => name));
  const hidden = (entity?.properties ?? []).filter(({ isHidden }) => isHidden === true);
  return new Map(
    hidden.flatMap(({ name, storedNames }) =>
      storedNames.filter((each) => stored.has(each)).map((each) => [each, `${entity?.name}.${name}`] as const),
    ),
  );
}
