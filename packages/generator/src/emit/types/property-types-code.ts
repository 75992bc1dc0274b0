import type { EntityModel } from "../../model/entity-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { conditionType, jsonType, unionArm, valueType } from "../codec/property-representation.js";
import { interfaceCode, type Member, unionCode } from "../source-text.js";
import { kindLiteral, orConstant } from "./key-types-code.js";

/**
 * Emits the types that list an entity's properties; for `Order`: `OrderInit`, `OrderInPartition`, `OrderMerge`, `OrderWhere`, `OrderJson`
 * and `StoredOrder`.
 */
export function propertyTypesCode(entity: EntityModel): readonly string[] {
  const { name, properties } = entity;
  const unknown = unknownPropertiesMember(entity);
  const init = orConstant(entity, [...properties.map(initMember), ...unknown]);
  return [
    interfaceCode(
      `Properties that \`new ${name}\` and insert accept. Those with a default may be absent.`,
      `${name}Init`,
      init,
    ),
    inPartitionCode(entity, unknown),
    interfaceCode(
      "Changes for merge, which keeps all other properties. To remove a property, use `modify` with `unset`.",
      `${name}Merge`,
      orConstant(entity, [...properties.filter(isMergeable).map(mergeMember), ...unknownChanges(entity)]),
    ),
    interfaceCode(
      "Conditions on stored properties; all must be true.",
      `${name}Where extends $.EntityWhere<"${name}">`,
      [
        ...properties.flatMap(whereMember),
        { text: `readonly $and?: readonly ${name}Where[]` },
        { text: `readonly $or?: readonly ${name}Where[]` },
        { text: `readonly $not?: ${name}Where` },
      ],
    ),
    interfaceCode(
      `JSON of ${article(name).toLowerCase()} ${name}, as \`JSON.stringify\` writes it and \`${name}.fromJSON\` reads it.`,
      `${name}Json`,
      [
        ...properties.filter(({ hidden }) => !hidden).map(jsonMember),
        { text: `readonly $kind: ${kindLiteral(entity)}` },
      ],
    ),
    interfaceCode(`${article(name)} ${name} that was read.`, `Stored${name} extends ${name}`, [
      { doc: "ETag of the row that was read.", text: "readonly $etag: $.ETag" },
      { doc: "Time at which the service last wrote the row.", text: "readonly $timestamp: Date" },
    ]),
  ];
}

function inPartitionCode(entity: EntityModel, unknown: readonly Member[]): string {
  const { name, properties } = entity;
  const given = properties.filter(({ key }) => key !== "partition");
  const sentence = `${article(name)} ${name}Init without its partition, which comes from the scope of the write.`;
  if (given.length === properties.length) return unionCode(sentence, `${name}InPartition`, [`${name}Init`]);
  return interfaceCode(sentence, `${name}InPartition`, orConstant(entity, [...given.map(initMember), ...unknown]));
}

const valuesByName = "{ readonly [name: string]: $.EdmValue }";

/** Type of `$extra`, which contains the properties of a row that the definition does not declare. */
export const unknownPropertiesType: string = `${valuesByName} | undefined`;

function unknownPropertiesMember({ unknownProperties }: EntityModel): Member[] {
  if (unknownProperties === "drop") return [];
  return [{ doc: "Properties of the row that are not declared.", text: `readonly $extra?: ${unknownPropertiesType}` }];
}

function unknownChanges({ unknownProperties }: EntityModel): Member[] {
  if (unknownProperties === "drop") return [];
  return [
    {
      doc: "Values of properties that are not declared. Others keep theirs.",
      // Emitted even if a merge can change no declared property. Instead of changes, a caller can pass an entity that was read, and that
      // has `$extra`.
      text: `readonly $extra?: ${unknownPropertiesType}`,
    },
  ];
}

function initMember(property: PropertyModel): Member {
  const { doc, name, optional } = property;
  const type = valueType(property);
  const isMade = (property.default ?? property.makeDefault ?? property.stamp) !== undefined;
  if (!optional && !isMade) return { doc, text: `readonly ${name}: ${type}` };
  return { doc, text: `readonly ${name}?: ${unionArm(type)} | undefined` };
}

/**
 * Returns whether a merge may change the property. It cannot change keys, read-only properties, or properties that the client sets to the
 * time of a write.
 */
export function isMergeable({ key, readOnly, stamp }: PropertyModel): boolean {
  return key === undefined && !readOnly && stamp === undefined;
}

function mergeMember(property: PropertyModel): Member {
  return { doc: property.doc, text: `readonly ${property.name}?: ${valueType(property)}` };
}

function whereMember(property: PropertyModel): Member[] {
  const type = conditionType(property);
  return type === undefined ? [] : [{ doc: property.doc, text: `readonly ${property.name}?: ${type}` }];
}

function jsonMember(property: PropertyModel): Member {
  const { doc, name, optional } = property;
  const type = jsonType(property);
  return { doc, text: optional ? `readonly ${name}?: ${unionArm(type)} | undefined` : `readonly ${name}: ${type}` };
}

function article(name: string): string {
  return /^[AEIO]/i.test(name) ? "An" : "A";
}
