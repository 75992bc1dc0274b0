import { storedNameIn } from "../../codec/read-evolved.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";

/** Returns whether rows may lack an expiry time. Such a row never expires. */
export function mayLackExpiry({ optional, default: value, formerly, reads }: Property): boolean {
  return optional === true || value !== undefined || formerly !== undefined || reads !== undefined;
}

/** Returns whether a stored row has expired by the clock of this client. A row without an expiry time never expires. */
export function isExpired(
  { ttl }: Pick<EntitySchema<EntityTypes>, "ttl">,
  row: EntityPayload,
  now: number = currentTime(),
): boolean {
  if (ttl === undefined) return false;
  const name = storedNameIn(row, ttl);
  return name !== undefined && parseTime(String(row[name])) <= now;
}
