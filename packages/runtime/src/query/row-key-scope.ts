import { checkKeyNames, isObject, type NamedSchema, notAnObject } from "../codec/check-entity.js";
import { fieldsOf, isReversible, type KeyPart, type PropertyPart, type Values } from "../codec/keys/key-part.js";
import { keyRaw } from "../codec/keys/text.js";
import { didYouMean } from "../errors/nearest-name.js";
import { invalidQuery, TableError, withNames } from "../errors/table-error.js";
import { intersect, prefixRange, prefixSuccessor, type TextRange } from "./filter/filter.js";
import { checkBounds, meantOperator } from "./filter/filter-property.js";
import { type KeyScope, type RowKeyTest, testLeadingParts } from "./key-scope.js";

/** Name of an entity class, and the parts of its RowKey: the members of its schema that determine RowKeys. */
export interface RowKeyShape extends NamedSchema {
  readonly rowParts: readonly KeyPart[];
}

/** RowKeys that a query reads. */
interface RowKeyRange {
  readonly rowKey: KeyScope;
  /** Checks whether the query asks for a RowKey within the range of `rowKey`. Undefined if it asks for all of them. */
  readonly matches: RowKeyTest | undefined;
  /**
   * Condition on the stored property that the query has to add. Needed if the key contains only a part of the value, such as a time in
   * whole seconds, because the range of RowKeys can then include values outside of the given range. Otherwise undefined.
   */
  readonly where: object | undefined;
}

/**
 * Returns the RowKeys whose leading parts have the given values. If all parts are given, that is one key. If the last given part is text of
 * fixed length, its value may be a prefix of the text.
 * @throws TableError `query.*`, `value.*`
 */
export function rowKeyPrefix(shape: RowKeyShape, given: object): Omit<RowKeyRange, "where"> {
  return buildScope(shape, given, ({ field: property }) => {
    const problem = `startsWith takes one value of ${shape.name}.${property}, not a range`;
    throw invalid(shape, property, `${problem}; for a range, use between.`);
  });
}

/**
 * Returns the RowKeys whose leading parts have the given values. The value of the last given part is a range, in the property's own order.
 * @throws TableError `query.*`, `value.*`
 */
export function rowKeyRange(shape: RowKeyShape, given: object): RowKeyRange {
  let ranged: PropertyPart | undefined;
  const keys = buildScope(shape, given, (part) => {
    if (part.order === undefined) throw noOrder(shape, part);
    ranged = part;
  });
  if (ranged !== undefined) {
    const { field, isDerived } = ranged as PropertyPart;
    return { ...keys, where: isDerived && { [field]: (given as Values)[field] } };
  }
  const ordered = shape.rowParts.find(
    (part): part is PropertyPart => typeof part !== "string" && part.order !== undefined,
  );
  if (ordered === undefined) throw noOrder(shape, undefined);
  const problem = `between takes a range of one part of the RowKey of ${shape.name}, such as { ${ordered.field}: { ge, lt } }`;
  throw invalid(shape, ordered.field, `${problem}; for leading parts alone, use startsWith.`);
}

/**
 * Returns the keys whose leading parts have the given values. The last value may be a range.
 * @throws TableError `query.*`, `value.*`
 */
export function keyScope(shape: RowKeyShape, given: object): Omit<RowKeyRange, "where"> {
  return buildScope(shape, given, () => undefined);
}

/**
 * Returns the RowKeys whose leading parts have the given values.
 * @param allowRange called if the value of a part is a range; throws if the part does not accept one
 */
function buildScope(
  shape: RowKeyShape,
  given: object,
  allowRange: (part: PropertyPart) => void,
): Omit<RowKeyRange, "where"> {
  if (!isObject(given)) throw notAnObject(shape.name, `A RowKey of ${shape.name}`, given);
  const values = given as Values;
  checkNames(shape, values);
  const texts: string[] = [];
  const among = (rowKey: KeyScope) => ({ rowKey, matches: testLeadingParts(shape, texts) });
  for (const [index, part] of shape.rowParts.entries()) {
    if (typeof part === "string") {
      texts.push(part);
      continue;
    }
    const text = texts.join("");
    const { field } = part;
    if (!Object.hasOwn(values, field)) {
      checkGaps(shape, values, index);
      return among(prefixRange(text));
    }
    const value = values[field];
    if (isRange(value)) {
      allowRange(part);
      checkGaps(shape, values, index + 1);
      return among(intersect(prefixRange(text), partRange(shape, part, value, text)));
    }
    if (isShort(part, value)) {
      checkGaps(shape, values, index + 1);
      return among(prefixRange(text + boundText(shape, part, value)));
    }
    texts.push(writeValue(shape, part, value, () => part.encode(value)));
  }
  return { rowKey: { eq: texts.join("") }, matches: undefined };
}

/**
 * Ranges of keys by operator. `text` is the beginning of a key up to the end of the bound's text. If a part has an order, all its texts
 * have the same length. So the parts after it do not change the order of keys.
 */
const sides: Readonly<Record<string, (text: string) => TextRange>> = {
  ge: (text) => ({ ge: text }),
  // No key can sort after all that begin with a text of U+FFFF alone, so the bound lies behind those.
  gt: (text) => ({ ge: prefixSuccessor(text) ?? `${text}\uffff` }),
  le: (text) => ({ lt: prefixSuccessor(text) }),
  lt: (text) => ({ lt: text }),
};
const mirrored: Readonly<Record<string, string>> = { ge: "le", gt: "lt", le: "ge", lt: "gt" };

/** Returns the range of RowKeys for a range of one part's values. @param text the text of the RowKey before the part */
function partRange(shape: RowKeyShape, part: PropertyPart, bounds: Values, text: string): TextRange {
  const { field: property, order, timeBound } = part;
  const at = `${shape.name}.${property}`;
  const { time } = bounds;
  if (timeBound !== undefined && isRange(time)) {
    return rangeOf(shape, `${property}.time`, time, (operator, value) => {
      const { ge, lt } = writeValue(shape, part, value, () => timeBound(operator, value));
      return ge === undefined ? { lt: `${text}${lt}` } : { ge: text + ge };
    });
  }
  checkBounds(at, bounds, { entity: shape.name, property });
  return rangeOf(shape, property, bounds, (operator, value) => {
    const bound = text + boundText(shape, part, value);
    const side = sideOf(part, operator, value);
    return sides[(order === "desc" && mirrored[side]) || side]?.(bound) ?? {};
  });
}

/**
 * Returns the operator to apply to the text of a bound. It differs from the given one if the text contains only a part of the value. For
 * example, 10:00:00.5 in whole seconds has the text of 10:00:00, and `ge` becomes `gt`: the key of 10:00:00 sorts before the bound.
 */
function sideOf(part: PropertyPart, operator: string, value: unknown): string {
  const isLower = operator === "ge" || operator === "gt";
  if (isShort(part, value)) return isLower ? "ge" : "lt";
  const isKept = part.keeps?.(value as never) ?? true;
  if (part.isDerived) return isLower ? "ge" : operator === "lt" && isKept ? "lt" : "le";
  return isKept ? operator : isLower ? "gt" : "le";
}

function rangeOf(
  shape: RowKeyShape,
  property: string,
  bounds: Values,
  rangeAt: (operator: string, value: unknown) => TextRange,
): TextRange {
  const at = `${shape.name}.${property}`;
  const entries = Object.entries(bounds);
  if (entries.length === 0) throw new TableError("query.empty-condition", `${at} has no bound. Pass ge, gt, le or lt.`);
  return entries.reduce<TextRange>((range, [operator, value]) => {
    if (!Object.hasOwn(sides, operator)) {
      const meant = meantOperator(operator);
      const help = meant !== undefined && meant in sides ? ` Write ${meant}.` : "";
      const problem = `${at} ${operator}: a range of keys takes ge, gt, le and lt.${help}`;
      throw new TableError("query.unknown-operator", problem);
    }
    return intersect(range, rangeAt(operator, value));
  }, {});
}

/**
 * Returns the key text of a bound. The bound may be a time of which the text contains only a part, or text that is shorter than the part.
 */
function boundText(shape: RowKeyShape, part: PropertyPart, value: unknown): string {
  return writeValue(shape, part, value, () => {
    if (part.floor !== undefined) return part.floor(value as never);
    return isShort(part, value) ? keyRaw(value, "") : part.encode(value);
  });
}

/** Returns whether a value is shorter than a text part of fixed length, so that it can only be a prefix. */
export function isShort({ isWholeText, length = 0 }: PropertyPart, value: unknown): value is string {
  return isWholeText === true && typeof value === "string" && value.length < length;
}

function writeValue<Text>(shape: RowKeyShape, { field }: PropertyPart, value: unknown, write: () => Text): Text {
  if (value === undefined || value === null) {
    throw new TableError("query.undefined-value", `${shape.name}.${field} is ${value} in a RowKey. Pass a value.`);
  }
  try {
    return write();
  } catch (error) {
    throw withNames(error, shape.name, field);
  }
}

/**
 * Rejects names that are not in the RowKey. A misspelt name would be ignored, and widen the query. An entity, recognized by its `$kind`,
 * may have its other properties too.
 */
function checkNames(shape: RowKeyShape, values: Values): void {
  if ("$kind" in values) {
    checkKeyNames(shape, values);
    return;
  }
  const names = fieldsOf(shape.rowParts);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const problem = `${JSON.stringify(unknown)} is not part of the RowKey of ${shape.name}.${didYouMean(unknown, names)}`;
  throw new TableError("query.unknown-property", problem, { entity: shape.name, property: unknown });
}

/**
 * Rejects a value for a part after a missing part or a range. The service seeks keys from the left, so such a value would have no effect.
 * @param from the position of the first part that must not have a value
 */
function checkGaps(shape: RowKeyShape, values: Values, from: number): void {
  const before = fieldsOf(shape.rowParts.slice(0, from));
  for (const field of fieldsOf(shape.rowParts.slice(from))) {
    if (!Object.hasOwn(values, field) || before.includes(field)) continue;
    const help = "Give each part before it a single value.";
    const problem = `${shape.name}.${field} comes after a part of the RowKey that is missing or is a range.`;
    throw invalid(shape, field, `${problem} ${help}`);
  }
}

/**
 * Creates the error for a range of a part whose key texts do not sort like its values.
 * @param part undefined if no part of the RowKey has an order
 */
function noOrder(shape: RowKeyShape, part: PropertyPart | undefined): TableError {
  const help =
    "between takes parts with .pad, .asc or .desc, or a format that sorts as its values do. Otherwise use startsWith or where.";
  if (part === undefined)
    return invalid(shape, undefined, `No part of the RowKey of ${shape.name} has an order: ${help}`);
  const { field: property } = part;
  const why = isReversible(part)
    ? "its text in the RowKey does not sort as its values do"
    : "the RowKey contains only a derived value";
  return invalid(shape, property, `${shape.name}.${property} takes one value here, not a range: ${why}; ${help}`);
}

function invalid({ name: entity }: RowKeyShape, property: string | undefined, problem: string): TableError {
  return invalidQuery(problem, { entity, property });
}

function isRange(value: unknown): value is Values {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
