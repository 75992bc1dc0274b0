import { formatValue } from "../errors/format-value.js";
import { didYouMean } from "../errors/nearest-name.js";
import { TableError } from "../errors/table-error.js";
import { isBytes } from "../platform/built-ins.js";
import type { AnySchema, EntityPayload, KeyNames } from "../schema/entity-schema.js";
import { storedNames } from "../schema/property.js";
import { buildColumn, type Column, readColumn } from "./column.js";
import { jsonValue } from "./edm/to-json.js";
import { fieldsOf, type KeyPart } from "./keys/key-part.js";
import { explainColumn, type OnMismatch } from "./mismatch.js";
import { readETag, readTimestamp } from "./payload.js";
import { checkKeys, checkKind, identityCheck, identityNames } from "./row-identity.js";
import { rememberKeysRead } from "./stored-keys.js";

/** `select` of a query or a `get`, compiled once: the stored names to request, and the decoder of the rows. */
export interface Projection {
  /**
   * Stored names for `$select`, including those that show a row's entity class. Undefined if `$extra` is selected, because that needs whole
   * rows.
   */
  readonly select: readonly string[] | undefined;
  /** Decodes a row as a plain object of the selected names and `$etag`. Properties that the row lacks are absent. */
  decode(row: EntityPayload, typed: boolean, onMismatch?: OnMismatch): Record<string, unknown>;
}

/**
 * Compiles the names of a `select` into the stored names to request, and a decoder that reads only these properties.
 * @param from `from keys` to request no property whose value the keys give
 * @throws TableError `query.unknown-property` for a name that the definition lacks
 */
export function compileProjection(schema: AnySchema, names: readonly string[], from?: "from keys"): Projection {
  const wanted = new Set<string>(names);
  const hasTimestamp = wanted.delete("$timestamp");
  const { undeclared } = schema.hooks;
  const extra = undeclared !== undefined && wanted.delete("$extra") ? undeclared : undefined;
  const columns = [...wanted].map((name) => {
    const isKnown = typeof name === "string" && Object.hasOwn(schema.properties, name);
    const property = isKnown ? schema.properties[name] : undefined;
    if (property !== undefined) return buildColumn(schema, name, property);
    throw notSelectable(schema, name);
  });
  const known = knownKeys(schema, columns);
  const isKeyKnown = known.partition && known.row;
  const checkIdentity = identityCheck(schema);
  const hidden = columns.filter(({ property }) => property.hidden).map(({ name }) => name);
  const toJsonMember = hidden.length === 0 ? toJsonOfRow : { ...toJsonOfRow, value: rowToJsonWithout(hidden) };
  return {
    select: extra ? undefined : [...buildSelect(schema, columns, from), ...(hasTimestamp ? ["Timestamp"] : [])],
    decode: (row, typed, onMismatch) => {
      if (isKeyKnown) checkKind(schema, row);
      else checkIdentity(row, onMismatch);
      const object: Record<string, unknown> = {};
      let needsToJson = hidden.length > 0;
      for (const column of columns) {
        const value = read(schema, column, row, typed, onMismatch);
        if (value === undefined) continue;
        object[column.name] = value;
        needsToJson ||= isChangedByJson(value);
      }
      if (extra) object["$extra"] = extra(schema, row, typed);
      if (hasTimestamp) object["$timestamp"] = readTimestamp(row);
      object["$etag"] = readETag(row);
      if (needsToJson) Object.defineProperty(object, "toJSON", toJsonMember);
      if (checkKeys(schema, known, object, row, onMismatch)) rememberKeysRead(schema.name, object, row);
      return object;
    },
  };
}

/** Returns whether `JSON.stringify` cannot write a value, or would change it. */
function isChangedByJson(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "bigint" || isBytes(value);
}

/**
 * Property descriptor of a row's `toJSON`. It is not enumerable, so that a row of `select` equals an object literal with the same values.
 */
const toJsonOfRow: PropertyDescriptor = { value: rowToJson, writable: true, configurable: true };

function rowToJson(this: object): object {
  return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, jsonValue(value)]));
}

function rowToJsonWithout(hidden: readonly string[]): () => object {
  return function toJson(this: object): object {
    const entries = Object.entries(this).filter(([name]) => !hidden.includes(name));
    return Object.fromEntries(entries.map(([name, value]) => [name, jsonValue(value)]));
  };
}

function notSelectable({ name: entity, properties }: AnySchema, given: unknown): TableError {
  if (typeof given !== "string") {
    const problem = `select of ${entity} takes names, such as select("a", "b"), not ${formatValue(given)}.`;
    return new TableError("query.unknown-property", problem, { entity });
  }
  const problem = `${entity} has no property ${formatValue(given)} to select.${didYouMean(given, Object.keys(properties))}`;
  return new TableError("query.unknown-property", problem, { entity });
}

/** Returns, for each key, whether it can be checked: all properties in it are selected. */
function knownKeys({ partitionParts, rowParts }: AnySchema, columns: readonly Column[]): KeyNames {
  const names = new Set(columns.filter(({ inKey }) => inKey).map(({ name }) => name));
  const isKnown = (parts: readonly KeyPart[]) => fieldsOf(parts).every((field) => names.has(field));
  return { partition: isKnown(partitionParts), row: isKnown(rowParts) };
}

function buildSelect(schema: AnySchema, columns: readonly Column[], from: "from keys" | undefined): string[] {
  const stored = columns
    .filter(({ property, isReadable }) => !property.keyOnly && (from === undefined || !isReadable || property.hooks))
    .flatMap(({ name, property }) => storedNames(name, property));
  return [...new Set([...identityNames(schema), ...stored])];
}

function read(
  schema: AnySchema,
  column: Column,
  row: EntityPayload,
  typed: boolean,
  onMismatch: OnMismatch | undefined,
): unknown {
  try {
    return readColumn(schema, column, row, typed);
  } catch (error) {
    return explainColumn(schema.name, column, row, error, onMismatch);
  }
}
