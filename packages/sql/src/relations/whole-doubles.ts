import type { ComparisonOperator } from "./relation.js";

const min = -2_147_483_648;
const max = 2_147_483_647;

/**
 * Returns a `$filter` that matches Int32 values of a property whose definition says Double. Other clients may store 5 as Int32 where a
 * Double was meant. The runtime reads such a value as 5.0, but a comparison with a Double in `$filter` never matches it, so Int32 values
 * need this separate filter. Returns undefined if no Int32 meets the comparison.
 * @param stored the name of the property in the service
 */
export function wholeDoubles(
  stored: string,
  operator: ComparisonOperator,
  values: readonly number[],
): string | undefined {
  const [value = 0] = values;
  const whole = values.filter((each) => Number.isInteger(each) && each >= min && each <= max);
  switch (operator) {
    case "eq":
    case "in":
      return whole.map((each) => `${stored} eq ${each}`).join(" or ") || undefined;
    case "ne":
    case "notIn":
      return whole.map((each) => `${stored} ne ${each}`).join(" and ") || `${stored} ge ${min}`;
    case "lt":
    case "le": {
      const bound = operator === "lt" ? Math.ceil(value) - 1 : Math.floor(value);
      return bound < min ? undefined : `${stored} le ${Math.min(bound, max)}`;
    }
    case "gt":
    case "ge": {
      const bound = operator === "gt" ? Math.floor(value) + 1 : Math.ceil(value);
      return bound > max ? undefined : `${stored} ge ${Math.max(bound, min)}`;
    }
    case "startsWith":
      return undefined;
  }
}
