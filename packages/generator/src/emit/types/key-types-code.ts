import type { EntityModel } from "../../model/entity-model.js";
import { isSortedPart, type KeyProperty } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { keyProperties } from "../codec/key-code.js";
import { valueType } from "../codec/property-representation.js";
import { interfaceCode, type Member, stringLiteral, unionCode } from "../source-text.js";

/**
 * Emits the types of an entity's keys; for `Order`: `OrderPartition`, `OrderRowKey`, `OrderKey`, `OrderRowKeyPrefix` and
 * `OrderRowKeyRange`.
 */
export function keyTypesCode(entity: EntityModel): readonly string[] {
  const { name, partitionKey, rowKey } = entity;
  const partition = distinct(keyProperties(partitionKey));
  const row = distinct(keyProperties(rowKey));
  const members = (parts: readonly KeyProperty[]) =>
    orConstant(
      entity,
      parts.map(({ property }) => keyMember(property)),
    );
  const identifies = `Key of one ${name}. It never changes once it is stored.`;
  const range = "Leading parts of the RowKey, the last of them a range in the property's own order.";
  return [
    interfaceCode(`The PartitionKey \`${partitionKey.template}\`.`, `${name}Partition`, members(partition)),
    interfaceCode(`The RowKey \`${rowKey.template}\`.`, `${name}RowKey`, members(row)),
    interfaceCode(identifies, `${name}Key`, members(distinct([...partition, ...row]))),
    ...partInterfaces(row),
    unionCode("Leading parts of the RowKey, left to right.", `${name}RowKeyPrefix`, prefixes(entity, row)),
    unionCode(range, `${name}RowKeyRange`, ranges(row)),
  ];
}

/** Returns the first key part of each property. Callers pass a property only once, even if several parts contain it. */
export function distinct(parts: readonly KeyProperty[]): readonly KeyProperty[] {
  return parts.filter(({ property }, index) => parts.findIndex((part) => part.property === property) === index);
}

function keyMember(property: PropertyModel): Member {
  return { doc: property.doc, text: `readonly ${property.name}: ${valueType(property)}` };
}

/**
 * Returns `members` for an interface; if there are none, an optional `$kind`. An interface without members would accept any object. With
 * `$kind`, the compiler rejects other properties and instances of other entities.
 */
export function orConstant(entity: EntityModel, members: readonly Member[]): readonly Member[] {
  return members.length > 0
    ? members
    : [{ doc: "There are no properties to pass.", text: `readonly $kind?: ${kindLiteral(entity)}` }];
}

/** Returns the value of `$kind` as a string literal: the definition's `kind`, or the name of the class if the definition sets none. */
export function kindLiteral({ kind, name }: EntityModel): string {
  return stringLiteral(kind ?? name);
}

/**
 * Emits the members of the union `RowKeyPrefix`: one for each number of leading parts that a caller may pass. The last one has its last
 * part optional, and so also allows all parts. For two parts: `{ a?: never; b?: never }` and `{ a: string; b?: string }`.
 */
function prefixes(entity: EntityModel, row: readonly KeyProperty[]): string[] {
  if (row.length === 0) return [`${entity.name}RowKey`];
  return row.map(({ property }, given) => {
    const isLast = given === row.length - 1;
    return arm(row, given, isLast ? `readonly ${property.name}?: ${valueType(property)}` : undefined);
  });
}

/**
 * Emits the members of the union `RowKeyRange`: one for each sortable part of the RowKey. If there is none, emits the sentence with which
 * the compiler rejects a range.
 */
function ranges(row: readonly KeyProperty[]): string[] {
  const arms = row.flatMap((part, given) => {
    const { property } = part;
    if (!isSortedPart(part)) return [];
    const time = property.pattern === undefined ? "" : " | { readonly time: $.Range<Date> }";
    return [arm(row, given, `readonly ${property.name}: $.Range<${valueType(property)}>${time}`)];
  });
  return arms.length > 0
    ? arms
    : ['"✗ no part of this RowKey has an order: between takes parts with .pad, .asc or .desc"'];
}

/**
 * Maximum number of RowKey parts that are spelt out in each member of a union. With more parts, the members join interfaces that are
 * declared once.
 */
const maxSpeltOut = 2;

/**
 * Emits a member of a union of prefixes or ranges: the first `given` parts of the RowKey, then `member` for the next part if it is defined,
 * and `never` for all other parts.
 */
function arm(row: readonly KeyProperty[], given: number, member: string | undefined): string {
  const next = member === undefined ? given : given + 1;
  if (row.length <= maxSpeltOut) {
    const members = [
      ...row.slice(0, given).map(givenMember),
      member ?? [],
      ...row.slice(next).map(absentMember),
    ].flat();
    return `{ ${members.join("; ")} }`;
  }
  const last = row[given - 1];
  const absent = row[next];
  const types = [last && givenName(last), member && `{ ${member} }`, absent && absentName(absent)].filter(Boolean);
  return types.length === 1 ? types.join() : `(${types.join(" & ")})`;
}

/**
 * Emits the interfaces that `arm` joins. For each RowKey part but the last, an interface requires it and the parts before it. For each
 * part, another interface forbids it and the parts after it, with the type `never`.
 */
function partInterfaces(row: readonly KeyProperty[]): string[] {
  if (row.length <= maxSpeltOut) return [];
  const extending = (other: string | undefined) => (other === undefined ? "" : ` extends ${other}`);
  const given = row.slice(0, -1).map((part, index) => {
    const before = row[index - 1];
    return `interface ${givenName(part)}${extending(before && givenName(before))} { ${givenMember(part)} }\n`;
  });
  const absent = row.map((part, index) => {
    const after = row[index + 1];
    return `interface ${absentName(part)}${extending(after && absentName(after))} { ${absentMember(part)} }\n`;
  });
  return [[...given, ...absent.reverse()].join("")];
}

/** Returns the name of the interface with a RowKey part and those before it. It starts with `$`, because no name of a user does. */
function givenName({ property }: KeyProperty): string {
  return `$Given_${property.name}`;
}

function absentName({ property }: KeyProperty): string {
  return `$Absent_${property.name}`;
}

function givenMember({ property }: KeyProperty): string {
  return `readonly ${property.name}: ${valueType(property)}`;
}

function absentMember({ property }: KeyProperty): string {
  return `readonly ${property.name}?: never`;
}
