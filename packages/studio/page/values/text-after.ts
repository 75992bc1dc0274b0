import type { PropertyInfo } from "../../src/contract/model.js";

/**
 * Returns what a field means after an input; undefined for no value. An empty field is the empty text only of a property that had a text, or
 * if the user asked for it in a field without a value.
 * @param own value that the field had at first
 * @param current value that the field has before the input
 */
export function textAfter(
  { type, isJson, isOptional }: PropertyInfo,
  own: string | undefined,
  current: string | undefined,
  typed: string | undefined,
): string | undefined {
  if (typed !== "") return typed;
  const isText = type === "Edm.String" && !isJson;
  if (own === undefined) return isText && current === undefined ? "" : undefined;
  return isText || !isOptional ? "" : undefined;
}
