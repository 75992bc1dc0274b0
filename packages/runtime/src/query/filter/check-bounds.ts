import { invalidQuery } from "../../errors/common-errors.js";

/** Operators for the lower and for the upper bound of a range. Two bounds on the same side would be ambiguous. */
const sides = [
  ["ge", "gt"],
  ["le", "lt"],
] as const;

/**
 * Rejects a range with two bounds on one side, such as `ge` and `gt`.
 * @param at name of the range, for the message
 * @throws TableError `query.invalid-option`
 */
export function checkBounds(
  at: string,
  bounds: object,
  { entity, property }: { readonly entity: string; readonly property: string },
): void {
  for (const [closed, open] of sides) {
    if (!Object.hasOwn(bounds, closed) || !Object.hasOwn(bounds, open)) continue;
    const problem = `${at} has both ${closed} and ${open}, two bounds on one side of a range. Pass one of them.`;
    throw invalidQuery(problem, { entity, property });
  }
}
