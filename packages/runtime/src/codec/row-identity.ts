import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { checkKeys } from "./check-keys.js";
import { fieldsOf, isReversible, type KeyPart } from "./keys/key-part.js";
import type { OnMismatch } from "./mismatch.js";
import { explainMalformedKey, hasShape, isRowKeyOf, readKeyOf } from "./parse-key.js";
import { idOf, own, rowText } from "./system-properties.js";

/**
 * Returns whether a query skips a row because its keys have another shape than the entity class's. If rows store their kind in a property,
 * that decides, and the result is false. Calls `onMismatch` with a row to skip, unless the entity classes of the table differ only by the
 * shapes of their keys: then such a row is normal, because it may belong to another class.
 */
export function hasOtherShape<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  onMismatch?: OnMismatch,
): boolean {
  const { kindProperty, rowKeyPrefix, partitionKeyPrefix, isToldByShape } = schema;
  if (kindProperty !== undefined || hasShape(schema, idOf(row))) return false;
  // The query asked for keys with these prefixes. If a row lacks them, it is not skipped, and the decoder reports it as an error.
  if (!row.RowKey.startsWith(rowKeyPrefix ?? "") || !row.PartitionKey.startsWith(partitionKeyPrefix ?? ""))
    return false;
  if (onMismatch !== undefined && !isToldByShape) {
    const error = explainMalformedKey(schema, idOf(row));
    const none = { property: undefined, stored: undefined, annotation: undefined };
    onMismatch({ ...idOf(row), entity: schema.name, ...none, error });
  }
  return true;
}

/**
 * Returns whether a query skips a row: it is still under the keys of a former definition, or its keys have another shape.
 * @see {@link hasOtherShape}
 */
export function isLeftOut<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  onMismatch?: OnMismatch,
): boolean {
  return schema.hooks.former?.isWaiting(row, typed) === true || hasOtherShape(schema, row, onMismatch);
}

/** Codes of errors which say that a row does not have the kind or the keys of its definition. */
const otherKeysCodes: ReadonlySet<string> = new Set(["entity.wrong-kind", "key.malformed", "decode.key-mismatch"]);

/** Returns whether a row could not be decoded because its kind or its keys are not those that its definition gives. */
export function hasOtherKeys<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  error: unknown,
): boolean {
  return isTableError(error) && (otherKeysCodes.has(error.code) || !hasShape(schema, idOf(row)));
}

type Kind = Pick<EntitySchema<EntityTypes>, "name" | "table" | "kind" | "kindProperty">;

/**
 * Returns the stored names that show a row's entity class: its keys, and the property with its kind if there is one. If there are former
 * keys, also the properties in the current and the former keys.
 */
export function identityNames({
  kindProperty,
  hooks,
}: Pick<EntitySchema<EntityTypes>, "kindProperty" | "hooks">): readonly string[] {
  if (hooks.former !== undefined) return hooks.former.names;
  return kindProperty === undefined ? ["PartitionKey", "RowKey"] : ["PartitionKey", "RowKey", kindProperty];
}

/**
 * Checks that a row belongs to the entity class if only its {@link identityNames} were read. `onMismatch` may accept keys of another shape,
 * but never another kind.
 * @throws TableError `entity.wrong-kind`, `key.malformed`, `decode.key-mismatch`
 */
export type CheckIdentity = (row: EntityPayload, onMismatch: OnMismatch | undefined) => void;

/**
 * Creates the check for the rows of one query. If the RowKey can be checked alone, and consecutive rows share a PartitionKey, that one is
 * parsed only once.
 */
export function identityCheck<T extends EntityTypes>(schema: EntitySchema<T>): CheckIdentity {
  const isSeparate = hasSeparateKeys(schema);
  let lastPartitionKey: string | undefined;
  return (row, onMismatch) => {
    checkKind(schema, row);
    if (row.PartitionKey === lastPartitionKey && isRowKeyOf(schema, row.RowKey)) return;
    if (checkBothKeys(schema, row, onMismatch) && isSeparate) lastPartitionKey = row.PartitionKey;
  };
}

/** Returns whether the RowKey can be checked alone: it gives the value of each property in it, and the PartitionKey has none of them. */
function hasSeparateKeys<T extends EntityTypes>({ partitionParts, rowParts }: EntitySchema<T>): boolean {
  const names = new Set(fieldsOf(partitionParts));
  return rowParts.every((part) => typeof part === "string" || (isReversible(part) && !names.has(part.field)));
}

/**
 * Checks that both keys of a row have the shape of the entity class.
 * @returns whether they have it; if not, `onMismatch` has accepted that
 */
function checkBothKeys<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): boolean {
  let values: object;
  try {
    values = readKeyOf(schema, idOf(row));
  } catch (error) {
    if (onMismatch === undefined || !isTableError(error)) throw error;
    const { name: entity } = schema;
    onMismatch({ ...idOf(row), entity, property: undefined, stored: undefined, annotation: undefined, error });
    return false;
  }
  const known = { partition: hasAllValues(schema.partitionParts, values), row: hasAllValues(schema.rowParts, values) };
  return checkKeys(schema, known, values, row, onMismatch);
}

/**
 * Returns whether `values`, read from the keys, contains every property in a key. A derived part, such as the month of a date, does not
 * give the value of its property.
 */
function hasAllValues(parts: readonly KeyPart[], values: object): boolean {
  return fieldsOf(parts).every((field) => Object.hasOwn(values, field));
}

/**
 * Checks that a row has the kind of the entity class, if the definition stores a kind.
 * @throws TableError `entity.wrong-kind`
 */
export function checkKind(schema: Kind, row: EntityPayload): void {
  const { kindProperty, kind } = schema;
  if (kindProperty !== undefined && own(row, kindProperty) !== kind) throw otherKind(schema, row);
}

/** Creates the error for a row that belongs to another entity class. */
export function otherKind({ name, table, kind, kindProperty }: Kind, row: EntityPayload): TableError {
  const message = `The row ${rowText(idOf(row))} of table ${table} does not match ${name}, kind ${formatValue(kind)}`;
  const found = kindProperty === undefined ? "" : `: ${foundKind(kindProperty, own(row, kindProperty))}`;
  return new TableError("entity.wrong-kind", `${message}${found}.`, { entity: name });
}

function foundKind(property: string, value: unknown): string {
  return value === undefined || value === null ? "it has no kind" : `its ${property} is ${formatValue(value)}`;
}
