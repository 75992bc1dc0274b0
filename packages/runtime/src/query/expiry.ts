import { dateTime } from "../codec/edm/date-time.js";
import type { EdmType } from "../codec/edm/edm-type.js";
import { mayLackExpiry } from "../codec/expired-row.js";
import { currentTime, dateAt } from "../platform/time.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Feature } from "../schema/feature.js";
import type { Property } from "../schema/property.js";
import { and, type Filter, not } from "./filter/filter.js";
import { translateWhere } from "./filter/filter-where.js";

export type Expiring = Pick<EntitySchema<EntityTypes>, "name" | "ttl" | "features">;

/** Feature of definitions with a `ttl`: filters that exclude expired rows from queries. */
export interface ExpiryFilters extends Feature {
  unexpiredFilter(schema: Expiring): Filter;
  unexpiredKinds<Schema extends Expiring>(schemas: readonly Schema[], ofKind: (schema: Schema) => Filter): Filter;
}

/** Returns a filter for the rows that have expired by now. It matches no row if the definition has no `ttl`. */
export function expiredFilter({ name, ttl }: Expiring): Filter {
  return ttl !== undefined && timeFilter(name, ttl, { le: dateAt(currentTime()) });
}

/**
 * Returns a filter for the rows that have not expired by now. It matches every row without an expiry time, since such a row never expires.
 */
export function unexpiredFilter(schema: Expiring): Filter {
  const { name, ttl } = schema;
  if (ttl === undefined) return true;
  // Negates `expiredFilter` only if rows may lack an expiry time, because the negation also matches such rows. Otherwise compares the time
  // directly, which Cosmos DB evaluates too.
  return mayLackExpiry(ttl) ? not(expiredFilter(schema)) : timeFilter(name, ttl, { gt: dateAt(currentTime()) });
}

/** Returns a filter that excludes the expired rows of several entity classes. @param ofKind returns the filter for the rows of one class */
export function unexpiredKinds<Schema extends Expiring>(
  schemas: readonly Schema[],
  ofKind: (schema: Schema) => Filter,
): Filter {
  const expiring = schemas.filter(({ ttl }) => ttl !== undefined);
  return and(expiring.map((schema) => not(and([ofKind(schema), expiredFilter(schema)]))));
}

/**
 * Translates a condition on the expiry time to a filter. The condition contains Dates, even if the property has another type in the entity
 * class.
 */
function timeFilter(name: string, ttl: Property, condition: object): Filter {
  const property = { ...ttl, type: dateTime as EdmType };
  return translateWhere({ name, properties: { [ttl.field]: property } }, { [ttl.field]: condition });
}
