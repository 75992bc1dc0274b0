import { isObject } from "../codec/no-object.js";
import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";

/**
 * Refuses what the callback of `modify` gives by mistake: the row that it was given, or one property both set and removed.
 * @throws TableError `value.wrong-type`, `modify.contradiction`
 */
export function checkChange(entity: string, asked: unknown): void {
  if (!isObject(asked)) throw wrongType(entity, show(asked));
  const other = Object.keys(asked).find((name) => name !== "set" && name !== "unset");
  if (other !== undefined) throw wrongType(entity, `an object with ${other}`);
  const { set = {}, unset = [] } = asked as { readonly set?: unknown; readonly unset?: unknown };
  if (!isObject(set)) throw wrongType(entity, `${show(set)} as set`);
  if (!isNames(unset)) throw wrongType(entity, `${show(unset)} as unset, not an array of names,`);
  const property = unset.find((name) => ((set as Readonly<Record<string, unknown>>)[name] ?? undefined) !== undefined);
  if (property === undefined) return;
  const problem = `${entity}.${property} is both set and unset by the callback of modify; leave it out of one of them.`;
  throw new TableError("modify.contradiction", problem, { entity, property });
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function wrongType(entity: string, given: string): TableError {
  const problem = `The callback of modify gave ${given} for ${entity}; it gives what is to change, as { set, unset }.`;
  return new TableError("value.wrong-type", problem, { entity });
}
