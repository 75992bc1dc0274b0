import { dateTime } from "../../codec/edm/date-time.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import { currentTime, dateAt } from "../../platform/time.js";
import { type Filter, not } from "../../query/filter/filter.js";
import { translateWhere } from "../../query/filter/filter-where.js";
import type { Hooks } from "../../schema/hooks.js";
import type { Property } from "../../schema/property.js";
import type { WriterHooks } from "../../write/writer.js";
import { deleteExpired, insertOverExpired, isExpired, mayLackExpiry } from "./insert-over-expired.js";

/** Feature that makes rows count as absent once their time is over (`ttl`). */
export const ttl: Hooks<WriterHooks> = {
  insert: insertOverExpired,
  deleteExpired,
  isExpired,
  expiry(schema) {
    const property = schema.ttl as Property;
    const isNegated = mayLackExpiry(property);
    const expired = () => timeFilter(schema.name, property, { le: dateAt(currentTime()) });
    return {
      expired,
      // Only a negation matches rows that lack the time, which never expire. Cosmos DB evaluates comparisons, but no such negation.
      unexpired: () => (isNegated ? not(expired()) : timeFilter(schema.name, property, { gt: dateAt(currentTime()) })),
      isNegated,
      names: property.readNames,
      isExpired: (row) => isExpired(schema, row),
    };
  },
};

/**
 * Translates a condition on the expiry time to a filter. Its operands are Dates, even if the property has another type in the entity class.
 */
function timeFilter(name: string, property: Property, condition: object): Filter {
  const asDate = { ...property, type: dateTime as EdmType };
  return translateWhere({ name, properties: { [property.field]: asDate } }, { [property.field]: condition });
}
