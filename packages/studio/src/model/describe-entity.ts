import { asCoded } from "@tablewright/runtime/edm";
import type { EntityInfo, IndexInfo, KeyPartInfo, PropertyInfo } from "../contract/model.js";
import type { AnySchema } from "../project/studio-project.js";
import { fieldText } from "../values/field-text.js";

type Property = AnySchema["properties"][string];

/**
 * Describes entity definitions for the page: first the entities in the order of the schemas, then the index rows, which have schemas too.
 */
export function describeEntities(schemas: readonly AnySchema[]): EntityInfo[] {
  const owners = new Map(schemas.flatMap(({ name, indexes = [] }) => indexes.map(({ entry }) => [entry.name, name])));
  const isOfIndex = ({ name }: AnySchema) => Number(owners.has(name));
  return schemas
    .toSorted((one, other) => isOfIndex(one) - isOfIndex(other))
    .map((schema) => {
      const { name, table, kind, partitionParts, rowParts, indexes = [] } = schema;
      const owner = owners.get(name);
      return {
        name,
        table,
        kind,
        properties: Object.entries(schema.properties).map(([field, property]) =>
          describeProperty(schema, field, property),
        ),
        partitionKey: partitionParts.map(describePart),
        rowKey: rowParts.map(describePart),
        indexes: indexes.map(
          ({ name: index, entry, unique }): IndexInfo => ({
            name: index,
            entity: entry.name,
            table: entry.table,
            isUnique: unique === true,
          }),
        ),
        ...(schema.kindProperty !== undefined && { kindProperty: schema.kindProperty }),
        ...(schema.ttl !== undefined && { expires: true }),
        ...(owner !== undefined && { indexOf: owner }),
      };
    });
}

function describeProperty(schema: AnySchema, field: string, property: Property): PropertyInfo {
  const { type, optional, keyOnly, readNames, oneOf, parts: stored, readOnly, stamp, hidden } = property;
  const values = oneOf ?? asCoded(type)?.names;
  const limits = describeLimits(property);
  const parts = [...schema.partitionParts, ...schema.rowParts];
  return {
    name: field,
    storedNames: keyOnly ? [] : (stored?.names ?? readNames),
    type: type.edm,
    isJson: type.isJson === true,
    isOptional: optional === true,
    isKey: parts.some((part) => typeof part !== "string" && part.field === field),
    ...(readOnly === true && { isReadOnly: true }),
    ...(stamp !== undefined && { isStamp: true }),
    ...(hidden === true && { isHidden: true }),
    ...formOf(property),
    ...(values !== undefined && { oneOf: values }),
    ...(property.default !== undefined && { default: fieldText(property, property.default) }),
    ...(limits !== undefined && { limits }),
  };
}

/** Returns the form in which the generated class has the values of an Int64 or DateTime, as named by `as` in definitions. */
function formOf({ type }: Property): Pick<PropertyInfo, "as"> {
  if (asCoded(type) !== undefined) return {};
  const sample = { "Edm.Int64": "0", "Edm.DateTime": "2000-01-01T00:00:00Z" }[type.edm as string];
  const kind = sample === undefined ? "object" : typeof type.fromJson(sample, type.edm, true);
  if (type.edm === "Edm.DateTime") return kind === "string" ? { as: "iso" } : kind === "bigint" ? { as: "ticks" } : {};
  return kind === "number" || kind === "string" ? { as: kind } : {};
}

function describeLimits({ min, max, maxLength, length, pattern, type }: Property): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `≥ ${min}`;
  if (max !== undefined) return `≤ ${max}`;
  if (length !== undefined) return `= ${length} characters`;
  if (maxLength !== undefined) return `≤ ${maxLength} ${type.edm === "Edm.Binary" ? "bytes" : "characters"}`;
  return pattern === undefined ? undefined : `a ${pattern.toUpperCase()}`;
}

function describePart(part: AnySchema["rowParts"][number]): KeyPartInfo {
  if (typeof part === "string") return { literal: part };
  const { field: property, form } = part;
  return form === "" ? { property } : { property, encoding: form };
}
