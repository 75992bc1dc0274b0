import type { EntityModel } from "../../model/entity-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { interfaceCode, stringLiteral } from "../source-text.js";
import { kindLiteral } from "./key-types-code.js";

/** `Types`: the one type argument of the client. */
export function typesBundleCode(entity: EntityModel): string {
  const { name, properties, scope, unknownProperties } = entity;
  const optional = properties.filter((property) => property.optional);
  const plain = unknownProperties === "drop" && properties.length > 0;
  const members = [
    `name: "${name}"`,
    `kind: ${kindLiteral(entity)}`,
    `scope: ${stringLiteral(scope)}`,
    `entity: ${name} & $.Stored`,
    `init: ${name}Init`,
    `merge: ${name}Merge`,
    `key: ${name}Key`,
    `partition: ${name}Partition`,
    `rowKey: ${name}RowKey`,
    `rowKeyPrefix: ${name}RowKeyPrefix`,
    `rowKeyRange: ${name}RowKeyRange`,
    `inPartition: ${name}InPartition`,
    `where: ${name}Where`,
    `selectable: ${plain ? `keyof ${name}Init` : namesOf(properties)}`,
    `optional: ${namesOf(optional)}`,
  ];
  return interfaceCode(
    `Everything that the client needs to know of ${name}, in one type argument.`,
    `${name}Types`,
    members.map((member) => ({ text: `readonly ${member}` })),
  );
}

function namesOf(properties: readonly PropertyModel[]): string {
  return properties.map(({ name }) => stringLiteral(name)).join(" | ") || "never";
}
