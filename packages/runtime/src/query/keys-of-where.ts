import type { NamedSchema } from "../codec/check-entity.js";
import { shardText } from "../codec/keys/derived.js";
import { isReversible, type KeyPart, type PropertyPart, type Values } from "../codec/keys/key-part.js";
import { isTableError } from "../errors/table-error.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { isOperators } from "./filter/filter-property.js";
import type { KeyScope, RowKeyTest } from "./key-scope.js";
import { isShort, keyScope } from "./row-key-scope.js";

type Schema = Pick<AnySchema, "partitionParts" | "rowParts" | "hooks"> & NamedSchema;
/** Keys that a condition allows. */
export interface WhereKeys {
  /** Keys, or ranges of keys, in ascending order. No key is in two of them. */
  readonly scopes: readonly KeyScope[];
  /** Properties whose conditions `scopes` and `matches` decide together, so that no filter has to repeat them. */
  readonly covered: ReadonlySet<string>;
  /** Tells which keys within `scopes` meet the conditions of `covered`; undefined if all do. */
  readonly matches: RowKeyTest | undefined;
}

/** Maximum number of PartitionKeys that a condition may list before the query reads a range, or the whole table, instead. */
export const maxPartitions = 1000;

/** Maximum length of a key, in UTF-16 units. */
const maxKeyUnits = 1024;

/**
 * Returns the PartitionKeys that a condition allows: those with the values, one or several, that it requires of the leading parts, and with
 * the range that it requires of the part that follows. Shards that the condition does not determine are listed. Returns undefined if the
 * condition does not limit the PartitionKeys, or while rows may wait under former keys.
 * @param most maximum number of keys or ranges
 */
export function partitionKeysOfWhere(schema: Schema, where: object, most: number): WhereKeys | undefined {
  const keys = findKeys(schema, schema.partitionParts, where as Values, most);
  // A query checks such a condition for RowKeys only.
  return keys?.matches === undefined ? keys : { ...keys, covered: new Set(), matches: undefined };
}

/** Returns the RowKeys that a condition allows, as {@link partitionKeysOfWhere} does for PartitionKeys; they are always one range. */
export function rowKeysOfWhere(schema: Schema, where: object): WhereKeys | undefined {
  return findKeys(schema, schema.rowParts, where as Values, 1);
}

/** Values of leading parts. A shard that the condition does not determine is replaced by its constant text in `parts`. */
interface Alternative {
  readonly parts: readonly KeyPart[];
  readonly given: Values;
}

function findKeys(schema: Schema, parts: readonly KeyPart[], where: Values, most: number): WhereKeys | undefined {
  if (schema.hooks.former !== undefined) return undefined;
  let alternatives: readonly Alternative[] = [{ parts, given: {} }];
  const covered = new Set<string>();
  // Each is longer than the one before: it limits one part more.
  const limits: Limit[] = [];
  const add = (limited: readonly Alternative[]) => limits.push({ alternatives: limited, covered: new Set(covered) });
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") continue;
    const { field } = part;
    const condition = Object.hasOwn(where, field) ? where[field] : undefined;
    const values = valuesOf(condition) ?? shardsOf(part, index, alternatives);
    if (values === undefined) {
      const range = sortsAsValues(schema, part) ? rangeOf(condition) : undefined;
      if (range === undefined) break;
      if (isDecided(schema, part) && !range.isPart) covered.add(field);
      add(alternatives.map((each) => ({ ...each, given: { ...each.given, [field]: range.bounds } })));
      break;
    }
    // A key part takes a text that is too short for a beginning, but no value begins with it.
    if (alternatives.length * values.length > most || values.some((value) => isShort(part, value))) break;
    alternatives = values.flatMap((value) => alternatives.map((each) => addValue(each, part, index, value)));
    if (values.some((value) => value instanceof Shard)) continue;
    if (isDecided(schema, part)) covered.add(field);
    add(alternatives);
  }
  for (const limit of limits.reverse()) {
    const keys = scopesOf(schema, limit);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/** Keys that a condition allows by its values for some leading parts, and the properties whose conditions these keys meet exactly. */
interface Limit {
  readonly alternatives: readonly Alternative[];
  readonly covered: ReadonlySet<string>;
}

/**
 * Returns whether keys decide a condition on the property of a part. A row can lack a property with a default, and then meets no condition,
 * whatever its keys say.
 */
function isDecided({ properties }: Schema, part: PropertyPart): boolean {
  const property = properties[part.field];
  return isReversible(part) && (property?.keyOnly === true || property?.default === undefined);
}

/** Returns whether the key texts of a part sort as the service sorts the values of the property, in the direction of `part.order`. */
export function sortsAsValues(
  { properties }: Pick<Schema, "properties">,
  { field, order, isWholeText }: PropertyPart,
): boolean {
  const edm = properties[field]?.type.edm;
  if (order === undefined || edm === "Edm.Guid") return false;
  return edm !== "Edm.String" || isWholeText === true;
}

/** Constant text of a shard that takes the place of the part with the property. */
class Shard {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns all shards of a part whose property the condition does not determine. */
function shardsOf({ shards, field }: PropertyPart, index: number, [first]: readonly Alternative[]) {
  if (shards === undefined || first === undefined || Object.hasOwn(first.given, field)) return undefined;
  // A range that begins before the shard covers all shards in one.
  const isFirst = first.parts.slice(0, index).every((part) => typeof part === "string");
  return isFirst ? Array.from({ length: shards }, (_, shard) => new Shard(shardText(shard, shards))) : undefined;
}

function addValue(each: Alternative, part: PropertyPart, index: number, value: unknown): Alternative {
  if (value instanceof Shard) return { ...each, parts: each.parts.map((old, at) => (at === index ? value.text : old)) };
  return { ...each, given: { ...each.given, [part.field]: value } };
}

/** Returns the keys of a limit; undefined if a key cannot contain one of the values, or if ranges may overlap. */
function scopesOf(schema: Schema, { alternatives, covered }: Limit): WhereKeys | undefined {
  try {
    const found = alternatives.map(({ parts, given }) => keyScope({ ...schema, rowParts: parts }, given));
    // Of several ranges of texts of any length, such as those that begin with 1 and 10, one may contain another.
    if (found.length > 1 && found.some(({ matches }) => matches !== undefined)) return undefined;
    if (found.some(({ rowKey }) => startOf(rowKey).length > maxKeyUnits)) return undefined;
    const scopes = new Map(found.map(({ rowKey }) => [JSON.stringify(rowKey), rowKey]));
    const sorted = [...scopes.values()].sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
    return { scopes: sorted, covered, matches: found[0]?.matches };
  } catch (error) {
    // A key cannot contain one of the values. The filter rejects the value too, or matches no row.
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function startOf(scope: KeyScope): string {
  return "eq" in scope ? scope.eq : (scope.ge ?? "");
}

const operators: ReadonlySet<string> = new Set(["ge", "gt", "le", "lt"]);

/** Returns the values that a condition on a property allows, if it lists them; otherwise undefined. */
function valuesOf(condition: unknown): readonly unknown[] | undefined {
  if (condition === undefined || condition === null) return undefined;
  if (!isOperators(condition)) return [condition];
  const [operator, ...others] = Object.keys(condition);
  if (others.length > 0) return undefined;
  const operand = condition[operator as "eq"] as unknown;
  if (operator === "eq") return operand === undefined || operand === null ? undefined : [operand];
  return operator === "in" && Array.isArray(operand) && operand.length > 0 ? [...new Set(operand)] : undefined;
}

/** Bounds that a condition on a property has. */
interface Range {
  readonly bounds: Values;
  /** True if the condition has other operators too. */
  readonly isPart: boolean;
}

function rangeOf(condition: unknown): Range | undefined {
  if (condition === undefined || condition === null || !isOperators(condition)) return undefined;
  const { between, ...others } = condition;
  const isPair = Array.isArray(between) && between.length === 2 && !between.some((end) => end === undefined);
  // The filter rejects any other `between`.
  if (Object.hasOwn(condition, "between") && !isPair) return undefined;
  const ends = isPair ? { ge: between[0], le: between[1] } : {};
  const given = Object.entries(others).filter(([operator]) => operators.has(operator));
  const bounds: Values = { ...ends, ...Object.fromEntries(given) };
  const count = Object.keys(bounds).length;
  if (count === 0) return undefined;
  // Two bounds on one side leave the condition to the filter, which rejects it.
  return {
    bounds,
    isPart: count < given.length + Object.keys(ends).length || given.length < Object.keys(others).length,
  };
}
