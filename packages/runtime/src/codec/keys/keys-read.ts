import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId } from "../../schema/entity-types.js";

/** Returns the object that it is given, which the constructor of a class that extends it then works on. */
const Given = function given(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

/**
 * Adds the keys of a row to an object that was read from it, as private members: they are no properties, so nothing shows, copies or
 * compares them. An entry in a WeakMap would say the same, but decoding a row would take a fifth longer.
 */
class KeysRead extends Given {
  readonly #entity: string;
  readonly #partitionKey: string;
  readonly #rowKey: string;

  constructor(object: object, entity: string, partitionKey: string, rowKey: string) {
    super(object);
    this.#entity = entity;
    this.#partitionKey = partitionKey;
    this.#rowKey = rowKey;
  }

  /** Undefined for an object that was not read, or was read as another entity. */
  static of(object: object, entity: string): EntityId | undefined {
    if (!(#entity in object) || object.#entity !== entity) return undefined;
    return { partitionKey: object.#partitionKey, rowKey: object.#rowKey };
  }
}

const registry: unique symbol = Symbol.for("@tablewright/keys-read/v1") as never;

/** Shared by all copies of this package: an entity that one of them read may be written with another. */
const shared = globalThis as { [registry]?: typeof KeysRead };
shared[registry] ??= KeysRead;
const Shared = shared[registry];

/**
 * Remembers the keys of a row in the `$timestamp` of what was read from it, which a spread copies. Without `$timestamp`, what was read
 * has them itself, and a copy does not.
 * @param entity the name of the definition
 */
export function rememberKeysRead(entity: string, values: object, row: EntityPayload): void {
  new Shared(timestampOf(values) ?? values, entity, row.PartitionKey, row.RowKey);
}

/** The keys of the row that an entity, or a copy with its `$timestamp`, was read from. */
export function keysRead(entity: string, values: object): EntityId | undefined {
  const timestamp = timestampOf(values);
  return Shared.of(values, entity) ?? (timestamp && Shared.of(timestamp, entity));
}

/** For a copy that the runtime makes of what it was given; the copy has the same `$timestamp`. */
export function copyKeysRead(entity: string, from: object, to: object): void {
  const id = Shared.of(from, entity);
  if (id !== undefined) new Shared(to, entity, id.partitionKey, id.rowKey);
}

function timestampOf(values: object): object | undefined {
  const { $timestamp } = values as { readonly $timestamp?: unknown };
  return typeof $timestamp === "object" && $timestamp !== null ? $timestamp : undefined;
}
