import { isTableError, TableError, type TableServiceView } from "@tablewright/runtime";
import { type EdmValue, parseTableRow } from "@tablewright/runtime/edm";
import type { AnySchema } from "../project/studio-project.js";
import type { Property } from "../values/field-text.js";

/** New values of stored properties; undefined removes one. */
export type StoredChanges = Readonly<Record<string, EdmValue | undefined>>;

/** The runtime's write mode for a part of an entity's properties, as in a merge: none of them is required. */
const changesOnly = 2;

/**
 * Encodes the value of an entity's property as the stored properties that contain it, with the runtime's own writer. Names that the row
 * should no longer have, such as those of parts that a shorter value does not need, are undefined.
 * @param value the value to store; undefined to remove the property
 * @throws TableError `value.*` naming entity and property
 */
export function encodeField(
  { connection }: TableServiceView,
  schema: AnySchema,
  field: string,
  value: unknown,
): StoredChanges {
  const property = schema.properties[field];
  if (property === undefined) return {};
  const none = Object.fromEntries(storedNames(property).map((name) => [name, undefined]));
  if (value === undefined) return none;
  // Without the collector of large members, the writer returns every member.
  const limits = { ...connection.limits, large: undefined };
  const members = named(schema, field, () => property.write(property, value, changesOnly, limits));
  const { properties } = parseTableRow(schema.table, `{${members.slice(1)}}`);
  const later = new Set(property.parts?.names.slice(1));
  const isWritten = ([name, each]: readonly [string, EdmValue | undefined]) =>
    !later.has(name) || !isEmpty(each?.value);
  const written = Object.fromEntries(Object.entries(properties).filter(isWritten));
  // Programs with former definitions read the value under its former names.
  const [own] = property.keepFormer ? Object.values(written) : [];
  const former = own === undefined ? {} : Object.fromEntries(property.readNames.map((name) => [name, own]));
  return { ...none, ...former, ...written };
}

function isEmpty(value: unknown): boolean {
  return value === "" || (value instanceof Uint8Array && value.length === 0);
}

/** Returns all names under which a row may store a property or parts of it. */
export function storedNames({ parts, readNames }: Property): readonly string[] {
  return [...(parts?.names ?? []), ...readNames];
}

/** Runs a check of one value. Puts the names of entity and property before the message of its error. */
function named<Result>(schema: AnySchema, property: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!isTableError(error) || error.entity !== undefined) throw error;
    const place = { entity: schema.name, property };
    throw new TableError(error.code, `${schema.name}.${property} ${error.message}`, place);
  }
}
