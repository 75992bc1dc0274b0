import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { AnySchema, EntityId, EntityPayload, KeyNames } from "../schema/entity-schema.js";
import { fieldsOf, isReversible, type KeyPart, type Values } from "./keys/key-part.js";
import type { OnMismatch } from "./mismatch.js";
import { explainMalformedKey, hasShape, isRowKeyOf, isSplit, readKeyOf, splitKey } from "./parse-key.js";
import { idOf, own, rowText } from "./payload.js";
import { rememberKeys } from "./stored-keys.js";

/**
 * Returns whether a query skips a row because its keys do not have the shape of the entity class's keys. False if rows store their kind in
 * a property, because then the kind decides. Calls `onMismatch` with a row to skip, unless the entity classes of the table differ only by
 * the shapes of their keys: then such a row is normal, because it may belong to another class.
 */
export function hasOtherShape(schema: AnySchema, row: EntityPayload, onMismatch?: OnMismatch): boolean {
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
export function isLeftOut(schema: AnySchema, row: EntityPayload, typed: boolean, onMismatch?: OnMismatch): boolean {
  return schema.hooks.former?.isWaiting(row, typed) === true || hasOtherShape(schema, row, onMismatch);
}

const otherKeysCodes: ReadonlySet<string> = new Set(["entity.wrong-kind", "key.malformed", "decode.key-mismatch"]);

/** Returns whether a row could not be decoded because its kind or its keys are not those that its definition gives. */
export function hasOtherKeys(schema: AnySchema, row: EntityPayload, error: unknown): boolean {
  return isTableError(error) && (otherKeysCodes.has(error.code) || !hasShape(schema, idOf(row)));
}

type Kind = Pick<AnySchema, "name" | "table" | "kind" | "kindProperty">;

/**
 * Returns the names of the stored properties that show which class a row is an entity of: PartitionKey, RowKey and, if there is one, the
 * property with the kind. With former keys, also the properties from which the current and the former keys are built.
 */
export function identityNames({ kindProperty, hooks }: Pick<AnySchema, "kindProperty" | "hooks">): readonly string[] {
  if (hooks.former !== undefined) return hooks.former.names;
  return kindProperty === undefined ? ["PartitionKey", "RowKey"] : ["PartitionKey", "RowKey", kindProperty];
}

/**
 * Checks that a row belongs to the entity class if only its {@link identityNames} were read. `onMismatch` may accept keys of another shape,
 * but never another kind.
 * @throws TableError `entity.wrong-kind`, `key.malformed`, `decode.key-mismatch`
 */
type CheckIdentity = (row: EntityPayload, onMismatch: OnMismatch | undefined) => void;

/**
 * Creates the check for the rows of one query. If the RowKey can be checked alone, and consecutive rows share a PartitionKey, that one is
 * parsed only once.
 */
export function identityCheck(schema: AnySchema): CheckIdentity {
  const isSeparate = hasSeparateKeys(schema);
  let lastPartitionKey: string | undefined;
  return (row, onMismatch) => {
    checkKind(schema, row);
    if (row.PartitionKey === lastPartitionKey && isRowKeyOf(schema, row.RowKey)) return;
    if (checkBothKeys(schema, row, onMismatch) && isSeparate) lastPartitionKey = row.PartitionKey;
  };
}

/** Returns whether the RowKey can be checked alone: it gives the value of each property in it, and the PartitionKey has none of them. */
function hasSeparateKeys({ partitionParts, rowParts }: AnySchema): boolean {
  const names = new Set(fieldsOf(partitionParts));
  return rowParts.every((part) => typeof part === "string" || (isReversible(part) && !names.has(part.field)));
}

/**
 * Checks that both keys of a row have the shape of the entity class.
 * @returns whether they have it; if not, `onMismatch` has accepted that
 */
function checkBothKeys(schema: AnySchema, row: EntityPayload, onMismatch: OnMismatch | undefined): boolean {
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

/**
 * Checks that a row's stored keys equal those that its properties give. If they do not and `onMismatch` accepts that, remembers the stored
 * keys for `values`, so that a write of the entity goes to the row that was read.
 * @param known keys whose properties were all read, so that they can be compared
 * @returns whether the keys match
 * @throws TableError `decode.key-mismatch` naming the entity, both keys and the property
 */
export function checkKeys(
  schema: AnySchema,
  known: KeyNames,
  values: object,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): boolean {
  if (matchesKeys(schema, known, values, row)) return true;
  reportMismatch(schema, known, values as Values, row, onMismatch);
  const id = idOf(row);
  rememberKeys(schema.name, values, { id, made: buildKeys(schema, known, values, id) });
  return false;
}

/**
 * Returns the keys that the properties give. If not all properties of a key were read, returns the stored key. Returns undefined if a key
 * cannot be made.
 */
function buildKeys(schema: AnySchema, known: KeyNames, values: object, id: EntityId): EntityId | undefined {
  const partitionKey = known.partition ? orNone(() => schema.partitionKey(values)) : id.partitionKey;
  const rowKey = known.row ? orNone(() => schema.rowKey(values)) : id.rowKey;
  return partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
}

function matchesKeys(schema: AnySchema, known: KeyNames, values: object, row: EntityPayload): boolean {
  try {
    if (known.partition && !schema.makesPartitionKey(values, row.PartitionKey)) return false;
    return !known.row || schema.makesRowKey(values, row.RowKey);
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}

/**
 * Reports that stored keys do not match the properties. Calls `onMismatch` and ignores its result, because nothing can replace a stored
 * key. Throws if there is no handler.
 */
function reportMismatch(
  schema: AnySchema,
  known: KeyNames,
  values: Values,
  row: EntityPayload,
  onMismatch: OnMismatch | undefined,
): void {
  const partitionKey = known.partition ? orNone(() => schema.partitionKey(values)) : undefined;
  const rowKey = known.row ? orNone(() => schema.rowKey(values)) : undefined;
  const isPartition = known.partition && partitionKey !== row.PartitionKey;
  const key = isPartition ? "PartitionKey" : "RowKey";
  const property = findDifferentPart(isPartition ? schema.partitionParts : schema.rowParts, row[key], values);

  const { name: entity } = schema;
  const made = isPartition ? partitionKey : rowKey;
  const what =
    property === undefined ? "its properties give" : `${property} is ${formatValue(values[property])}, which gives`;
  const gives = made === undefined ? `no ${key}` : `the ${key} ${formatValue(made)}`;
  const problem = `${entity} ${rowText(idOf(row))}: ${what} ${gives}, not the stored ${formatValue(row[key])}`;
  const help = "Correct the row, or accept it in onMismatch.";
  const error = new TableError("decode.key-mismatch", `${problem}. ${help}`, { entity, property });
  if (onMismatch === undefined) throw error;
  const stored = property === undefined ? undefined : (schema.properties[property]?.name ?? property);
  onMismatch({
    ...idOf(row),
    entity,
    property,
    stored: stored === undefined ? undefined : own(row, stored),
    annotation: stored === undefined ? undefined : (own(row, `${stored}@odata.type`) as string | undefined),
    expected: partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey },
    error,
  });
}

/**
 * Returns the first property whose current value gives another text than the row's keys contain. Undefined if the keys do not show which
 * property it is.
 */
export function findDifferentKeyProperty(
  schema: AnySchema,
  values: object,
  { partitionKey, rowKey }: EntityId,
): string | undefined {
  const { partitionParts, rowParts } = schema;
  return (
    (orNone(() => schema.partitionKey(values)) === partitionKey
      ? undefined
      : findDifferentPart(partitionParts, partitionKey, values as Values)) ??
    findDifferentPart(rowParts, rowKey, values as Values)
  );
}

/**
 * Returns the first property whose value gives another text than the key contains. Undefined if there is none, or if the key has several
 * properties and cannot be split.
 */
export function findDifferentPart(parts: readonly KeyPart[], key: string, values: Values): string | undefined {
  const given = parts.filter((part) => typeof part !== "string");
  const [first] = parts;
  if (typeof first === "string" && !key.startsWith(first)) return undefined;
  if (!isSplit(parts, key)) return given.length === 1 ? given[0]?.field : undefined;
  const texts = splitKey(parts, key);
  return given.find((part) => {
    const value = values[part.field] ?? part.default;
    return orNone(() => part.encode(value)) !== texts[parts.indexOf(part)];
  })?.field;
}

/** Returns the result of `make`, such as a key; undefined if it throws a TableError, for example because no key can contain the values. */
export function orNone<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
