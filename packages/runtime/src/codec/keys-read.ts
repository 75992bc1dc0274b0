import { shared } from "../platform/copies.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";

/** Constructor that returns its argument. A class that extends it adds its private members to that object. */
const Given = function given(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

/**
 * Private members that keep the keys of a row in the object that was read from it. They are not properties, so printing, copying and
 * comparing ignore them. A WeakMap could do the same, but would make decoding a row a fifth slower.
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

  /** Returns the keys of the row from which an object was read. Undefined if it was not read, or was read as another entity class. */
  static of(object: object, entity: string): EntityId | undefined {
    if (!(#entity in object) || object.#entity !== entity) return undefined;
    return { partitionKey: object.#partitionKey, rowKey: object.#rowKey };
  }
}

/** One class for all copies of this package, so that one copy can write an entity that another has read. */
const Shared = /* @__PURE__ */ shared("keys-read/v1", () => KeysRead);

/**
 * Keeps the keys of a row in the `$timestamp` of the object that was read from it, because a spread copies `$timestamp`. If there is no
 * `$timestamp`, it keeps them in the object itself, and a spread copy does not have them.
 * @param entity name of the definition
 */
export function rememberKeysRead(entity: string, values: object, row: EntityPayload): void {
  new Shared(timestampOf(values) ?? values, entity, row.PartitionKey, row.RowKey);
}

/** Returns the stored keys of an entity that was read, or of a copy with its `$timestamp`; undefined for other values. */
export function keysRead(entity: string, values: object): EntityId | undefined {
  const timestamp = timestampOf(values);
  return Shared.of(values, entity) ?? (timestamp && Shared.of(timestamp, entity));
}

/** Gives the stored keys to a copy that this package makes of an object. A copy with `$timestamp` has them already. */
export function copyKeysRead(entity: string, from: object, to: object): void {
  const id = Shared.of(from, entity);
  if (id !== undefined) new Shared(to, entity, id.partitionKey, id.rowKey);
}

function timestampOf(values: object): object | undefined {
  const { $timestamp } = values as { readonly $timestamp?: unknown };
  return typeof $timestamp === "object" && $timestamp !== null ? $timestamp : undefined;
}
