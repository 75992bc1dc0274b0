import { isThenable } from "../errors/check-argument.js";
import { show } from "../errors/show.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { readExtra } from "./extra.js";
import type { OnMismatch } from "./mismatch.js";
import { oneError } from "./one-error.js";
import { type Column, columnOf, readColumn } from "./read-property.js";
import { idOf, own, readETag, readTimestamp } from "./stored.js";

/**
 * Why the straight-line decoder threw: every property that does not fit, by name, or what `onMismatch` makes of them. Takes
 * its time, since it runs only after a failure.
 */
export function explainDecode<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  error: unknown,
  onMismatch: OnMismatch | undefined,
): T["entity"] {
  if (isTableError(error, "entity.wrong-kind")) throw wrongKindOf(schema, row);
  const init: Record<string, unknown> = {};
  const problems: TableError[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const column = columnOf(schema, name, property);
    try {
      init[name] = readColumn(schema, column, row, typed);
    } catch (problem) {
      init[name] = explainColumn(schema.name, column, row, problem, onMismatch ?? collect(problems));
    }
  }
  const thrown = oneError(schema.name, "decode.invalid", problems);
  if (thrown !== undefined) throw thrown;
  if (onMismatch === undefined) throw error;
  if (schema.keepsUnknown) init["$extra"] = readExtra(row, schema, typed);
  return schema.create(init as T["init"], readETag(row), readTimestamp(row));
}

function collect(problems: TableError[]): OnMismatch {
  return ({ error }) => void problems.push(error);
}

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
  if (isThenable(value)) throw refusedPromise(value);
  return value;
}

/** A row is decoded at once; what the promise rejects with would be reported as unhandled. */
function refusedPromise(value: PromiseLike<unknown>): TableError {
  Promise.resolve(value).catch(() => undefined);
  return new TableError("value.wrong-type", "onMismatch returned a promise; it returns the value itself, or throws.");
}

/** A problem with entity, property and row in front. Rethrows what is no TableError. */
function problemOf(entity: string, column: Column, row: EntityPayload, error: unknown): TableError {
  if (!isTableError(error)) throw error;
  const message = `${entity}.${column.name} of row ${rowText(row)} ${error.message}`;
  return new TableError(error.code, message, { entity, property: column.name, cause: error });
}

function rowText(row: EntityPayload): string {
  return `(${show(row.PartitionKey)}, ${show(row.RowKey)})`;
}

function wrongKindOf<T extends EntityTypes>(schema: EntitySchema<T>, row: EntityPayload): TableError {
  const wanted = `${schema.name}, kind ${show(schema.kind)}`;
  const found =
    schema.kindProperty === undefined ? "" : `: its ${schema.kindProperty} is ${show(own(row, schema.kindProperty))}`;
  const message = `The row ${rowText(row)} of table ${schema.table} is no ${wanted}${found}.`;
  return new TableError("entity.wrong-kind", message, { entity: schema.name });
}
