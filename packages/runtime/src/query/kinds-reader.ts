import { decodeEntity } from "../codec/decode-entity.js";
import { compileProjection, type Projection } from "../codec/decode-projection.js";
import type { OnMismatch } from "../codec/mismatch.js";
import { hasShape } from "../codec/parse-key.js";
import { idOf } from "../codec/payload.js";
import { identityCheck, identityNames } from "../codec/row-identity.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery, TableError } from "../errors/table-error.js";
import { decodeTableRow } from "../rows/table-row.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import { and, countComparisons, type Filter, not, or, rangeFilter } from "./filter/filter.js";
import { kindFilter, rowKeysOfKind } from "./key-scope.js";
import type { QueryHooks, RowReader } from "./row-reader.js";
import { checkSelected, kindNames, sharedProperties } from "./shared-properties.js";

/** Handling of a row of a kind that the query does not name: throw an error, skip the row, or return it as a {@link RawEntity}. */
export type OnUnknownKind = "throw" | "skip" | "raw";

export interface Kinds {
  readonly table: string;
  readonly schemas: readonly AnySchema[];
  readonly onMismatch: OnMismatch | undefined;
  readonly unknownKind: OnUnknownKind;
  /** Properties to read of the rows of each entity definition; undefined for all. */
  readonly projections?: ReadonlyMap<AnySchema, Projection>;
}

/** Reader of the rows of several entity definitions (kinds). */
export interface KindsReader<R> extends RowReader<R> {
  /** Returns a reader of some properties of the rows. @throws TableError `query.unknown-property` */
  selecting(names: readonly string[]): KindsReader<object>;
  /** Returns a reader that handles rows of other kinds as `handling` says. @throws TableError `query.invalid-option` */
  onUnknownKind(handling: unknown): KindsReader<object>;
}

export function kindsReader(kinds: Kinds): KindsReader<object> {
  const { table, schemas, onMismatch, unknownKind, projections } = kinds;
  const select = projections && selectedNames([...projections.values()]);
  const keepsUnknown = select === undefined && schemas.some((schema) => schema.keepsUnknown);
  return {
    reads: "kinds",
    table,
    get filtered() {
      return { name: kindNames(schemas), properties: sharedProperties(schemas) };
    },
    select,
    metadata: "minimal",
    isExact: unknownKind === "raw" || keepsUnknown,
    onMismatch,
    decode(row) {
      const schema = findKind(schemas, row);
      if (isWaiting(possibleKinds(schemas, row), row)) return undefined;
      if (schema === undefined)
        return readUnknown(kinds, row, () => ({ $kind: undefined, ...decodeTableRow(table, row) }));
      const projection = projections?.get(schema);
      if (projection === undefined) return decodeEntity(schema, row, true, onMismatch);
      return Object.assign(projection.decode(row, true, onMismatch), { $kind: schema.kind });
    },
    schemasOf: (row) => possibleKinds(schemas, row),
    nameOf: (row) => findKind(schemas, row)?.name ?? table,
    narrow: (filter, maxComparisons) => (unknownKind === "skip" ? narrow(schemas, filter, maxComparisons) : filter),
    expiry: expiryOf(schemas),
    counted: () => countingReader(kinds),
    selecting(names) {
      checkSelected(schemas, names);
      return kindsReader({
        ...kinds,
        projections: new Map(schemas.map((each) => [each, compileProjection(each, names)])),
      });
    },
    onUnknownKind: (handling) => kindsReader({ ...kinds, unknownKind: checkHandling(handling) }),
  };
}

/** Returns the expiry of rows of several entity definitions; undefined if none of their rows expire. */
function expiryOf(schemas: readonly AnySchema[]): RowReader<object>["expiry"] {
  const all = new Map(schemas.map((schema) => [schema, (schema.hooks as Hooks<QueryHooks>).expiry?.(schema)]));
  const expired = () =>
    or([...all].map(([schema, expiry]) => expiry !== undefined && and([ofKind(schema), expiry.expired()])));
  const names = distinct([...all.values()].map((expiry) => expiry?.names ?? []));
  if (names.length === 0) return undefined;
  return {
    expired,
    unexpired: () => and([...all].map(([schema, each]) => !each || not(and([ofKind(schema), each.expired()])))),
    isNegated: true,
    names,
    isExpired(row) {
      const kind = findKind(schemas, row);
      return kind !== undefined && all.get(kind)?.isExpired(row) === true;
    },
  };
}

/** Returns a reader for counting rows. It requests only the properties that show the kind of a row. */
function countingReader(kinds: Kinds): RowReader<object> {
  const { schemas, onMismatch } = kinds;
  const checks = new Map(schemas.map((schema) => [schema, identityCheck(schema)]));
  return {
    ...kindsReader(kinds),
    select: distinct(schemas.map(identityNames)),
    metadata: "none",
    isExact: false,
    decode(row) {
      const schema = findKind(schemas, row);
      if (isWaiting(possibleKinds(schemas, row), row, false)) return undefined;
      if (schema === undefined) return readUnknown(kinds, row, () => row);
      checks.get(schema)?.(row, onMismatch);
      return row;
    },
  };
}

/**
 * Handles a row of a kind that the query does not name, as `onUnknownKind` says. Returns undefined to skip the row. That is so for
 * `"skip"`, and for a row that belongs to an entity of the query, such as an index row.
 * @throws TableError `entity.wrong-kind`
 */
function readUnknown(
  { table, schemas, unknownKind }: Kinds,
  row: EntityPayload,
  read: () => object,
): object | undefined {
  if (unknownKind === "raw") return read();
  if (unknownKind === "skip" || schemas.some((schema) => schema.hooks.isCompanion?.(schema, row))) return undefined;
  const names = schemas.map((schema) => schema.name).join(", ");
  throw new TableError(
    "entity.wrong-kind",
    `The row (${JSON.stringify(row.PartitionKey)}, ${JSON.stringify(row.RowKey)}) of table ${table} is not one of ${names}. ` +
      `Add its class to the query, or call onUnknownKind("skip").`,
  );
}

/** Returns whether a row is still stored under former keys of one of the entity definitions. */
function isWaiting(schemas: readonly AnySchema[], row: EntityPayload, typed = true): boolean {
  return schemas.some(({ hooks }) => hooks.former?.isWaiting(row, typed));
}

/**
 * Returns the definition of a row's kind. If none has it, returns all of them, because one may have had it, or may have it in a newer
 * version.
 */
function possibleKinds(schemas: readonly AnySchema[], row: EntityPayload): readonly AnySchema[] {
  const schema = findKind(schemas, row);
  return schema === undefined ? schemas : [schema];
}

/** Returns the definition of a row by the kind that it stores or the shape of its keys; undefined if none fits. */
export function findKind(schemas: readonly AnySchema[], row: EntityPayload): AnySchema | undefined {
  return schemas.find((schema) => {
    const { kindProperty, kind, rowKeyPrefix } = schema;
    if (kindProperty !== undefined) return row[kindProperty] === kind;
    if (schema.isToldByShape) return hasShape(schema, idOf(row));
    return rowKeyPrefix === undefined || row.RowKey.startsWith(rowKeyPrefix);
  });
}

/** Returns a filter for the rows of one entity definition, by the kind that they store and the prefix of their RowKeys. */
function ofKind(schema: AnySchema): Filter {
  return and([kindFilter(schema), rangeFilter("RowKey", rowKeysOfKind(schema))]);
}

/** Adds to a filter the condition that a row is of one of these kinds, unless it would then have too many comparisons. */
function narrow(schemas: readonly AnySchema[], filter: Filter, maxComparisons: number): Filter {
  const kinds = schemas.map(ofKind);
  const narrowed = and([filter, or(kinds)]);
  return countComparisons(narrowed) < maxComparisons ? narrowed : filter;
}

/** Checks the argument of `onUnknownKind`. @throws TableError `query.invalid-option` */
function checkHandling(handling: unknown): OnUnknownKind {
  if (handling === "throw" || handling === "skip" || handling === "raw") return handling;
  const problem = `onUnknownKind takes "throw", "skip" or "raw", not ${formatValue(handling)}.`;
  throw invalidQuery(problem);
}

/** Returns the stored names of all properties that these projections read; undefined if one of them reads whole rows. */
function selectedNames(projections: readonly Projection[]): readonly string[] | undefined {
  const names = projections.map(({ select }) => select).filter((select) => select !== undefined);
  return names.length < projections.length ? undefined : distinct(names);
}

function distinct(names: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(names.flat())];
}
