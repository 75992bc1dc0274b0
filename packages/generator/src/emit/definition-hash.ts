import { createHash } from "node:crypto";
import type { EntityModel } from "../model/entity-model.js";
import type { KeyPart } from "../model/keys/key-model.js";
import type { PropertyModel } from "../model/property-model.js";

/**
 * Returns 16 hexadecimal digits that change with the meaning of a definition, but not with comments, layout, the file's place or other
 * entities. The digits only distinguish versions of one definition and need not resist attacks, so 64 bits are enough.
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

/**
 * Returns the property's options in a fixed order, so that the hash does not depend on the order in the definition. An option that is added
 * to this list goes at the end, and only if a property has it, so that hashes of existing definitions stay the same.
 */
function propertyFacts(property: PropertyModel): readonly unknown[] {
  const { name, storedName, type, as, optional, min, max, maxLength, maxBytes, oneOf, brand, keyOnly, json } = property;
  const { makeDefault, formerly, keepFormer, reads, length, pattern, parts, compress } = property;
  const { codes, readOnly, hidden, stamp } = property;
  const value = property.default;
  const defaultFacts = value === undefined ? [] : [typeof value, Object.is(value, -0) ? "-0" : String(value)];
  return [
    name,
    storedName,
    type,
    as,
    optional,
    defaultFacts,
    min,
    max,
    maxLength,
    maxBytes,
    oneOf,
    brand,
    keyOnly,
    json?.text,
    ...(makeDefault === undefined ? [] : [makeDefault]),
    ...(formerly.length + reads.length === 0 ? [] : [{ formerly, keepFormer, reads }]),
    ...((length ?? pattern) === undefined ? [] : [{ length, pattern }]),
    ...((parts ?? compress) === undefined ? [] : [{ parts, compress }]),
    ...(codes === undefined ? [] : [{ codes }]),
    ...(readOnly ? [{ readOnly }] : []),
    ...(stamp === undefined ? [] : [{ stamp }]),
    ...(hidden ? [{ hidden }] : []),
  ];
}

function keyFacts(part: KeyPart): unknown {
  const touches = part.touches ? [{ touches: true }] : [];
  if (part.kind === "literal") return part.touches ? [part.text, ...touches] : part.text;
  const facts = [part.property.name, part.encoding, part.width, ...touches];
  return part.shards === undefined ? facts : [...facts, part.shards];
}
