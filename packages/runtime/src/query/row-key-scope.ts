import { checkKeyNames, type NamedSchema } from "../codec/encode/check-names.js";
import { isObject, notAnObject } from "../codec/entity-errors.js";
import { didYouMean } from "../errors/nearest-name.js";
import { TableError, withNames } from "../errors/table-error.js";
import { keyPartText } from "../keys/key-encoding.js";
import { isOrdered, isReversible, type KeyPart, type PropertyPart } from "../keys/key-part.js";
import { checkBounds } from "../odata/check-bounds.js";
import { intersect, prefixRange, prefixSuccessor, type TextRange } from "../odata/filter-prefix.js";
import { meantOperator } from "../odata/filter-property.js";
import type { KeyScope } from "./key-scope.js";

/** Part of a schema that determines its RowKey. */
export interface RowKeyShape extends NamedSchema {
  readonly separator: string;
  readonly rowParts: readonly KeyPart[];
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the RowKeys whose leading parts have these values. If all parts are given, this is exactly one key.
 * @throws TableError `query.*`, `value.*`
 */
export function rowKeyPrefix(shape: RowKeyShape, given: object): KeyScope {
  return scopeOf(shape, given, ([property]) => {
    const problem = `startsWith takes one value of ${shape.name}.${property}, not a range`;
    throw invalid(shape, property, `${problem}; for a range, use between.`);
  });
}

/**
 * Returns the RowKeys whose leading parts have these values. The last part is a range in its property's own order.
 * @throws TableError `query.*`, `value.*`
 */
export function rowKeyRange(shape: RowKeyShape, given: object): KeyScope {
  let isRanged = false;
  const scope = scopeOf(shape, given, (part) => {
    if (!isOrdered(part)) throw noOrder(shape, part);
    isRanged = true;
  });
  if (isRanged) return scope;
  const ordered = shape.rowParts.find((part): part is PropertyPart => typeof part !== "string" && isOrdered(part));
  if (ordered === undefined) throw noOrder(shape, undefined);
  const problem = `between takes a range of one part of the RowKey of ${shape.name}, such as { ${ordered[0]}: { ge, lt } }`;
  throw invalid(shape, ordered[0], `${problem}; for leading parts alone, use startsWith.`);
}

/** @param allowRange called with a part that is a range; throws if it cannot be one */
function scopeOf(shape: RowKeyShape, given: object, allowRange: (part: PropertyPart) => void): KeyScope {
  if (!isObject(given)) throw notAnObject(shape.name, `A RowKey of ${shape.name}`, given);
  const values = given as Values;
  checkNames(shape, values);
  let text = "";
  for (const [index, part] of shape.rowParts.entries()) {
    if (index > 0) text += shape.separator;
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const [property, encoding] = part;
    if (!Object.hasOwn(values, property)) {
      checkGaps(shape, values, index);
      return prefixRange(text);
    }
    const value = values[property];
    if (isRange(value)) {
      allowRange(part);
      checkGaps(shape, values, index + 1);
      const textOf = (bound: unknown) => text + partText(shape, part, bound);
      return intersect(prefixRange(text), partRange(shape, property, value, textOf, encoding.endsWith("Desc")));
    }
    text += partText(shape, part, value);
  }
  return { eq: text };
}

/** Texts on one side of the text of a part. All texts of a range have one width, so the parts that follow do not change the order. */
const sides: Readonly<Record<string, (text: string) => TextRange>> = {
  ge: (text) => ({ ge: text }),
  gt: (text) => ({ ge: prefixSuccessor(text) }),
  le: (text) => ({ lt: prefixSuccessor(text) }),
  lt: (text) => ({ lt: text }),
};
const mirrored: Readonly<Record<string, string>> = { ge: "le", gt: "lt", le: "ge", lt: "gt" };

function partRange(
  shape: RowKeyShape,
  property: string,
  bounds: Values,
  textOf: (value: unknown) => string,
  isDescending: boolean,
): TextRange {
  const at = `${shape.name}.${property}`;
  checkBounds(at, bounds, { entity: shape.name, property });
  const entries = Object.entries(bounds);
  if (entries.length === 0) throw new TableError("query.empty-condition", `${at} has no bound. Pass ge, gt, le or lt.`);
  return entries.reduce<TextRange>((range, [operator, value]) => {
    const side = Object.hasOwn(sides, operator) ? sides[(isDescending && mirrored[operator]) || operator] : undefined;
    if (side === undefined) {
      const meant = meantOperator(operator);
      const help = meant !== undefined && meant in sides ? ` Write ${meant}.` : "";
      throw new TableError(
        "query.unknown-operator",
        `${at} ${operator}: a range of keys takes ge, gt, le and lt.${help}`,
      );
    }
    return intersect(range, side(textOf(value)));
  }, {});
}

function partText(shape: RowKeyShape, part: PropertyPart, value: unknown): string {
  const [property] = part;
  if (value === undefined || value === null) {
    throw new TableError("query.undefined-value", `${shape.name}.${property} is ${value} in a RowKey. Pass a value.`);
  }
  try {
    return keyPartText(part, value, shape.separator);
  } catch (error) {
    throw withNames(error, shape.name, property);
  }
}

/** Rejects unknown names: a misspelt one would widen the query. An entity, recognized by its kind, may have more than its RowKey. */
function checkNames(shape: RowKeyShape, values: Values): void {
  if ("$kind" in values) {
    checkKeyNames(shape, values);
    return;
  }
  const names = shape.rowParts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]));
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TableError(
    "query.unknown-property",
    `${JSON.stringify(unknown)} is not part of the RowKey of ${shape.name}.${didYouMean(unknown, names)}`,
    { entity: shape.name, property: unknown },
  );
}

/** Rejects gaps. The service seeks keys from the left, so no part can follow a missing one or a range. */
function checkGaps(shape: RowKeyShape, values: Values, from: number): void {
  const before = shape.rowParts.slice(0, from).map((part) => (typeof part === "string" ? "" : part[0]));
  for (const part of shape.rowParts.slice(from)) {
    if (typeof part === "string" || !Object.hasOwn(values, part[0]) || before.includes(part[0])) continue;
    const help = "Give each part before it a single value.";
    const problem = `${shape.name}.${part[0]} comes after a part of the RowKey that is missing or is a range.`;
    throw invalid(shape, part[0], `${problem} ${help}`);
  }
}

/** @param part undefined if no part of the RowKey has an order */
function noOrder(shape: RowKeyShape, part: PropertyPart | undefined): TableError {
  const help = "between takes parts with .pad, .asc or .desc. For one value, use startsWith; for a range, use where.";
  if (part === undefined)
    return invalid(shape, undefined, `No part of the RowKey of ${shape.name} has an order: ${help}`);
  const [property] = part;
  const why = isReversible(part)
    ? "its text in the RowKey does not sort as its values do"
    : "the RowKey holds only what was derived from it";
  return invalid(shape, property, `${shape.name}.${property} takes one value here, not a range: ${why}; ${help}`);
}

function invalid({ name: entity }: RowKeyShape, property: string | undefined, problem: string): TableError {
  return new TableError("query.invalid-option", problem, { entity, property });
}

function isRange(value: unknown): value is Values {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
