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
  /** The schema's own; the key is made and compared where there is none. */
  makesPartitionKey?(partition: object, key: string): boolean;
  makesRowKey?(rowKey: object, key: string): boolean;
  /** The class, which is declared after its schema. */
  class(): new (init: T["init"], etag?: ETag, timestamp?: Date) => object;
}

/** What a row that was read carries besides its properties. */
const carried = ["$kind", "$etag", "$timestamp"];

/** The schema of a generated class. */
export function schema<T extends EntityTypes>(source: SchemaSource<T>): EntitySchema<T> {
  const { scope, partition, row, properties, lead, kind = source.name, separator = "!", ...rest } = source;
  const { makesPartitionKey = (values, key) => rest.partitionKey(values) === key } = source;
  const { makesRowKey = (values, key) => rest.rowKey(values) === key } = source;
  const partitionParts = partition.map(keyPart);
  return {
    ...rest,
    makesPartitionKey: rememberLast(partitionParts, makesPartitionKey),
    makesRowKey,
    table: scope.slice(0, scope.indexOf("/")),
    scope,
    kind,
    ...(lead === undefined ? {} : { rowKeyLead: lead }),
    separator,
    partitionParts,
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

/**
 * Rows come one partition after another: a row with the key and the values of the one before needs no look at the text. A Date is
 * another object in every row.
 */
function rememberLast(parts: readonly KeyPart[], makes: MakesKey): MakesKey {
  if (parts.some((part) => typeof part !== "string" && part[1].startsWith("ticks"))) return makes;
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]));
  let lastKey: string | undefined;
  let last: readonly unknown[] = [];
  return (partition, key) => {
    const values = partition as Readonly<Record<string, unknown>>;
    if (key === lastKey && hasValues(values, names, last)) return true;
    if (!makes(partition, key)) return false;
    last = names.map((name) => values[name]);
    lastKey = key;
    return true;
  };
}

type MakesKey = (values: object, key: string) => boolean;

function hasValues(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
  values: readonly unknown[],
): boolean {
  for (let index = 0; index < names.length; index++) {
    if (object[names[index] as string] !== values[index]) return false;
  }
  return true;
}
