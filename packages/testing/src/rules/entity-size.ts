import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "./limits.js";

/** Refuses an entity with more properties, or larger, than the service stores. */
export function checkEntitySize(
  partitionKey: string,
  rowKey: string,
  properties: ReadonlyMap<string, EdmValue>,
  limits: Limits,
): void {
  if (properties.size > limits.properties) throw new ServiceError("TooManyProperties");
  let bytes = 4 + (partitionKey.length + rowKey.length) * 2;
  for (const [name, value] of properties) bytes += 8 + name.length * 2 + value.size;
  if (bytes > limits.entityBytes) throw new ServiceError("EntityTooLarge");
}
