import type { TableError } from "../../errors/table-error.js";
import type { EntityId } from "../../schema/entity-types.js";
import { copyKeysRead, keysRead } from "./keys-read.js";

/** The row of an entity that was read. */
export interface StoredKeys {
  readonly id: EntityId;
  /** The keys that the properties made when the row was read: the same, unless `onMismatch` accepted others; undefined for none. */
  readonly made: EntityId | undefined;
}

const registry: unique symbol = Symbol.for("@tablewright/stored-keys/v1") as never;

/**
 * The row that an entity was read from, where its properties do not make its keys: a copy of it is a new value. An error stands
 * for a row that was not asked for, which can be read but not written.
 */
interface ReadUnder {
  /** The name of its definition: an entity that is given to another one is a value like any. */
  readonly entity: string;
  readonly stored: StoredKeys | TableError;
}

/** Shared by all copies of this package: an entity that one of them read may be written with another. */
const shared = globalThis as { [registry]?: WeakMap<object, ReadUnder> };
shared[registry] ??= new WeakMap();
const readUnder = shared[registry];

export function rememberKeys(entity: string, values: object, stored: StoredKeys | TableError): void {
  readUnder.set(values, { entity, stored });
}

/** A copy that the runtime makes of what it was given. */
export function copyStoredKeys({ name }: { readonly name: string }, from: object, to: object): void {
  const remembered = readUnder.get(from);
  if (remembered !== undefined) readUnder.set(to, remembered);
  copyKeysRead(name, from, to);
}

/**
 * The row of an entity that was read, or of a copy that has its `$timestamp`; undefined for a new value.
 * @throws TableError `decode.key-mismatch` for a row that was not asked for
 */
export function storedKeysOf({ name }: { readonly name: string }, values: object): StoredKeys | undefined {
  const remembered = readUnder.get(values);
  if (remembered === undefined || remembered.entity !== name) {
    const id = keysRead(name, values);
    return id && { id, made: id };
  }
  if ("id" in remembered.stored) return remembered.stored;
  throw remembered.stored;
}

/** Whether `onMismatch` accepted keys that the properties do not make. */
export function hasOtherKeys({ id, made }: StoredKeys): boolean {
  return made !== id;
}
