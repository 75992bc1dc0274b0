import type { TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";

/** A stored row that does not fit its definition, or that was not asked for. */
export interface Mismatch extends EntityId {
  readonly entity: string;
  /** The property that does not fit; undefined where the keys do not, and no single property is to blame. */
  readonly property: string | undefined;
  /** As `JSON.parse` gave it; undefined where the row lacks the property. */
  readonly stored: unknown;
  /** The Edm type that the payload gives, where it gives one. */
  readonly annotation: string | undefined;
  /**
   * With `decode.key-mismatch`, the keys that the properties make, or that were asked for; undefined where they make none, and
   * where a range was asked for.
   */
  readonly expected?: EntityId | undefined;
  /** What would be thrown without the handler. */
  readonly error: TableError;
}

/**
 * Decides about a row that does not fit: throws, or returns.
 *
 * - A property that does not fit: what it returns is used instead; undefined leaves the property absent.
 * - `decode.key-mismatch`, properties that do not make the stored keys: what it returns is not used. The entity remembers its
 *   stored keys, and writes that take it go there; a copy of it (`{ ...entity }`) is a new value with the keys of its
 *   properties.
 * - `decode.key-mismatch`, a row that was not asked for: the entity can be read; writes that take it throw the error again.
 */
export type OnMismatch = (mismatch: Mismatch) => unknown;
