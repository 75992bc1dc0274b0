import type { EntityModel } from "../model/entity-model.js";
import type { KeyPart } from "../model/key-model.js";
import type { PropertyModel } from "../model/property-model.js";

/**
 * 16 hexadecimal digits that change with the meaning of a definition, and not with comments, layout, the file's place or other
 * entities. Told apart by it are versions of one definition, so 64 bits are plenty; it protects nothing.
 */
export function definitionHash(entity: EntityModel): string {
  const { name, table, kind, kindProperty, separator, unknownProperties } = entity;
  const facts = [name, table, kind, kindProperty, separator, unknownProperties];
  const keys = [entity.partitionKey.parts.map(keyFacts), entity.rowKey.parts.map(keyFacts)];
  const indexes = entity.indexes.map(({ name, unique, entry }) => [name, unique, definitionHash(entry)]);
  return hash(JSON.stringify([facts, entity.properties.map(propertyFacts), keys, ...indexes]));
}

/** By place, so that the order of an object's members cannot matter. A new fact goes to the end. */
function propertyFacts(property: PropertyModel): readonly unknown[] {
  const { name, storedName, type, as, optional, min, max, maxLength, maxBytes, oneOf, brand, keyOnly, json } = property;
  const { makeDefault, formerly, keepFormer, reads } = property;
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
  ];
}

function keyFacts(part: KeyPart): unknown {
  if (part.kind === "literal") return part.text;
  const facts = [part.property.name, part.encoding, part.width];
  return part.shards === undefined ? facts : [...facts, part.shards];
}

/** Two independent lanes of 32 bits, mixed at the end (the finalizer of MurmurHash3). */
function hash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  return hex(finish(a ^ (b >>> 15))) + hex(finish(b ^ (a >>> 13)));
}

function finish(half: number): number {
  let mixed = Math.imul(half ^ (half >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
