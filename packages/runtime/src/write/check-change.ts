import { isObject } from "../codec/entity-errors.js";
import { formatValue } from "../errors/format-value.js";
import { TableError, wrongValue } from "../errors/table-error.js";

/** Client method whose callback returns the changes, for messages. */
export type ChangeMethod = "modify" | "updateWhere";

/**
 * Checks the changes that a callback of `modify` or `updateWhere` returned. Rejects anything but `{ set, unset }`, such as the row itself,
 * and a property that is both set and unset.
 * @throws TableError `value.wrong-type`, `modify.contradiction`
 */
export function checkChange(method: ChangeMethod, entity: string, change: unknown): void {
  const wrongType = (given: string) => {
    const problem = `The callback of ${method} returned ${given} for ${entity}. Return the changes as { set, unset }.`;
    return wrongValue(problem, { entity });
  };
  if (!isObject(change)) throw wrongType(formatValue(change));
  const other = Object.keys(change).find((name) => name !== "set" && name !== "unset");
  if (other !== undefined) throw wrongType(`an object with ${other}`);
  const { set = {}, unset = [] } = change as { readonly set?: unknown; readonly unset?: unknown };
  if (!isObject(set)) throw wrongType(`${formatValue(set)} as set`);
  if (!isNames(unset)) throw wrongType(`${formatValue(unset)} as unset, not an array of names,`);
  const property = unset.find((name) => valueIn(set, name) !== undefined);
  if (property === undefined) return;
  const problem = `${entity}.${property} is in both set and unset of the change that ${method} got. Remove it from one of them.`;
  throw new TableError("modify.contradiction", problem, { entity, property });
}

/**
 * Returns the value that `set` has for a name in `unset`; undefined if it has none. The name `$extra.x` is that of the undeclared property
 * `x`, whose value is in `set.$extra`.
 */
function valueIn(set: object, name: string): unknown {
  const { $extra, ...values } = set as Readonly<Record<string, unknown>>;
  const isExtra = name.startsWith("$extra.") && isObject($extra);
  return isExtra ? ($extra as Readonly<Record<string, unknown>>)[name.slice("$extra.".length)] : values[name];
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
