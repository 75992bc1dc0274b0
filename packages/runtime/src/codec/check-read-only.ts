import { TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { type Feature, featureOf } from "../schema/feature.js";
import { isAbsent } from "./edm/edm-type.js";

type Schema = Pick<EntitySchema<EntityTypes>, "name" | "readOnly" | "features">;

/**
 * Feature of definitions with read-only properties, which only an insert writes. The feature rejects other writes that would change them.
 */
export interface ReadOnlyCheck extends Feature {
  /** Checks that changes neither set nor unset a read-only property. @throws TableError `value.read-only` */
  checkReadOnly(schema: Schema, changes: object, unset: readonly string[]): void;
  /** Checks that a write of a whole entity keeps the stored read-only values. @throws TableError `value.read-only` */
  checkReadOnlyValues(schema: EntitySchema<EntityTypes>, operation: string, entity: object): void;
}

/** Checks that changes do not set or unset properties that only an insert writes. @throws TableError `value.read-only` */
export function checkChanges(schema: Schema, changes: object, unset: readonly string[] = []): void {
  if (schema.readOnly.length === 0) return;
  featureOf<ReadOnlyCheck>(schema, "checkReadOnly").checkReadOnly(schema, changes, unset);
}

export const checkReadOnly: ReadOnlyCheck["checkReadOnly"] = ({ name, readOnly }, changes, unset) => {
  for (const property of readOnly) {
    const { field } = property;
    if (!isAbsent((changes as Readonly<Record<string, unknown>>)[field], property))
      throw readOnlyError(name, field, "Leave it out of the changes.");
    if (unset.includes(field)) throw readOnlyError(name, field, "Leave it out of unset.");
  }
};

/** Creates the error of a change to a read-only property. @param help what the caller can do instead */
export function readOnlyError(entity: string, property: string, help: string): TableError {
  const problem = `${entity}.${property} is read-only: an insert writes it and nothing changes it afterwards.`;
  return new TableError("value.read-only", `${problem} ${help}`, { entity, property });
}
