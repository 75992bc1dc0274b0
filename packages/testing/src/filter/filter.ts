import type { EdmValue } from "../edm/edm-value.js";

export type ComparisonOperator = "eq" | "ne" | "gt" | "ge" | "lt" | "le";

/** Type and value of a property or a literal, as comparisons use them. */
export type Comparable = Pick<EdmValue, "type" | "value">;

/** A parsed `$filter`. */
export type Filter =
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "not"; readonly operand: Filter }
  | {
      readonly kind: "compare";
      readonly property: string;
      readonly operator: ComparisonOperator;
      readonly literal: Comparable;
    }
  | { readonly kind: "flag"; readonly property: string }
  | { readonly kind: "constant"; readonly value: boolean };

/** Returns a property of an item, e.g. an entity; undefined if the item lacks it. */
export type PropertyReader<Item> = (item: Item, property: string) => Comparable | undefined;

/** Compiles a filter into a predicate. If an item lacks a property, every comparison of the property is false, even `ne`. */
export function filterFunction<Item>(filter: Filter, read: PropertyReader<Item>): (item: Item) => boolean {
  switch (filter.kind) {
    case "and": {
      const left = filterFunction(filter.left, read);
      const right = filterFunction(filter.right, read);
      return (item) => left(item) && right(item);
    }
    case "or": {
      const left = filterFunction(filter.left, read);
      const right = filterFunction(filter.right, read);
      return (item) => left(item) || right(item);
    }
    case "not": {
      const operand = filterFunction(filter.operand, read);
      return (item) => !operand(item);
    }
    case "constant":
      return () => filter.value;
    case "flag":
      return (item) => read(item, filter.property)?.value === true;
    case "compare": {
      const { property, operator, literal } = filter;
      return (item) => {
        const stored = read(item, property);
        return stored !== undefined && compare(stored, operator, literal);
      };
    }
  }
}

function compare(stored: Comparable, operator: ComparisonOperator, literal: Comparable): boolean {
  const right = widened(literal, stored.type);
  if (right === undefined) return operator === "ne" || operator === "lt" || operator === "le";
  const left = stored.value;
  switch (operator) {
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
  }
}

/**
 * Converts a literal of a filter to the type of the stored value: an Int32 to Int64 or Double, an Int64 to Double. Returns undefined for
 * any other pair of different types.
 */
function widened({ type, value }: Comparable, stored: Comparable["type"]): Comparable["value"] | undefined {
  if (type === stored) return value;
  if (stored === "Edm.Int64" && type === "Edm.Int32") return BigInt(value);
  if (stored === "Edm.Double" && (type === "Edm.Int32" || type === "Edm.Int64")) return Number(value);
  return undefined;
}
