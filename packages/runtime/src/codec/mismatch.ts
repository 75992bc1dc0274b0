import type { TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";

/** A stored property that does not fit its definition. */
export interface Mismatch extends EntityId {
  readonly entity: string;
  readonly property: string;
  /** As `JSON.parse` gave it; undefined where the row lacks the property. */
  readonly stored: unknown;
  /** The Edm type that the payload gives, where it gives one. */
  readonly annotation: string | undefined;
  /** What would be thrown without the handler. */
  readonly error: TableError;
}

/** Decides about a property that does not fit: returns the value to use instead (undefined leaves it absent), or throws. */
export type OnMismatch = (mismatch: Mismatch) => unknown;
