import type { EntityInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import { type TimeRange, timeRange, wholeTime } from "../../src/contract/times.js";
import { emptyQuery } from "../state/address.js";

/** Returns a query with a value for a property in the keys; an empty text takes the value away. A month or a day becomes a range of times. */
export function withKey(entity: EntityInfo, query: RowQuery, name: string, typed: string): RowQuery {
  const isTime = entity.properties.find((property) => property.name === name)?.type === "Edm.DateTime";
  const range = isTime ? timeRange(typed) : undefined;
  const keys = query.keys.filter(([other]) => other !== name);
  // A month or a day is not one key, but a range of keys.
  if (range !== undefined) return withTimes({ ...query, keys }, name, range);
  const text = isTime ? wholeTime(typed) : typed;
  return { ...query, keys: text === "" ? keys : [...keys, [name, text]] };
}

/** Returns the query for the rows with values in their keys, as a user types them. */
export function queryOfKeys(entity: EntityInfo, keys: readonly (readonly [name: string, typed: string])[]): RowQuery {
  return keys.reduce(
    (query, [name, typed]) => withKey(entity, query, name, typed),
    emptyQuery(entity.table, entity.name),
  );
}

/** Returns a query with conditions for a range of times in place of others on the property. */
export function withTimes(query: RowQuery, property: string, { ge, lt }: TimeRange): RowQuery {
  const others = query.where.filter((condition) => condition.property !== property);
  return {
    ...query,
    where: [...others, { property, operator: "ge", text: ge }, { property, operator: "lt", text: lt }],
  };
}
