import type { EntityModel } from "../../model/entity-model.js";
import type { KeyProperty } from "../../model/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { keyProperties } from "../codec/key-code.js";
import { valueType } from "../codec/property-form.js";
import { interfaceCode, type Member, stringLiteral, unionCode } from "../source-text.js";

/** `Partition`, `RowKey`, `Key`, `RowKeyPrefix` and `RowKeyRange`. */
export function keyTypesCode(entity: EntityModel): readonly string[] {
  const { name, partitionKey, rowKey } = entity;
  const partition = keyProperties(partitionKey);
  const row = keyProperties(rowKey);
  const members = (parts: readonly KeyProperty[]) =>
    orConstant(
      entity,
      parts.map(({ property }) => keyMember(property)),
    );
  const identifies = `Identifies one ${name}; never changes once it is stored.`;
  const range = "Leading parts of the RowKey, the last of them a range in the property's own order.";
  return [
    interfaceCode(`The PartitionKey \`${partitionKey.template}\`.`, `${name}Partition`, members(partition)),
    interfaceCode(`The RowKey \`${rowKey.template}\`.`, `${name}RowKey`, members(row)),
    interfaceCode(identifies, `${name}Key`, members([...partition, ...row])),
    unionCode("Leading parts of the RowKey, left to right.", `${name}RowKeyPrefix`, prefixes(entity, row)),
    unionCode(range, `${name}RowKeyRange`, ranges(row)),
  ];
}

function keyMember(property: PropertyModel): Member {
  return { doc: property.doc, text: `readonly ${property.name}: ${valueType(property)}` };
}

/**
 * An interface without members would take any object. This optional one, which no one gives, makes the compiler refuse
 * properties that do not belong there, and instances of other entities.
 */
export function orConstant(entity: EntityModel, members: readonly Member[]): readonly Member[] {
  return members.length > 0
    ? members
    : [{ doc: "There is nothing to give.", text: `readonly $kind?: ${kindLiteral(entity)}` }];
}

/** The value of `$kind`. */
export function kindLiteral({ kind, name }: EntityModel): string {
  return stringLiteral(kind ?? name);
}

/** One arm for each number of leading parts; the last two share one, with the last part optional. */
function prefixes(entity: EntityModel, row: readonly KeyProperty[]): string[] {
  if (row.length === 0) return [`${entity.name}RowKey`];
  return row.map((_, given) =>
    objectType(
      row.map(({ property: { name }, property }, index) => {
        if (index < given) return `readonly ${name}: ${valueType(property)}`;
        return `readonly ${name}?: ${given === row.length - 1 ? valueType(property) : "never"}`;
      }),
    ),
  );
}

/** Only these encodings sort as their values do. */
const sorted: ReadonlySet<string> = new Set(["pad", "asc", "desc"]);

function ranges(row: readonly KeyProperty[]): string[] {
  return row.flatMap(({ encoding }, last) => {
    if (!sorted.has(encoding)) return [];
    const members = row.map(({ property: { name }, property }, index) => {
      if (index > last) return `readonly ${name}?: never`;
      return `readonly ${name}: ${index < last ? valueType(property) : `$.Range<${valueType(property)}>`}`;
    });
    return [objectType(members)];
  });
}

function objectType(members: readonly string[]): string {
  return `{ ${members.join("; ")} }`;
}
