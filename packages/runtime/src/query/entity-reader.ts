import { decodeEntity } from "../codec/decode-entity.js";
import { compileProjection, type Projection } from "../codec/decode-projection.js";
import type { OnMismatch } from "../codec/mismatch.js";
import { idOf, readETag, rowText } from "../codec/payload.js";
import { hasOtherShape, identityCheck, identityNames, isLeftOut } from "../codec/row-identity.js";
import { rememberKeys } from "../codec/stored-keys.js";
import { TableError } from "../errors/table-error.js";
import type { AnySchema, EntityId, EntityPayload, EntitySchema, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { QueryHooks, RowReader } from "./row-reader.js";

/** Reader of the rows of one entity class. */
export interface EntityReader<R> extends RowReader<R> {
  readonly schema: AnySchema;
  /**
   * Returns a reader of some properties of the rows. With `from keys`, those that the keys give are read from the keys, and not requested.
   * @throws TableError `query.unknown-property`
   */
  selecting(names: readonly string[], from?: "from keys"): EntityReader<unknown>;
  /** Returns a reader that requests no metadata. Its rows have no ETags. */
  withoutETags(): EntityReader<unknown>;
}

const counted = {};

/** Returns a reader of the rows of one entity class: whole rows, or only the properties that `projection` selects. */
export function entityReader<T extends EntityTypes>(
  schema: EntitySchema<T>,
  onMismatch: OnMismatch | undefined,
  metadata: "minimal" | "none" = "minimal",
  projection?: Projection,
): EntityReader<T["entity"]> {
  const typed = metadata === "minimal";
  const decode =
    projection === undefined
      ? (row: EntityPayload) => decodeEntity(schema, row, typed, onMismatch)
      : (row: EntityPayload) => projection.decode(row, typed, onMismatch) as unknown as T["entity"];
  // If a row decodes without an error, its keys have the shape of its entity class. So by default the shape is tested only after an error.
  // It is tested before decoding if rows of other shapes are expected, or once one was found. A projection may lack the properties that
  // show a row under former keys, so it is tested too.
  const mayPass = projection !== undefined && schema.hooks.former !== undefined;
  let isMixed = mayPass || onMismatch !== undefined || schema.isToldByShape === true;
  return {
    ...buildReader(schema, onMismatch),
    select: projection?.select,
    metadata,
    isExact: schema.keepsUnknown === true && projection?.select === undefined,
    decode(row) {
      if (isMixed) return isLeftOut(schema, row, typed, onMismatch) ? undefined : decode(row);
      try {
        return decode(row);
      } catch (error) {
        isMixed = isLeftOut(schema, row, typed);
        if (!isMixed) throw error;
        return undefined;
      }
    },
    decodeFormer: schema.hooks.former && ((row) => decodeWaiting(schema, row, typed, decode)),
    selecting: (names, from) => entityReader(schema, onMismatch, metadata, compileProjection(schema, names, from)),
    withoutETags: () => entityReader(schema, onMismatch, "none", projection),
  };
}

/**
 * Decodes a row that is still under former keys, as `migrate` will store it. Only `migrate` writes such a row, so a write of the entity
 * fails. Returns undefined for any other row.
 */
function decodeWaiting<T extends EntityTypes>(
  { name, table, hooks }: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  decode: (row: EntityPayload) => T["entity"],
): T["entity"] | undefined {
  const current = hooks.former?.toCurrent(row, typed);
  if (current === undefined) return undefined;
  const entity = decode(current);
  const problem = `${name} ${rowText(idOf(row))} waits in table ${table} under the keys of a former definition`;
  const help = `Run \`npx tablewright migrate ${name}\`, which moves it, and read it again to write it.`;
  rememberKeys(name, entity, new TableError("decode.key-mismatch", `${problem}. ${help}`, { entity: name }));
  return entity;
}

/** Keys and ETag of a row, as a deletion needs them. */
export interface RowAddress extends EntityId {
  readonly $etag: ETag | undefined;
}

/**
 * Returns a reader of the stored keys and ETags of rows. If rows store no kind, the reader skips rows whose keys have another shape than
 * the class's. Any other row that does not belong to the entity class is an error, even if the client has an `onMismatch` handler.
 */
export function addressReader(schema: AnySchema): RowReader<RowAddress> {
  const decode = (row: EntityPayload) => ({ ...idOf(row), $etag: readETag(row) });
  return { ...checkedReader(schema, decode), select: identityNames(schema) };
}

/**
 * Returns a reader of the rows as they are stored, for writing them back: undeclared properties keep their types. Skips and refuses rows as
 * {@link addressReader} does.
 * @param onOtherKeys called for a row of the entity class whose keys have another shape, which it may accept; by default such a row is an
 * error
 */
export function payloadReader(schema: AnySchema, onOtherKeys?: OnMismatch): RowReader<EntityPayload> {
  return { ...checkedReader(schema, (row) => row, onOtherKeys), isExact: true };
}

/**
 * Returns a reader of the keys and of the properties on which the deletion of a row depends. Skips and refuses rows as
 * {@link addressReader} does.
 */
export function deletionReader(schema: AnySchema): RowReader<EntityPayload> {
  const select = [...identityNames(schema), ...(schema.hooks.namesToDelete?.(schema) ?? [])];
  return { ...checkedReader(schema, (row) => row), select: [...new Set(select)] };
}

function checkedReader<R>(schema: AnySchema, read: (row: EntityPayload) => R, onOtherKeys?: OnMismatch): RowReader<R> {
  const checkIdentity = identityCheck(schema);
  return {
    ...buildReader(schema, undefined),
    decode(row) {
      const isWaiting = schema.hooks.former?.isWaiting(row, true) === true;
      if (isWaiting) return onOtherKeys === undefined ? undefined : read(row);
      if (hasOtherShape(schema, row)) return undefined;
      checkIdentity(row, onOtherKeys);
      return read(row);
    },
  };
}

function buildReader(schema: AnySchema, onMismatch: OnMismatch | undefined) {
  return {
    reads: "entities",
    table: schema.table,
    filtered: schema,
    schema,
    select: undefined,
    metadata: "minimal",
    isExact: false,
    onMismatch,
    schemasOf: () => [schema as unknown as AnySchema],
    nameOf: () => schema.name,
    expiry: (schema.hooks as Hooks<QueryHooks>).expiry?.(schema),
    counted: () => identityReader(schema, onMismatch),
  } as const;
}

/** Returns a reader for counting rows. It requests only the properties that show which entity class a row belongs to. */
function identityReader(schema: AnySchema, onMismatch: OnMismatch | undefined): RowReader<object> {
  const checkIdentity = identityCheck(schema);
  return {
    ...buildReader(schema, onMismatch),
    select: identityNames(schema),
    metadata: "none",
    decode(row) {
      if (isLeftOut(schema, row, false, onMismatch)) return undefined;
      checkIdentity(row, onMismatch);
      return counted;
    },
  };
}
