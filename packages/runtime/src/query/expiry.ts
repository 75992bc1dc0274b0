import { dateTime } from "../edm/date-time.js";
import type { EdmType } from "../edm/edm-type.js";
import { and, type Filter, not } from "../odata/filter.js";
import { translateWhere } from "../odata/filter-where.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Feature } from "../schema/feature.js";
import type { Property } from "../schema/property.js";

export type Expiring = Pick<EntitySchema<EntityTypes>, "name" | "ttl" | "features">;

/** Filters of a feature that exclude expired rows. */
export interface ExpiryFilters extends Feature {
  unexpiredFilter(schema: Expiring): Filter;
  unexpiredKinds<Schema extends Expiring>(schemas: readonly Schema[], ofKind: (schema: Schema) => Filter): Filter;
}

/** Returns a filter for the rows that have expired by now; for no row if the entity has no `ttl`. */
export function expiredFilter({ name, ttl }: Expiring): Filter {
  return ttl !== undefined && timeFilter(name, ttl, { le: new Date() });
}

/** Returns a filter for the rows that have not expired by now. A row without an expiry time never expires. */
export function unexpiredFilter(schema: Expiring): Filter {
  const { name, ttl } = schema;
  if (ttl === undefined) return true;
  // If every row has an expiry time, the filter needs no negation. Cosmos DB does not document how it compares a missing property.
  const isEvolved = ttl.formerly !== undefined || ttl.reads !== undefined;
  const mayLack = ttl.optional || ttl.default !== undefined || isEvolved;
  return mayLack ? not(expiredFilter(schema)) : timeFilter(name, ttl, { gt: new Date() });
}

/** Returns a filter for the rows of several kinds that have not expired by now. @param ofKind returns the filter for the rows of a kind */
export function unexpiredKinds<Schema extends Expiring>(
  schemas: readonly Schema[],
  ofKind: (schema: Schema) => Filter,
): Filter {
  const expiring = schemas.filter(({ ttl }) => ttl !== undefined);
  return and(expiring.map((schema) => not(and([ofKind(schema), expiredFilter(schema)]))));
}

/** Writes a condition with dates, whatever type the property has in the class. */
function timeFilter(name: string, ttl: Property, condition: object): Filter {
  const property = { ...ttl, type: dateTime as EdmType };
  return translateWhere({ name, properties: { [ttl.field]: property } }, { [ttl.field]: condition });
}
