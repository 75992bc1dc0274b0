import { TableError, withNames } from "../errors/table-error.js";
import type { KeyEncoding } from "../keys/key-part.js";
import { keyPartText } from "../keys/key-part-text.js";
import type { Range } from "../schema/conditions.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";

type Values = Readonly<Record<string, unknown>>;

/** The leading parts of a RowKey as text. */
export interface RowKeyPrefix {
  /** Ends with the separator, unless it is complete. */
  readonly text: string;
  /** Every part is given: `text` is the RowKey itself. */
  readonly complete: boolean;
}

/** RowKeys from `lower` on and before `upper`, in ordinal order; an end that is absent is open. */
export interface RowKeyRange {
  readonly lower?: string;
  readonly upper?: string;
}

/**
 * @param prefix values of the leading properties of the RowKey; literals among and after them are filled in
 * @throws TableError `value.missing` for a gap, or for a property that is there and undefined: a prefix never widens by accident
 */
export function rowKeyPrefix<T extends EntityTypes>(schema: EntitySchema<T>, prefix: T["rowKeyPrefix"]): RowKeyPrefix {
  return leadingText(schema, prefix as Values, ownNames(schema, prefix));
}

/**
 * @param range values of leading properties, and bounds for the next one in that property's own order, whatever its
 * direction in the key
 * @throws TableError as {@link rowKeyPrefix}, and for bounds that are none
 */
export function rowKeyRange<T extends EntityTypes>(schema: EntitySchema<T>, range: T["rowKeyRange"]): RowKeyRange {
  const given = ownNames(schema, range);
  const last = given[given.length - 1];
  if (last === undefined) return rangeOfPrefix(schema, leadingText(schema, {}, []));
  const index = schema.rowParts.findIndex((part) => typeof part !== "string" && part[0] === last);
  const [property, encoding, width = 0] = schema.rowParts[index] as Exclude<(typeof schema.rowParts)[number], string>;
  const leading = leadingText(schema, range as Values, given.slice(0, -1));
  const descending = directions[encoding];
  if (descending === undefined)
    throw named(schema, property, `is a key part without an order of its own; use a prefix`);
  // What follows the part in every key that has it: nothing, or the separator. A space sorts before all that a key may hold.
  const after = index === schema.rowParts.length - 1 ? " " : next(schema.separator);
  const bounds = boundsOf(schema, property, (range as Values)[property]);
  const text = (value: unknown) => leading.text + partText(schema, property, encoding, value, width);
  let { lower, upper } = rangeOfPrefix(schema, leading);
  for (const [operator, value] of bounds) {
    const isLower = (operator === "ge" || operator === "gt") !== descending;
    const isInclusive = operator === "ge" || operator === "le";
    const edge = text(value) + (isLower === isInclusive ? "" : after);
    if (isLower) lower = lower === undefined || edge > lower ? edge : lower;
    else upper = upper === undefined || edge < upper ? edge : upper;
  }
  return rangeOf(lower, upper);
}

/** The encodings that promise an order, and whether it is the reverse one. */
const directions: Partial<Readonly<Record<KeyEncoding, boolean>>> = {
  pad: false,
  int32Asc: false,
  int64Asc: false,
  ticksAsc: false,
  int32Desc: true,
  int64Desc: true,
  ticksDesc: true,
};

const operators: ReadonlySet<string> = new Set<keyof Range<unknown>>(["ge", "gt", "le", "lt"]);

function boundsOf<T extends EntityTypes>(
  schema: EntitySchema<T>,
  property: string,
  range: unknown,
): [string, unknown][] {
  const bounds = typeof range === "object" && range !== null ? Object.entries(range) : [];
  if (bounds.length === 0) throw named(schema, property, "has no bounds: give ge or gt, le or lt, or several");
  for (const [operator, value] of bounds) {
    if (!operators.has(operator))
      throw named(schema, property, `has no bound ${operator}: ge, gt, le and lt are there`);
    if (value === undefined || value === null)
      throw named(schema, property, `has ${value} as ${operator}; leave it out`);
  }
  return bounds;
}

/** The properties of the RowKey that `values` has, in the order of the key. */
function ownNames<T extends EntityTypes>(schema: EntitySchema<T>, values: object): string[] {
  const names = schema.rowParts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]));
  const given = Object.keys(values);
  for (const name of given) {
    if (!names.includes(name)) throw named(schema, name, "is no part of the RowKey");
  }
  const leading = names.slice(0, given.length);
  for (const name of leading) {
    if (!given.includes(name)) throw named(schema, name, "is left out although a later part of the RowKey is given");
  }
  return leading;
}

/** The text of the parts up to the first property that is not given. */
function leadingText<T extends EntityTypes>(
  schema: EntitySchema<T>,
  values: Values,
  given: readonly string[],
): RowKeyPrefix {
  let text = "";
  for (const [index, part] of schema.rowParts.entries()) {
    if (typeof part !== "string" && !given.includes(part[0])) return { text, complete: false };
    text += typeof part === "string" ? part : partText(schema, part[0], part[1], values[part[0]], part[2] ?? 0);
    if (index < schema.rowParts.length - 1) text += schema.separator;
  }
  return { text, complete: true };
}

function partText<T extends EntityTypes>(
  schema: EntitySchema<T>,
  property: string,
  encoding: KeyEncoding,
  value: unknown,
  width: number,
): string {
  try {
    return keyPartText(encoding, value, schema.separator, width);
  } catch (error) {
    throw withNames(error, schema.name, property);
  }
}

function rangeOfPrefix<T extends EntityTypes>(schema: EntitySchema<T>, prefix: RowKeyPrefix): RowKeyRange {
  if (prefix.text === "") return {};
  if (prefix.complete) return { lower: prefix.text, upper: `${prefix.text} ` };
  return { lower: prefix.text, upper: prefix.text.slice(0, -schema.separator.length) + next(schema.separator) };
}

function rangeOf(lower: string | undefined, upper: string | undefined): RowKeyRange {
  return { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) };
}

function next(separator: string): string {
  return String.fromCharCode(separator.charCodeAt(0) + 1);
}

function named<T extends EntityTypes>(schema: EntitySchema<T>, property: string, problem: string): TableError {
  return new TableError("value.missing", `${schema.name}.${property} ${problem}`, { entity: schema.name, property });
}
