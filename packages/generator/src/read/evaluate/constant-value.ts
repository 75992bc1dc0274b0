import type { Place } from "../../diagnostics/report.js";
import type { Resolution } from "../project/resolve-name.js";
import type { Evaluation } from "./evaluation.js";
import type { StaticValue } from "./static-value.js";

/**
 * Returns the value of a constant or an enum member, which is evaluated only once. Reports a constant that is defined in terms of itself.
 * @param place the location of the constant's name
 */
export function constantValue(
  { constants, report, evaluate }: Evaluation,
  { scope, expression }: Resolution & { readonly kind: "expression" },
  name: string,
  place: Place,
): StaticValue {
  const known = constants.get(expression);
  if (known !== undefined) return known;
  if (constants.has(expression)) {
    report.add(
      "definition.circular",
      place,
      `"${name}" is defined in terms of itself.`,
      "Remove the circular reference.",
    );
    return { kind: "unread", place };
  }
  constants.set(expression, undefined);
  try {
    const value = evaluate(scope, expression);
    constants.set(expression, value);
    return value;
  } finally {
    // If the source nests too deeply, `evaluate` throws. Then the constant must not stay marked as being read.
    if (constants.get(expression) === undefined) constants.delete(expression);
  }
}
