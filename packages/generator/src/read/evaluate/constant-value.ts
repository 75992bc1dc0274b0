import type { Place } from "../../diagnostics/report.js";
import type { Resolution } from "../project/resolve-name.js";
import type { Evaluation } from "./evaluation.js";
import type { StaticValue } from "./static-value.js";

/**
 * Returns the value of a constant or an enum member. Reads it only once.
 * @param place location of its name
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
    // If the file nests too deeply, `evaluate` throws. The constant must not stay marked as being read.
    if (constants.get(expression) === undefined) constants.delete(expression);
  }
}
