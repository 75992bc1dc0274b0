import { TableError } from "../../errors/table-error.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";

/** Checks that changes leave the values that only an insert writes. @throws TableError `value.read-only` */
export function checkReadOnly<T extends EntityTypes>({ name, readOnly }: EntitySchema<T>, changes: object): void {
  for (const { field } of readOnly) {
    if (((changes as Readonly<Record<string, unknown>>)[field] ?? undefined) !== undefined)
      throw readOnlyError(name, field, "Leave it out of the changes.");
  }
}

/** @param help what to do instead */
export function readOnlyError(entity: string, property: string, help: string): TableError {
  const problem = `${entity}.${property} is read-only: an insert writes it and nothing changes it afterwards.`;
  return new TableError("value.read-only", `${problem} ${help}`, { entity, property });
}
