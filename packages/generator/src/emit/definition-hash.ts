import type { EntityModel } from "../model/entity-model.js";
import type { KeyModel } from "../model/key-model.js";

/**
 * 16 hexadecimal digits that change with the meaning of a definition, and not with comments, layout, the file's place or other
 * entities. Told apart by it are versions of one definition, so 64 bits are plenty; it protects nothing.
 */
export function definitionHash(entity: EntityModel): string {
  const { name, table, kind, kindProperty, separator, unknownProperties } = entity;
  const properties = entity.properties.map(({ doc: _doc, json, ...meaning }) => ({ ...meaning, json: json?.text }));
  const keys = [entity.partitionKey, entity.rowKey].map(keyMeaning);
  return hash(
    JSON.stringify([name, table, kind, kindProperty, separator, unknownProperties, properties, keys], canonical),
  );
}

function keyMeaning(key: KeyModel): unknown {
  return key.parts.map((part) =>
    part.kind === "literal" ? part.text : [part.property.name, part.encoding, part.width],
  );
}

/** Members in the order of their names; what JSON has no word for becomes text that no other value has. */
function canonical(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return ["bigint", String(value)];
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
    return ["number", Object.is(value, -0) ? "-0" : String(value)];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
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

function finish(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, "0");
}
