import type { EdmValue } from "../edm/edm-value.js";

export type ComparisonOperator = "eq" | "ne" | "gt" | "ge" | "lt" | "le";

/** What a value is compared by. */
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
  | { readonly kind: "flag"; readonly property: string };
