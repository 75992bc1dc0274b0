import type { TableError } from "../errors/table-error.js";
import { shared } from "../platform/copies.js";
import type { EntityId, EntityPayload } from "../schema/entity-schema.js";

/** Stored keys of an entity that was read, and the keys that its properties gave at that time. */
interface StoredKeys {
  readonly id: EntityId;
  /**
   * Keys made from the properties as they were read. They differ from `id` only if `onMismatch` accepted that. Undefined if no keys can be
   * made.
   */
  readonly made: EntityId | undefined;
}

/**
 * Record of an entity that was read because `onMismatch` accepted it. If its stored keys do not match its properties, the record has both
 * keys. If its row was not requested, it has the error that a write of the entity throws. A copy of the entity has no record.
 */
interface RememberedRow {
  /** Name of the entity's definition. For another definition the entity is an ordinary value. */
  readonly entity: string;
  readonly stored: StoredKeys | TableError;
}

/** Records that all copies of this package share, so that one copy can write an entity that another has read. */
const rememberedRows = /* @__PURE__ */ shared("stored-keys/v1", () => new WeakMap<object, RememberedRow>());

export function rememberKeys(entity: string, values: object, stored: StoredKeys | TableError): void {
  rememberedRows.set(values, { entity, stored });
}

/**
 * Gives the stored keys of an object that was read to a copy that this package makes of it. So a write of the copy goes to the same row.
 */
export function copyStoredKeys({ name }: { readonly name: string }, from: object, to: object): void {
  const remembered = rememberedRows.get(from);
  if (remembered !== undefined) rememberedRows.set(to, remembered);
  const id = Shared.of(from, name);
  // A copy with `$timestamp` has the keys already.
  if (id !== undefined) new Shared(to, name, id.partitionKey, id.rowKey);
}

/**
 * Returns the stored keys of an entity that was read, or of a copy with its `$timestamp`; undefined for a new value.
 * @throws TableError `decode.key-mismatch` for a row that was not requested
 */
export function findStoredKeys({ name }: { readonly name: string }, values: object): StoredKeys | undefined {
  const remembered = rememberedRows.get(values);
  if (remembered === undefined || remembered.entity !== name) {
    const id = keysRead(name, values);
    return id && { id, made: id };
  }
  if ("id" in remembered.stored) return remembered.stored;
  throw remembered.stored;
}

/** Returns whether the stored keys differ from those that the properties gave. `onMismatch` has then accepted that. */
export function hasOtherKeys({ id, made }: StoredKeys): boolean {
  return made !== id;
}

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

function timestampOf(values: object): object | undefined {
  const { $timestamp } = values as { readonly $timestamp?: unknown };
  return typeof $timestamp === "object" && $timestamp !== null ? $timestamp : undefined;
}
