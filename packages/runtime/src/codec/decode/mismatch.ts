import { isThenable } from "../../errors/check-argument.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId } from "../../schema/entity-types.js";
import { idOf, own, rowText } from "../system-properties.js";
import type { Column } from "./column.js";

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
 *   stored keys, and writes that take it go there, unless its key properties are changed afterwards; a copy of it (`{ ...entity }`) is a new value with the keys of its
 *   properties.
 * - `key.malformed` without a property, keys of another shape where only a part of the row was read (`select`, `count`, `exists`): what
 *   it returns is not used, and the row is taken.
 * - `decode.key-mismatch`, a row that was not asked for: the entity can be read; writes that take it throw the error again.
 */
export type OnMismatch = (mismatch: Mismatch) => unknown;

/** What the handler makes of a property that does not fit; without one its error is thrown. */
export function explainColumn(
  entity: string,
  column: Column,
  row: EntityPayload,
  cause: unknown,
  onMismatch: OnMismatch | undefined,
): unknown {
  const error = problemOf(entity, column, row, cause);
  if (onMismatch === undefined) throw error;
  const annotation = row[column.annotation] as string | undefined;
  const stored = own(row, column.stored);
  const value = onMismatch({ ...idOf(row), entity, property: column.name, stored, annotation, error });
  if (isThenable(value)) throw promiseError(value);
  return value;
}

/** A row is decoded at once; what the promise rejects with would be reported as unhandled. */
function promiseError(value: PromiseLike<unknown>): TableError {
  Promise.resolve(value).catch(() => undefined);
  return new TableError(
    "value.wrong-type",
    "onMismatch returned a promise; it must return the value itself, or throw.",
  );
}

/** A problem with entity, property and row in front. Rethrows what is no TableError. */
function problemOf(entity: string, column: Column, row: EntityPayload, error: unknown): TableError {
  if (!isTableError(error)) throw error;
  const message = `${entity}.${column.name} of row ${rowText(idOf(row))} ${error.message}`;
  return new TableError(error.code, message, { entity, property: column.name, cause: error });
}
