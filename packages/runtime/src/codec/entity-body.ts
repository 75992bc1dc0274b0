import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";
import type { RowBytes } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import { base64Bytes } from "./edm/binary.js";
import { quote } from "./edm/quote.js";
import { annotationOf, propertyNames } from "./payload.js";

/** Row as it is sent: its keys, and the JSON body, which contains them too. */
export interface EncodedEntity extends EntityId, RowBytes {
  readonly body: string;
  /**
   * Entity or key from which the row was encoded, with the values that the library filled in; undefined for a row without an entity
   * definition.
   */
  readonly values?: object | undefined;
}

/**
 * Writes the JSON body of a row, and checks its size.
 * @param entity the name of the entity class, for errors
 * @param members JSON members, each with a leading comma
 * @throws TableError `entity.too-large`, `property.reserved-name`
 */
export function entityBody(entity: string, id: EntityId, members: string, limits: Limits): EncodedEntity {
  const { partitionKey, rowKey } = id;
  const body = `{"PartitionKey":${quote(partitionKey)},"RowKey":${quote(rowKey)}${members}}`;
  for (const name of limits.reservedNames) if (hasMember(members, name)) throw reserved(entity, name);
  // The service counts at most two bytes for each character of a member, so for most bodies an exact count is not needed.
  if (body.length * 2 > limits.entityBytes && mostBytes(body) > limits.entityBytes)
    checkEntitySize(entity, body, limits);
  return { partitionKey, rowKey, body };
}

/**
 * Returns whether one of the members has this name. A quote inside of a value has a backslash before it, so this text can only be a member.
 */
function hasMember(members: string, name: string): boolean {
  return members.includes(`,"${name}":`);
}

function reserved(entity: string, name: string): TableError {
  const problem = `${entity} stores a property named ${JSON.stringify(name)}, which is reserved by this service`;
  return new TableError("property.reserved-name", `${problem}; choose another stored name`, {
    entity,
    property: name,
  });
}

const binaryMark = ':"Edm.Binary",';

/**
 * Returns an upper bound of the bytes of the values, without parsing them: two for each character, and three for every four characters of
 * base64.
 */
function mostBytes(body: string): number {
  const [, ...binaries] = body.split(binaryMark);
  return binaries.reduce((most, text) => most - (text.split('"', 4)[3]?.length ?? 0) * 1.25, body.length * 2);
}

/**
 * Checks the size of the values and both keys, without names and overhead. The service counts more, so it rejects some rows slightly below
 * the limit.
 * @throws TableError `entity.too-large`
 */
function checkEntitySize(entity: string, body: string, limits: Limits): void {
  const bytes = entityBytes(JSON.parse(body) as EntityPayload);
  if (bytes <= limits.entityBytes) return;
  const problem = `${entity} has at least ${bytes} bytes of values; the limit is ${limits.entityBytes}`;
  throw new TableError("entity.too-large", problem, { entity });
}

/** Counts the bytes of the values and of both keys. */
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
