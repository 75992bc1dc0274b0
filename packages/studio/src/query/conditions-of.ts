import type { Condition } from "../contract/query.js";
import { timeRange } from "../contract/times.js";
import type { AnySchema } from "../project/studio-project.js";
import { parseField } from "../values/field-text.js";

type Where = Readonly<Record<string, unknown>>;

/**
 * Returns the conditions of the runtime for a condition that a user typed. A part of a time, such as a day, stands for all times in it, in
 * UTC: `=` is from its start and before its end, `>` from its end on, and `≤` before its end.
 * @throws TableError `value.*`
 */
export function conditionsOf(schema: AnySchema, { property, operator, text }: Condition): readonly Where[] {
  const { type } = (Object.hasOwn(schema.properties, property) && schema.properties[property]) || {};
  const range = type?.edm === "Edm.DateTime" && !type.isJson ? timeRange(text) : undefined;
  const where = (given: string, value: string): Where => ({
    [property]: { [given]: parseField(schema, property, value) },
  });
  if (range === undefined) return [where(operator, text)];
  const { ge: start, lt: end } = range;
  if (operator === "eq") return [where("ge", start), where("lt", end)];
  if (operator === "ne") return [{ $or: [where("lt", start), where("ge", end)] }];
  if (operator === "gt") return [where("ge", end)];
  return [operator === "le" ? where("lt", end) : where(operator, start)];
}
