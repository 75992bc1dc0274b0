import { base64Bytes } from "../edm/binary.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { annotationOf, propertyNames } from "./payload-members.js";

/**
 * Refuses what no count of the service can accept: the values and both keys alone, without names and overhead. What comes
 * closer is left to the service.
 * @throws TableError `entity.too-large`
 */
export function checkEntitySize(entity: string, body: string, limits: Limits): void {
  const bytes = entityBytes(JSON.parse(body) as EntityPayload);
  if (bytes <= limits.entityBytes) return;
  const problem = `${entity} has at least ${bytes} bytes of values; the limit is ${limits.entityBytes}`;
  throw new TableError("entity.too-large", problem, { entity });
}

/** Bytes of the values and of both keys. */
export function entityBytes(payload: EntityPayload): number {
  const keys = (payload.PartitionKey.length + payload.RowKey.length) * 2;
  return propertyNames(payload).reduce(
    (sum, name) => sum + valueBytes(payload[name], annotationOf(payload, name)),
    keys,
  );
}

function valueBytes(json: unknown, annotation: unknown): number {
  switch (annotation) {
    case "Edm.Int64":
    case "Edm.DateTime":
    case "Edm.Double":
      return 8;
    case "Edm.Guid":
      return 16;
    case "Edm.Binary":
      return base64Bytes(String(json));
    default:
      return typeof json === "string" ? json.length * 2 : typeof json === "boolean" ? 1 : 4;
  }
}
