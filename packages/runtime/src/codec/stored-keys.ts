import type { TableError } from "../errors/table-error.js";
import { shared } from "../platform/copies.js";
import type { EntityId } from "../schema/entity-types.js";
import { copyKeysRead, keysRead } from "./keys-read.js";

/** Stored keys of an entity that was read, and the keys that its properties gave at that time. */
export interface StoredKeys {
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
  copyKeysRead(name, from, to);
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
