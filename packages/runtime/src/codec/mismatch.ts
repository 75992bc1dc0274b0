import { isTableError, TableError, wrongValue } from "../errors/table-error.js";
import { isThenable } from "../platform/built-ins.js";
import type { EntityId, EntityPayload } from "../schema/entity-schema.js";
import type { Column } from "./column.js";
import { idOf, own, rowText } from "./payload.js";

/** Stored row that does not fit its definition, or that was not requested. */
export interface Mismatch extends EntityId {
  readonly entity: string;
  /** Property that does not fit; undefined if the keys do not fit and no single property causes it. */
  readonly property: string | undefined;
  /** Stored value, as `JSON.parse` returns it; undefined if the row does not have the property. */
  readonly stored: unknown;
  /** Edm type of the stored value, if the payload names it. */
  readonly annotation: string | undefined;
  /**
   * With `decode.key-mismatch`, the keys that the properties give. For a row that was not requested, the requested keys. Undefined if no
   * keys can be made, or if a range of keys was requested.
   */
  readonly expected?: EntityId | undefined;
  /** Error that the read throws if there is no handler. */
  readonly error: TableError;
}

/**
 * Handler of a stored row that does not fit its definition. It throws to reject the row. To accept it, it returns:
 *
 * - For a property that does not fit: the value to use instead, or undefined if the property shall be absent.
 * - For stored keys that do not match the properties (`decode.key-mismatch`): anything, because the result is ignored. The entity remembers
 *   its stored keys, and writes go to them, unless you change its key properties afterwards. A copy (`{ ...entity }`) is a new value, whose
 *   keys are made from its properties.
 * - For keys of another shape, if only a part of the row was read (`key.malformed` without a property, in `select`, `count` and `exists`):
 *   anything, because the result is ignored. The row counts as one of the entity class.
 * - For a row that was not requested (`decode.key-mismatch`): anything, because the result is ignored. You can read the entity, but a write
 *   of it throws the error.
 */
export type OnMismatch = (mismatch: Mismatch) => unknown;

/**
 * Calls `onMismatch` for a property that does not fit its definition, and returns the value to use instead. Throws if there is no handler.
 */
export function explainColumn(
  entity: string,
  column: Column,
  row: EntityPayload,
  cause: unknown,
  onMismatch: OnMismatch | undefined,
): unknown {
  const error = buildProblem(entity, column, row, cause);
  if (onMismatch === undefined) throw error;
  const annotation = row[column.annotation] as string | undefined;
  const stored = own(row, column.stored);
  const value = onMismatch({ ...idOf(row), entity, property: column.name, stored, annotation, error });
  if (isThenable(value)) throw promiseError(value);
  return value;
}

/**
 * Creates the error for an `onMismatch` that returned a promise, because rows are decoded synchronously. If the promise rejects, that is
 * ignored, because Node would report it as unhandled.
 */
function promiseError(value: PromiseLike<unknown>): TableError {
  Promise.resolve(value).catch(() => undefined);
  return wrongValue("onMismatch returned a promise; it must return the value itself, or throw.");
}

function buildProblem(entity: string, column: Column, row: EntityPayload, error: unknown): TableError {
  if (!isTableError(error)) throw error;
  const message = `${entity}.${column.name} of row ${rowText(idOf(row))} ${error.message}`;
  return new TableError(error.code, message, { entity, property: column.name, cause: error });
}
