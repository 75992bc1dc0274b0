import { quote } from "../edm/quote.js";
import type { EntityId } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { checkEntitySize } from "./entity-size.js";

/** One row as it is sent: both keys, and the JSON body, which holds them too. */
export interface EncodedEntity extends EntityId {
  readonly body: string;
}

/**
 * @param entity what errors name
 * @param members JSON members, each with a leading comma
 * @throws TableError `entity.too-large`
 */
export function entityBody(entity: string, id: EntityId, members: string, limits: Limits): EncodedEntity {
  const { partitionKey, rowKey } = id;
  const body = `{"PartitionKey":${quote(partitionKey)},"RowKey":${quote(rowKey)}${members}}`;
  // Every value takes at least half as many characters as bytes.
  if (body.length * 2 > limits.entityBytes) checkEntitySize(entity, body, limits);
  return { partitionKey, rowKey, body };
}
