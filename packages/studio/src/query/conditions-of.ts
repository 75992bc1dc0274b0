import type { Condition } from "../contract/query.js";
import { timeRange } from "../contract/times.js";
import type { AnySchema } from "../project/studio-project.js";
import { parseField } from "../values/field-text.js";
import { parseStored } from "../values/value-text.js";

type Where = Readonly<Record<string, unknown>>;

/**
 * Returns the conditions of the runtime for a condition that a user typed. A part of a time, such as a day, stands for all times in it, in
 * UTC: `=` is from its start and before its end, `>` from its end on, and `≤` before its end.
 * @throws TableError `value.*`
 */
export function conditionsOf(schema: AnySchema, condition: Condition): readonly Where[] {
  const { property } = condition;
  const { type } = (Object.hasOwn(schema.properties, property) && schema.properties[property]) || {};
  const isTime = type?.edm === "Edm.DateTime" && !type.isJson;
  return wheresOf(condition, isTime, (_, text) => parseField(schema, property, text));
}

/**
 * Returns the conditions of the runtime for a condition on a stored property. It finds values of its Edm type, and numbers of a wider one: the
 * service compares an Int32 also with an Int64 or a Double.
 * @throws TableError `value.*`
 */
export function storedConditionsOf(table: string, condition: Condition): readonly Where[] {
  const { property, type = "Edm.String" } = condition;
  return wheresOf(condition, type === "Edm.DateTime", (operator, text) =>
    operator === "startsWith" ? text : parseStored(table, property, type, text),
  );
}

function wheresOf(
  { property, operator, text }: Condition,
  isTime: boolean,
  parse: (operator: string, text: string) => unknown,
): readonly Where[] {
  const range = isTime ? timeRange(text) : undefined;
  const where = (given: string, value: string): Where => ({ [property]: { [given]: parse(given, value) } });
  if (range === undefined) return [where(operator, text)];
  const { ge: start, lt: end } = range;
  if (operator === "eq") return [where("ge", start), where("lt", end)];
  if (operator === "ne") return [{ $or: [where("lt", start), where("ge", end)] }];
  if (operator === "gt") return [where("ge", end)];
  return [operator === "le" ? where("lt", end) : where(operator, start)];
}
