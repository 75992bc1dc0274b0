import { quote } from "../edm/quote.js";
import { TableError } from "../errors/table-error.js";
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
 * @throws TableError `entity.too-large`, `property.reserved-name`
 */
export function entityBody(entity: string, id: EntityId, members: string, limits: Limits): EncodedEntity {
  const { partitionKey, rowKey } = id;
  const body = `{"PartitionKey":${quote(partitionKey)},"RowKey":${quote(rowKey)}${members}}`;
  for (const name of limits.reservedNames) if (hasMember(members, name)) throw reserved(entity, name);
  // Every value takes at least half as many characters as bytes.
  if (body.length * 2 > limits.entityBytes) checkEntitySize(entity, body, limits);
  return { partitionKey, rowKey, body };
}

/** Inside a value, quotes follow a backslash: this text can only be a member. */
function hasMember(members: string, name: string): boolean {
  return members.includes(`,"${name}":`);
}

function reserved(entity: string, name: string): TableError {
  const problem = `${entity} stores a property named ${JSON.stringify(name)}, which this service keeps for itself`;
  return new TableError("property.reserved-name", `${problem}; give it another stored name`, {
    entity,
    property: name,
  });
}
