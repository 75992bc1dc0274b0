import { createHash } from "node:crypto";
import type { EntityModel } from "../model/entity-model.js";
import type { KeyPart } from "../model/keys/key-model.js";
import type { PropertyModel } from "../model/property-model.js";
import { isGiven, isModelOption, type ModelOption, optionRows } from "../options/property-options.js";

/**
 * Returns 16 hexadecimal digits that change with the meaning of a definition, but not with comments, layout, the file's place or other
 * entities. They only tell versions of one definition apart and need not resist attacks, so 64 bits are enough.
 */
export function definitionHash(entity: EntityModel): string {
  const { name, table, kind, kindProperty, separator, unknownProperties } = entity;
  const facts = [name, table, kind, kindProperty, separator, unknownProperties];
  const keys = [entity.partitionKey.parts.map(keyFacts), entity.rowKey.parts.map(keyFacts)];
  const indexes = entity.indexes.map(({ name, unique, entry }) => [name, unique, definitionHash(entry)]);
  const ttl = entity.ttl === undefined ? [] : [{ ttl: entity.ttl }];
  const text = JSON.stringify([facts, entity.properties.map(propertyFacts), keys, ...indexes, ...ttl]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns the property's facts in a fixed order, so that the hash does not depend on the order in the definition. */
function propertyFacts(property: PropertyModel): readonly unknown[] {
  const { name, storedName, type, as, optional, json, makeDefault, stamp } = property;
  const value = property.default;
  const defaultFacts = value === undefined ? [] : [typeof value, Object.is(value, -0) ? "-0" : String(value)];
  return [
    name,
    storedName,
    type,
    as,
    optional,
    defaultFacts,
    ...positions.map((option) => property[option]),
    json?.text,
    ...(makeDefault === undefined ? [] : [makeDefault]),
    ...groups.flatMap((options) => {
      if (options === "stamp") return stamp === undefined ? [] : [{ stamp }];
      const given = options.some((option) => isGiven(property[option]));
      return given ? [Object.fromEntries(options.map((option) => [option, property[option]]))] : [];
    }),
  ];
}

/** Number of the options that every hash contains, each at its place. The other options are in the hash only if a property has them. */
const positioned = 7;
const stampPlace = 13;

/** Returns the options with this place in the hash. */
function optionsAt(place: number): ModelOption[] {
  return optionRows.flatMap(([name, { hashed }]) => (hashed === place && isModelOption(name) ? [name] : []));
}

const positions = Array.from({ length: positioned }, (_, index) => optionsAt(index + 1)).flat();
const lastPlace = Math.max(...optionRows.map(([, { hashed = 0 }]) => hashed));
const groups = Array.from({ length: lastPlace - positioned }, (_, index) => index + positioned + 1).map((place) =>
  place === stampPlace ? "stamp" : optionsAt(place),
);

function keyFacts(part: KeyPart): unknown {
  const touches = part.touches ? [{ touches: true }] : [];
  if (part.kind === "literal") return part.touches ? [part.text, ...touches] : part.text;
  const facts = [part.property.name, part.encoding, part.width, ...touches];
  return part.shards === undefined ? facts : [...facts, part.shards];
}
