import type { KeyEncoding, KeyPart } from "../keys/key-part.js";
import type { EntityCodec, EntitySchema } from "./entity-schema.js";
import type { EntityTypes, ETag } from "./entity-types.js";
import type { Property } from "./property.js";

/** A part of a key as generated code writes it: a literal, a string property, or a property with its encoding. */
export type PartSource = string | Property | readonly [property: Property, encoding: KeyEncoding, width?: number];

/** What generated code says of an entity: the schema without what follows from the rest. */
export interface SchemaSource<T extends EntityTypes> extends EntityCodec<T> {
  readonly name: T["name"];
  /** Begins with the table, which no `/` can be part of. */
  readonly scope: T["scope"];
  /** The name, unless given. */
  readonly kind?: T["kind"];
  readonly kindProperty?: string;
  /** The schema's `rowKeyLead`. */
  readonly lead?: string;
  /** `!`, unless given. */
  readonly separator?: string;
  readonly partition: readonly PartSource[];
  readonly row: readonly PartSource[];
  readonly properties: readonly Property[];
  readonly keepsUnknown?: true;
  /** The class, which is declared after its schema. */
  class(): new (init: T["init"], etag?: ETag, timestamp?: Date) => object;
}

/** What a row that was read carries besides its properties. */
const carried = ["$kind", "$etag", "$timestamp"];

/** The schema of a generated class. */
export function schema<T extends EntityTypes>(source: SchemaSource<T>): EntitySchema<T> {
  const { scope, partition, row, properties, lead, kind = source.name, separator = "!", ...rest } = source;
  return {
    ...rest,
    table: scope.slice(0, scope.indexOf("/")),
    scope,
    kind,
    ...(lead === undefined ? {} : { rowKeyLead: lead }),
    separator,
    partitionParts: partition.map(keyPart),
    rowParts: row.map(keyPart),
    create: (init, etag, timestamp) => new (source.class())(init, etag, timestamp) as T["entity"],
    properties: Object.fromEntries(properties.map((property) => [property.field, property])),
    names: new Set([...properties.map(({ field }) => field), ...carried, ...(rest.keepsUnknown ? ["$extra"] : [])]),
  };
}

function keyPart(part: PartSource): KeyPart {
  if (typeof part === "string") return part;
  if ("field" in part) return [part.field, "text"];
  const [property, encoding, width] = part;
  return width === undefined ? [property.field, encoding] : [property.field, encoding, width];
}
