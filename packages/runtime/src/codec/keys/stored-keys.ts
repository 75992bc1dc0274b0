import type { TableError } from "../../errors/table-error.js";
import type { EntityId } from "../../schema/entity-types.js";

const registry: unique symbol = Symbol.for("@tablewright/stored-keys/v1") as never;

/**
 * The keys that an entity was read under, where its properties do not make them: a copy of it is a new value. An error stands
 * for a row that was not asked for, which can be read but not written.
 */
interface ReadUnder {
  /** The name of its definition: an entity that is given to another one is a value like any. */
  readonly entity: string;
  readonly id: EntityId | TableError;
}

/** Shared by all copies of this package: an entity that one of them read may be written with another. */
const shared = globalThis as { [registry]?: WeakMap<object, ReadUnder> };
shared[registry] ??= new WeakMap();
const readUnder = shared[registry];

export function rememberKeys(entity: string, values: object, id: EntityId | TableError): void {
  readUnder.set(values, { entity, id });
}

/** A copy that the runtime makes of what it was given. */
export function copyStoredKeys(from: object, to: object): void {
  const remembered = readUnder.get(from);
  if (remembered !== undefined) readUnder.set(to, remembered);
}

/**
 * The keys of an entity that was read, where its properties do not make them.
 * @throws TableError `decode.key-mismatch` for a row that was not asked for
 */
export function storedKeysOf({ name }: { readonly name: string }, values: object): EntityId | undefined {
  const remembered = readUnder.get(values);
  if (remembered === undefined || remembered.entity !== name) return undefined;
  if ("partitionKey" in remembered.id) return remembered.id;
  throw remembered.id;
}
