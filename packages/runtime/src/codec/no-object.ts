import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/** The error of a place that takes an object and was given something else, which types keep from happening. */
export function noObject(entity: string, place: string, value: unknown): TableError | undefined {
  if (isObject(value)) return undefined;
  return new TableError("value.wrong-type", `${place} takes an object, not ${show(value)}.`, { entity });
}

/** Whether a value has members by name; arrays and bytes have theirs by number. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
